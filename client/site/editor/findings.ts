/** The findings of the server, as the editor marks and lists them; each names its code, which leads to its page. */
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { type LSPClient, LSPPlugin } from '@codemirror/lsp-client';

/** A finding in the protocol, as far as the editor shows it. */
interface Told {
  readonly range: Readonly<Record<'start' | 'end', { readonly line: number; readonly character: number }>>;
  readonly severity?: number;
  readonly code?: string | number;
  readonly codeDescription?: { readonly href: string };
  readonly message: string;
  readonly tags?: readonly number[];
}

/** All findings of a version of a document. */
export interface ToldFindings {
  readonly uri: string;
  readonly version?: number;
  readonly diagnostics: readonly Told[];
}

/** The numbers of findings. */
export interface FindingCounts {
  readonly errors: number;
  readonly warnings: number;
  readonly hints: number;
}

const severities = ['error', 'warning', 'info', 'hint'] as const;
const unneededTag = 1;

/** Shows findings in the editor of their document; returns how many, or nothing if they are of an older text. */
export function showFindings(client: LSPClient, told: ToldFindings): FindingCounts | undefined {
  const file = client.workspace.getFile(told.uri);
  const view = file?.getView();
  const plugin = view === null || view === undefined ? null : LSPPlugin.get(view);
  if (!file || !view || !plugin || (told.version !== undefined && told.version !== file.version)) return undefined;
  const placeOf = (place: Told['range']['start']): number =>
    plugin.unsyncedChanges.mapPos(plugin.fromPosition(place, plugin.syncedDoc));
  const shown = told.diagnostics.map((each): Diagnostic => {
    const { range, severity = 1, message, code, codeDescription, tags = [] } = each;
    return {
      from: placeOf(range.start),
      to: placeOf(range.end),
      severity: severities[severity - 1] ?? 'error',
      message,
      ...(tags.includes(unneededTag) && { markClass: 'unneeded' }),
      renderMessage: () => messageOf(message, code, codeDescription?.href),
    };
  });
  view.dispatch(setDiagnostics(view.state, shown));
  const count = (wanted: Diagnostic['severity']): number => shown.filter(({ severity }) => severity === wanted).length;
  return { errors: count('error'), warnings: count('warning'), hints: count('info') + count('hint') };
}

function messageOf(message: string, code: string | number | undefined, page: string | undefined): Node {
  const made = document.createElement('span');
  made.append(message);
  if (code === undefined) return made;
  made.append(' ');
  if (page === undefined) made.append(`(${String(code)})`);
  else {
    const link = document.createElement('a');
    link.href = page.replace(/\.md$/u, '.html');
    link.target = '_blank';
    link.rel = 'noopener';
    link.textContent = String(code);
    made.append(link);
  }
  return made;
}
