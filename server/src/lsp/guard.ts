/**
 * Wraps the handlers of requests: they wait until the trees are up to date, stop on cancellation, and answer with an
 * empty result on failure.
 */
import { type CancellationToken, type Connection, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { Completer } from '../completion/complete.ts';
import type { LayOut } from '../pictures/drawn-model.ts';
import type { Files } from '../workspace/files/files.ts';
import type { Importing } from '../features/imports.ts';
import type { Conversion } from './convert/conversion.ts';
import type { Method } from '../protocol/protocol.ts';
import { describeError } from '../workspace/files/describe-error.ts';
import { Unmade } from '../workspace/model-cache.ts';
import type { Settings } from '../workspace/settings.ts';
import { cancelled, changedMeanwhile, inSlices, readMessages } from '../workspace/slices.ts';
import type { At } from '../workspace/whereabouts.ts';
import { normalized, type Workspace } from '../workspace/workspace.ts';

/** The parts that all request handlers share. */
export interface Server {
  readonly connection: Connection;
  readonly workspace: Workspace;
  readonly completer: Completer;
  /** Reads files that are not open. */
  readonly files: Files;
  /** The layout engine of pictures, if the server's host has one. */
  readonly layOut: LayOut | undefined;
  /** Imports files of other tools. */
  readonly importing: Importing;
  /** Returns how to write for this client; available once it has introduced itself. */
  readonly conversion: () => Conversion;
  /** Returns the user's settings for a document. */
  readonly settings: (uri: string) => Settings;
  /** Creates a handler that waits for the trees, and answers `otherwise` on failure. */
  readonly guarded: <P, R>(
    name: string,
    otherwise: R,
    answer: (parameters: P, token: CancellationToken) => R | ResponseError | Promise<R | ResponseError>,
  ) => Guarded<P, R>;
  /** The same for long answers: made in slices, and stopped on cancellation. */
  readonly sliced: <P, R>(
    name: string,
    otherwise: R,
    answer: (parameters: P) => Generator<undefined, R | ResponseError>,
  ) => Guarded<P, R>;
  /**
   * The same for an answer that reads trees in every step: it restarts if one of them has changed meanwhile, and is
   * dropped if the text it is about has.
   */
  readonly ofTrees: <P extends object, R>(
    name: string,
    otherwise: R,
    answer: (parameters: P) => Generator<undefined, R | ResponseError>,
  ) => Guarded<P, R>;
}

/** The parameters of a request, mostly about one text. */
interface OfText {
  readonly textDocument?: { readonly uri: string };
}

/** Returns a refusal to a well-formed request: a sentence for the client. */
export const refusal = (reason: string): ResponseError => new ResponseError(LSPErrorCodes.RequestFailed, reason);

/** The handler of a request. */
export type Guarded<P, R> = (parameters: P, token: CancellationToken) => Promise<R | ResponseError>;

/** Registers the handler of one of our own requests. */
export function respond<P, R>(
  connection: Pick<Connection, 'onRequest'>,
  { method }: Method<P, R>,
  handler: (parameters: P, token: CancellationToken) => R | Promise<R | ResponseError>,
): void {
  // The library's own types of a request by name say nothing about its answer.
  connection.onRequest<unknown, unknown>(method, handler);
}

/** Registers the handler of one of our own requests: guarded, with `otherwise` as its answer on failure. */
export function answerGuarded<P, R>(
  { connection, guarded }: Pick<Server, 'connection' | 'guarded'>,
  request: Method<P, R>,
  otherwise: R,
  answer: (parameters: P, token: CancellationToken) => R | ResponseError | Promise<R | ResponseError>,
): void {
  respond(connection, request, guarded(request.method, otherwise, answer));
}

/** Returns a factory of handlers for a workspace. */
export function guard(workspace: Workspace, log: (message: string) => void, at: At): Server['guarded'] {
  return (name, otherwise, answer) => async (parameters, token) => {
    try {
      await readMessages();
      if (!token.isCancellationRequested) await unlessCancelled(workspace.settle(), token);
      await readMessages();
      if (token.isCancellationRequested) return cancelled();
      const uri = documentIn(parameters);
      if (uri !== undefined) await at(normalized(uri));
      return await onceMade(workspace, token, () => answer(parameters, token));
    } catch (error) {
      log(`The request ${name} failed: ${describeError(error)}`);
      return otherwise;
    }
  };
}

/** Waits for work that goes on for others too, but no longer than the client does. */
function unlessCancelled(work: Promise<void>, token: CancellationToken): Promise<void> {
  return new Promise((resolve, reject) => {
    const listening = token.onCancellationRequested(() => {
      resolve();
    });
    const end = (): void => {
      listening.dispose();
    };
    work.then(resolve, reject).finally(end);
  });
}

/** Answers; if a model is needed that does not exist yet, makes the model in slices first, then tries again. */
async function onceMade<R>(
  workspace: Workspace,
  token: CancellationToken,
  answer: () => R | Promise<R>,
): Promise<R | ResponseError> {
  // What is made is never missing again, so only changes count.
  for (let count = 0; count < mostBeginnings;) {
    try {
      return await workspace.models.withoutMaking(answer);
    } catch (error) {
      if (!(error instanceof Unmade)) throw error;
      const { document, steps } = error;
      const isStale = (): boolean => workspace.find(document.uri.toString()) !== document;
      const made = await inSlices(steps, token, isStale);
      if (made instanceof ResponseError && made.code === LSPErrorCodes.RequestCancelled) return made;
      if (made instanceof ResponseError) count += 1;
      await unlessCancelled(workspace.settle(), token);
      if (token.isCancellationRequested) return cancelled();
    }
  }
  return changedMeanwhile();
}

/** Returns the document that a request is about, in any of the forms of parameters. */
function documentIn(parameters: unknown): string | undefined {
  if (typeof parameters !== 'object' || parameters === null) return undefined;
  if ('textDocument' in parameters) return documentIn(parameters.textDocument);
  return 'uri' in parameters && typeof parameters.uri === 'string' ? parameters.uri : undefined;
}

/** Returns a factory of handlers with long answers. */
export function slicing(guarded: Server['guarded'], workspace: Workspace): Server['sliced'] {
  return (name, otherwise, answer) =>
    guarded(name, otherwise, (parameters, token) => inSlices(impatient(workspace, answer(parameters)), token));
}

/** Runs steps without letting any of them wait for a model. */
function* impatient<T>({ models }: Workspace, steps: Generator<undefined, T>): Generator<undefined, T> {
  for (;;) {
    const next = models.withoutMaking(() => steps.next());
    if (next.done === true) return next.value;
    yield;
  }
}

/** The most restarts of an answer while texts keep changing. */
const mostBeginnings = 5;

/** Returns a factory of handlers whose answers read trees. */
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
        await unlessCancelled(workspace.settle(), token);
        if (token.isCancellationRequested) return cancelled();
      }
      return changedMeanwhile();
    });
    return answered(given, token);
  };
}
