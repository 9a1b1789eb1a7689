/**
 * When findings are told: some time after the last change, one document after the other, and never
 * those of a text that is no longer there. What they are is the model's business.
 */
import { delayNextTick } from 'langium';
import { CancellationToken } from 'vscode-languageserver';
import type { Finding } from '../../../language/src/model/finding.ts';
import { describeError } from '../workspace/describe-error.ts';
import { inSlices } from '../workspace/slices.ts';
import type { At } from '../workspace/whereabouts.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The findings of a document, with the version of the text in the editor that they are of. */
export interface Published {
  readonly uri: string;
  readonly version: number | undefined;
  readonly findings: readonly Finding[];
}

export interface DiagnosticsParts {
  readonly workspace: Workspace;
  readonly publish: (published: Published) => void;
  /** Is told each open document whose model has been analysed anew. */
  readonly onModel: (uri: string, version: number) => void;
  readonly log: (message: string) => void;
  /** Is told before a document is checked. */
  readonly at?: At;
  /** The most milliseconds from the last change of a document to its check; one that is checked quickly waits less. */
  readonly delay: (uri: string) => number;
}

export interface Diagnostics {
  /** Has a document checked when it is time. */
  readonly check: (uri: string) => void;
  readonly dispose: () => void;
}

/** Nobody types in what has just been opened or loaded. */
const firstDelay = 10;

/** Keys come in bursts. */
const leastDelay = 15;

/** So many milliseconds of work between two keys nobody notices. Of what a check takes beyond them, half is worth waiting. */
const unnoticed = 60;

/** Makes what checks documents after changes. */
export function createDiagnostics(parts: DiagnosticsParts): Diagnostics {
  const { workspace, log, delay, at = () => Promise.resolve() } = parts;
  const pending = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = Promise.resolve();
  let isDisposed = false;
  const known = new Set<string>();
  const checked = new Set<string>();
  /** How long the last check of a document took; what is checked for the first time says nothing of later ones. */
  const costs = new Map<string, number>();
  const delayOf = (uri: string): number =>
    Math.min(delay(uri), Math.max(leastDelay, ((costs.get(uri) ?? 0) - unnoticed) / 2));
  const tell = createTeller(parts);

  /** Checks what is pending, open documents first. A change stops it; the timer of that change begins it again. */
  const round = async (): Promise<void> => {
    await workspace.settle();
    for (const uri of inOrder([...pending], workspace)) {
      await delayNextTick();
      await at(uri);
      const begun = performance.now();
      const document = workspace.find(uri);
      const isStale = (): boolean => isDisposed || !workspace.isSettled() || workspace.find(uri) !== document;
      if (document !== undefined && workspace.isSettled() && workspace.isOwn(uri)) {
        await inSlices(workspace.models.make(document), CancellationToken.None, isStale);
      }
      await delayNextTick();
      if (isStale()) return;
      pending.delete(uri);
      tell(uri);
      if (checked.has(uri)) costs.set(uri, performance.now() - begun);
      checked.add(uri);
    }
  };

  const start = (): void => {
    running = running.then(round).catch((error: unknown) => {
      log(`Checking failed: ${describeError(error)}`);
    });
  };

  return {
    check: (uri) => {
      if (isDisposed) return;
      pending.add(uri);
      clearTimeout(timer);
      timer = setTimeout(start, known.has(uri) ? delayOf(uri) : Math.min(firstDelay, delay(uri)));
      known.add(uri);
    },
    dispose: () => {
      isDisposed = true;
      clearTimeout(timer);
    },
  };
}

/** Returns what tells the findings of one document, or that there are none any more. */
function createTeller({ workspace, publish, onModel }: DiagnosticsParts): (uri: string) => void {
  const told = new Set<string>();
  return (uri) => {
    const document = workspace.find(uri);
    if (document === undefined || !workspace.isOwn(uri)) {
      if (told.delete(uri)) publish({ uri, version: undefined, findings: [] });
      return;
    }
    const { findings } = workspace.models.of(document);
    const version = workspace.version(uri);
    told.add(uri);
    publish({ uri, version, findings });
    if (version !== undefined) onModel(uri, version);
  };
}

const inOrder = (uris: readonly string[], workspace: Workspace): readonly string[] => [
  ...uris.filter((uri) => workspace.isOpen(uri)),
  ...uris.filter((uri) => !workspace.isOpen(uri)),
];
