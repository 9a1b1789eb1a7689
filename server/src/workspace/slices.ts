/**
 * Work that may take long, done a slice of time after the other, so that typing goes on meanwhile.
 */
import { delayNextTick } from 'langium';
import { type CancellationToken, LSPErrorCodes, ResponseError } from 'vscode-languageserver';

/** For so many milliseconds work is done before others have their turn. */
const slice = 15;

/**
 * Does all steps of a work, and returns its result; stops when whoever asked takes the question back, and where what it
 * reads is of no use any more.
 */
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
    // One turn takes a message, such as the end of this request, from the stream, the other hands it on.
    await delayNextTick();
    await delayNextTick();
    if (token.isCancellationRequested)
      return new ResponseError(LSPErrorCodes.RequestCancelled, 'The request was cancelled.');
    if (isStale()) return changedMeanwhile();
  }
}

/** The answer to a question about a text that is not there any more. */
export const changedMeanwhile = (): ResponseError =>
  new ResponseError(LSPErrorCodes.ContentModified, 'The text has changed meanwhile.');
