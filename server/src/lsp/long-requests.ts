/**
 * Requests whose answers may take long: they are worked on a slice of time after the other, and end when
 * whoever asked takes the question back.
 */
import { type CancellationToken, ResponseError } from 'vscode-languageserver';
import { describeError } from '../workspace/describe-error.ts';
import type { Server } from './guard.ts';
import type { Method } from '../protocol/protocol.ts';
import { inSlices } from '../workspace/slices.ts';
import type { Refusal } from '../../../language/src/model/answer.ts';

/** How a request is answered whose work may take long. */
interface LongWork<P, R, T> {
  /** The answer if something goes wrong inside. */
  readonly failed: Refusal;
  /** Returns the work, or one sentence why there is none. */
  readonly begin: (parameters: P) => Generator<undefined, T> | string;
  readonly finish: (made: T) => R;
}

/** Registers the handler of such a request. */
export function onLong<P, R, T>(
  { connection, guarded }: Server,
  { method }: Method<P, R | Refusal>,
  { failed, begin, finish }: LongWork<P, R | Refusal, T>,
): void {
  const begun = guarded(method, { steps: failed.error }, (given: P) => ({
    steps: begin(given),
  }));
  connection.onRequest(method, async (parameters: P, token: CancellationToken) => {
    const work = await begun(parameters, token);
    if (work instanceof ResponseError) return work;
    if (typeof work.steps === 'string') return { refusal: work.steps };
    try {
      const made = await inSlices(work.steps, token);
      return made instanceof ResponseError ? made : finish(made);
    } catch (error) {
      connection.console.error(`The request ${method} failed: ${describeError(error)}`);
      return failed;
    }
  });
}

/** What is closed has nothing to give, which is no failure. */
export function* nothing(): Generator<undefined, undefined> {
  yield;
  return undefined;
}
