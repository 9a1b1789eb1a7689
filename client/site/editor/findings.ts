/** The findings of the server, as the editor marks and lists them; each names its code, which leads to its page. */
import { type Diagnostic, forEachDiagnostic, setDiagnostics } from '@codemirror/lint';
import { type LSPClient, LSPPlugin } from '@codemirror/lsp-client';
import type { EditorState } from '@codemirror/state';

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
export interface ShownCounts {
  readonly errors: number;
  readonly warnings: number;
  readonly hints: number;
}

/** The code of a finding, and the address of its page. */
export interface NamedFinding {
  readonly code: string;
  readonly page: string;
}

interface ShownFinding extends Diagnostic {
  readonly named?: NamedFinding;
}

const severities = ['error', 'warning', 'info', 'hint'] as const;
const unneededTag = 1;

/** Shows findings in the editor of their document; returns how many, or nothing if they are of an older text. */
export function showFindings(client: LSPClient, told: ToldFindings): ShownCounts | undefined {
  const file = client.workspace.getFile(told.uri);
  const view = file?.getView();
  const plugin = view === null || view === undefined ? null : LSPPlugin.get(view);
  if (!file || !view || !plugin || (told.version !== undefined && told.version !== file.version)) return undefined;
  const placeOf = (place: Told['range']['start']): number =>
    plugin.unsyncedChanges.mapPos(plugin.fromPosition(place, plugin.syncedDoc));
  const shown = told.diagnostics.map((each): ShownFinding => {
    const { range, severity = 1, message, code, codeDescription, tags = [] } = each;
    const page = codeDescription?.href.replace(/\.md$/u, '.html');
    return {
      from: placeOf(range.start),
      to: placeOf(range.end),
      severity: severities[severity - 1] ?? 'error',
      message,
      ...(tags.includes(unneededTag) && { markClass: 'unneeded' }),
      ...(code !== undefined && page !== undefined && { named: { code: String(code), page } }),
      renderMessage: () => messageOf(message, code),
    };
  });
  view.dispatch(setDiagnostics(view.state, shown));
  const count = (wanted: Diagnostic['severity']): number => shown.filter(({ severity }) => severity === wanted).length;
  return { errors: count('error'), warnings: count('warning'), hints: count('info') + count('hint') };
}

/** Returns the finding at a place that has a page, the shortest if there are several. */
export function findingAt(state: EditorState, place: number): NamedFinding | undefined {
  const found: { readonly finding: NamedFinding; readonly length: number }[] = [];
  forEachDiagnostic(state, (diagnostic: ShownFinding, from, to) => {
    const { named } = diagnostic;
    if (named !== undefined && from <= place && place <= to) found.push({ finding: named, length: to - from });
  });
  return found.sort((one, other) => one.length - other.length)[0]?.finding;
}

/** An entry of the editor's list holds no link: the list is one control. */
function messageOf(message: string, code: string | number | undefined): Node {
  const made = document.createElement('span');
  made.append(message);
  if (code !== undefined) {
    const name = document.createElement('span');
    name.className = 'finding-code';
    name.textContent = ` ${String(code)}`;
    made.append(name);
  }
  return made;
}
