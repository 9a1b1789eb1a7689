/**
 * Long work in slices of time, so that typing stays responsive.
 */
import { delayNextTick } from 'langium';
import { type CancellationToken, LSPErrorCodes, ResponseError } from 'vscode-languageserver';

/** Milliseconds of work before other tasks may run. */
const slice = 15;

/** Runs all steps of some work and returns its result; stops if the request is cancelled or its input is outdated. */
export async function inSlices<T>(
  steps: Generator<undefined, T>,
  token: CancellationToken,
  isStale: () => boolean = () => false,
): Promise<T | ResponseError> {
  for (;;) {
    const end = performance.now() + slice;
    do {
      const next = steps.next();
      if (next.done === true) return next.value;
    } while (performance.now() < end);
    await readMessages();
    if (token.isCancellationRequested) return cancelled();
    if (isStale()) return changedMeanwhile();
  }
}

/** Lets the server read the messages sent meanwhile, such as a cancellation. */
export async function readMessages(): Promise<void> {
  // One tick takes a message from the stream, the next one hands it on.
  await delayNextTick();
  await delayNextTick();
}

/** Returns the answer to a request that its client has cancelled. */
export const cancelled = (): ResponseError =>
  new ResponseError(LSPErrorCodes.RequestCancelled, 'The request was cancelled.');

/** Returns the answer to a request about an outdated text. */
export const changedMeanwhile = (): ResponseError =>
  new ResponseError(LSPErrorCodes.ContentModified, 'The text has changed meanwhile.');
