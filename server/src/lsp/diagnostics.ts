/**
 * Publishes findings: of a change to a document that is checked quickly at once, of changes that follow it closely some
 * time after the last, one document after another, and never those of an outdated text. The model computes them.
 */
import { delayNextTick } from 'langium';
import { CancellationToken } from 'vscode-languageserver';
import type { Finding } from '../../../language/src/model/finding.ts';
import { describeError } from '../workspace/files/describe-error.ts';
import { inSlices, readMessages } from '../workspace/slices.ts';
import type { At } from '../workspace/whereabouts.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The findings of a document, and the version of the text they belong to. */
export interface Published {
  readonly uri: string;
  readonly version: number | undefined;
  readonly findings: readonly Finding[];
}

/** The parts that publishing needs. */
export interface DiagnosticsParts {
  readonly workspace: Workspace;
  readonly publish: (published: Published) => void;
  /** Called for each open document whose model has been analysed again. */
  readonly onModel: (uri: string, version: number) => void;
  readonly log: (message: string) => void;
  /** Called before a document is checked. */
  readonly at?: At;
  /**
   * Returns the most milliseconds from the last change of a document to its check; a document that is checked quickly
   * waits less.
   */
  readonly delay: (uri: string) => number;
  /** Returns true if the findings of a document that is the user's own are shown. */
  readonly isShown: (uri: string) => boolean;
}

/** Checks documents after changes. */
export interface Diagnostics {
  /** Schedules a check of a document. */
  readonly check: (uri: string) => void;
  readonly dispose: () => void;
}

/** Milliseconds before the first check; nobody types yet in a document just opened or loaded. */
const firstDelay = 10;

/** Milliseconds; keystrokes come in bursts. */
const leastDelay = 15;

/**
 * Milliseconds of work that nobody notices between two keystrokes. The delay is half of what a check takes beyond that;
 * a check that takes less waits for nothing if nothing else waits for a check.
 */
const unnoticed = 60;

/** Creates the checker of documents. */
export function createDiagnostics(parts: DiagnosticsParts): Diagnostics {
  const { workspace, log, delay, isShown, at = () => Promise.resolve() } = parts;
  const pending = new Set<string>();
  let cancel = (): void => undefined;
  let running = Promise.resolve();
  let isDisposed = false;
  const known = new Set<string>();
  const checked = new Set<string>();
  /** The duration of the last check of each document; the first check of a document predicts nothing. */
  const costs = new Map<string, number>();
  const delayOf = (uri: string): number =>
    Math.min(delay(uri), Math.max(leastDelay, ((costs.get(uri) ?? 0) - unnoticed) / 2));
  const isAtOnce = (uri: string): boolean => pending.size === 0 && (costs.get(uri) ?? Infinity) <= unnoticed;
  const tell = createTeller(parts);

  /**
   * Checks the pending documents, open ones first. A change stops the round; the timer of that change starts the next.
   */
  const round = async (): Promise<void> => {
    await workspace.settle();
    for (const uri of inOrder([...pending], workspace)) {
      await delayNextTick();
      await at(uri);
      const begun = performance.now();
      const document = workspace.find(uri);
      const isStale = (): boolean => isDisposed || !workspace.isSettled() || workspace.find(uri) !== document;
      if (document !== undefined && workspace.isSettled() && workspace.isOwn(uri) && isShown(uri)) {
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
      cancel();
      if (isAtOnce(uri)) cancel = afterMessages(start);
      else cancel = after(known.has(uri) ? delayOf(uri) : Math.min(firstDelay, delay(uri)), start);
      pending.add(uri);
      known.add(uri);
    },
    dispose: () => {
      isDisposed = true;
      cancel();
    },
  };
}

/** Begins work after some milliseconds; returns what prevents that. */
function after(milliseconds: number, work: () => void): () => void {
  const timer = setTimeout(work, milliseconds);
  return () => {
    clearTimeout(timer);
  };
}

/** Begins work after the messages that have arrived; returns what prevents that, such as one about another change. */
function afterMessages(work: () => void): () => void {
  let isCancelled = false;
  void readMessages().then(() => {
    if (!isCancelled) work();
  });
  return () => {
    isCancelled = true;
  };
}

/** Returns a function that publishes the findings of a document, or that it has none any more. */
function createTeller({ workspace, publish, isShown, onModel }: DiagnosticsParts): (uri: string) => void {
  const published = new Set<string>();
  return (uri) => {
    const document = workspace.find(uri);
    if (document === undefined || !workspace.isOwn(uri) || !isShown(uri)) {
      if (published.delete(uri)) publish({ uri, version: undefined, findings: [] });
      return;
    }
    const { findings } = workspace.models.of(document);
    const version = workspace.version(uri);
    published.add(uri);
    publish({ uri, version, findings });
    if (version !== undefined) onModel(uri, version);
    // Of most files of a workspace nobody ever asks for more than the findings.
    else workspace.models.release(document);
  };
}

const inOrder = (uris: readonly string[], workspace: Workspace): readonly string[] => [
  ...uris.filter((uri) => workspace.isOpen(uri)),
  ...uris.filter((uri) => !workspace.isOpen(uri)),
];
