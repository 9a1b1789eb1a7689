/**
 * How requests are answered: once the trees are up to date, not at all when they are cancelled, and
 * with nothing when the answer fails.
 */
import { delayNextTick } from 'langium';
import { type CancellationToken, type Connection, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { Completer } from '../completion/complete.ts';
import type { Conversion } from './convert/conversion.ts';
import { describeError } from '../workspace/describe-error.ts';
import { Unmade } from '../workspace/model-cache.ts';
import type { Settings } from '../workspace/settings.ts';
import { changedMeanwhile, inSlices } from '../workspace/slices.ts';
import type { At } from '../workspace/whereabouts.ts';
import { normalized, type Workspace } from '../workspace/workspace.ts';

/** What the handlers of requests share. */
export interface Server {
  readonly connection: Connection;
  readonly workspace: Workspace;
  readonly completer: Completer;
  /** How to write for this client; known once it has introduced itself. */
  readonly conversion: () => Conversion;
  /** What the user has set for a document. */
  readonly settings: (uri: string) => Settings;
  /** Makes a handler that waits for the trees, and answers `otherwise` when it fails. */
  readonly guarded: <P, R>(
    name: string,
    otherwise: R,
    answer: (parameters: P, token: CancellationToken) => R | ResponseError | Promise<R | ResponseError>,
  ) => Guarded<P, R>;
  /** The same for an answer that may take long: it is made in slices, and not to its end when it is cancelled. */
  readonly sliced: <P, R>(
    name: string,
    otherwise: R,
    answer: (parameters: P) => Generator<undefined, R | ResponseError>,
  ) => Guarded<P, R>;
  /**
   * The same for an answer that reads trees in every step: it begins anew where one of them has changed meanwhile, and
   * is none where the text that was asked about has.
   */
  readonly ofTrees: <P extends object, R>(
    name: string,
    otherwise: R,
    answer: (parameters: P) => Generator<undefined, R | ResponseError>,
  ) => Guarded<P, R>;
}

/** Parameters of a question, mostly about one text. */
interface OfText {
  readonly textDocument?: { readonly uri: string };
}

/** The answer to a request that can be understood and not be done: a sentence for whoever asked. */
export const refusal = (reason: string): ResponseError => new ResponseError(LSPErrorCodes.RequestFailed, reason);

export type Guarded<P, R> = (parameters: P, token: CancellationToken) => Promise<R | ResponseError>;

/** Returns what makes handlers for a workspace. */
export function guard(workspace: Workspace, log: (message: string) => void, at: At): Server['guarded'] {
  return (name, otherwise, answer) => async (parameters, token) => {
    try {
      await readMore();
      if (!token.isCancellationRequested) await workspace.settle();
      await readMore();
      if (token.isCancellationRequested)
        return new ResponseError(LSPErrorCodes.RequestCancelled, 'The request was cancelled.');
      const uri = documentIn(parameters);
      if (uri !== undefined) await at(normalized(uri));
      return await onceMade(workspace, token, () => answer(parameters, token));
    } catch (error) {
      log(`The request ${name} failed: ${describeError(error)}`);
      return otherwise;
    }
  };
}

/** Answers; where that takes a model that is not there yet, the model is made in slices first, and then it is tried again. */
async function onceMade<R>(
  workspace: Workspace,
  token: CancellationToken,
  answer: () => R | Promise<R>,
): Promise<R | ResponseError> {
  for (let count = 0; count < mostBeginnings; count++) {
    try {
      return await workspace.models.impatiently(answer);
    } catch (error) {
      if (!(error instanceof Unmade)) throw error;
      const { document } = error;
      const isStale = (): boolean => workspace.find(document.uri.toString()) !== document;
      const made = await inSlices(workspace.models.make(document), token, isStale);
      if (made instanceof ResponseError && made.code === LSPErrorCodes.RequestCancelled) return made;
      await workspace.settle();
    }
  }
  return changedMeanwhile();
}

/** The document that a request is about, in whatever form it says so. */
function documentIn(parameters: unknown): string | undefined {
  if (typeof parameters !== 'object' || parameters === null) return undefined;
  if ('textDocument' in parameters) return documentIn(parameters.textDocument);
  return 'uri' in parameters && typeof parameters.uri === 'string' ? parameters.uri : undefined;
}

/** Returns what makes handlers whose answers may take long. */
export function slicing(guarded: Server['guarded'], workspace: Workspace): Server['sliced'] {
  return (name, otherwise, answer) =>
    guarded(name, otherwise, (parameters, token) => inSlices(impatient(workspace, answer(parameters)), token));
}

/** Has no step of an answer wait for a model. */
function* impatient<T>({ models }: Workspace, steps: Generator<undefined, T>): Generator<undefined, T> {
  for (;;) {
    const next = models.impatiently(() => steps.next());
    if (next.done === true) return next.value;
    yield;
  }
}

/** How often an answer is begun, where others change texts all the time. */
const mostBeginnings = 5;

/** Returns what makes handlers whose answers read trees. */
export function slicingTrees(guarded: Server['guarded'], workspace: Workspace): Server['ofTrees'] {
  const versionOf = ({ textDocument }: OfText) => textDocument && workspace.version(normalized(textDocument.uri));
  return (name, otherwise, answer) => (given, token) => {
    const versionNow = () => versionOf(given);
    const version = versionNow();
    const answered = guarded(name, otherwise, async (parameters: typeof given) => {
      for (let count = 0; count < mostBeginnings && version === versionNow(); count++) {
        const revision = workspace.revision();
        const isStale = () => workspace.revision() !== revision;
        const result = await inSlices(impatient(workspace, answer(parameters)), token, isStale);
        if (!isStale()) return result;
        await workspace.settle();
      }
      return changedMeanwhile();
    });
    return answered(given, token);
  };
}

/** Lets what the client has sent meanwhile, such as the end of a request, be read first. */
async function readMore(): Promise<void> {
  // One turn takes the message from the stream, the other hands it on.
  await delayNextTick();
  await delayNextTick();
}
