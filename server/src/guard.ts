/**
 * How requests are answered: once the trees are up to date, not at all when they are cancelled, and
 * with nothing when the answer fails.
 */
import { delayNextTick } from 'langium';
import { type CancellationToken, type Connection, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { Completer } from './completion/complete.ts';
import type { Conversion } from './convert.ts';
import { describeError } from './describe-error.ts';
import type { Workspace } from './workspace.ts';

/** What the handlers of requests share. */
export interface Server {
  readonly connection: Connection;
  readonly workspace: Workspace;
  readonly completer: Completer;
  /** How to write for this client; known once it has introduced itself. */
  readonly conversion: () => Conversion;
  /** Makes a handler that waits for the trees, and answers `otherwise` when it fails. */
  readonly guarded: <P, R>(name: string, otherwise: R, answer: (parameters: P) => R) => Guarded<P, R>;
}

type Guarded<P, R> = (parameters: P, token: CancellationToken) => Promise<R | ResponseError>;

/** Returns what makes handlers for a workspace. */
export function guard(workspace: Workspace, log: (message: string) => void): Server['guarded'] {
  return (name, otherwise, answer) => async (parameters, token) => {
    try {
      await readMore();
      if (!token.isCancellationRequested) await workspace.settle();
      await readMore();
      if (token.isCancellationRequested)
        return new ResponseError(LSPErrorCodes.RequestCancelled, 'The request was cancelled.');
      return answer(parameters);
    } catch (error) {
      log(`The request ${name} failed: ${describeError(error)}`);
      return otherwise;
    }
  };
}

/** Lets what the client has sent meanwhile, such as the end of a request, be read first. */
async function readMore(): Promise<void> {
  // One turn takes the message from the stream, the other hands it on.
  await delayNextTick();
  await delayNextTick();
}
