/**
 * Requests with long answers: worked on in slices of time, and stopped on cancellation.
 */
import { ResponseError } from 'vscode-languageserver';
import { describeError } from '../workspace/files/describe-error.ts';
import { respond, type Server } from './guard.ts';
import { beginProgress, type RequestProgress } from './request-progress.ts';
import type { Method } from '../protocol/protocol.ts';
import { inSlices } from '../workspace/slices.ts';
import type { Refusal } from '../../../language/src/model/common/answer.ts';

/** The parts of a long request. */
interface LongWork<P, R, T> {
  /** The answer after an internal error. */
  readonly failed: Refusal;
  /** A clause for the progress, such as `Running a scenario`. */
  readonly title: string;
  /** Returns the work, or a sentence that says why there is none; `report` takes its progress. */
  readonly begin: (parameters: P, report: RequestProgress['report']) => Generator<undefined, T> | string;
  readonly finish: (made: T) => R;
}

/** Registers the handler of a long request. */
export function onLong<P, R, T>(
  { connection, guarded }: Server,
  request: Method<P, R | Refusal>,
  { failed, title, begin, finish }: LongWork<P, R | Refusal, T>,
): void {
  const { method } = request;
  respond(connection, request, async (parameters, token) => {
    const progress = beginProgress(connection, parameters, title);
    const begun = guarded(method, { steps: failed.refusal }, (given: P) => ({ steps: begin(given, progress.report) }));
    try {
      const work = await begun(parameters, token);
      if (work instanceof ResponseError) return work;
      if (typeof work.steps === 'string') return { refusal: work.steps };
      const made = await inSlices(work.steps, token);
      return made instanceof ResponseError ? made : finish(made);
    } catch (error) {
      connection.console.error(`The request ${method} failed: ${describeError(error)}`);
      return failed;
    } finally {
      progress.end();
    }
  });
}

/** Work on something closed returns nothing, which is no failure. */
export function* nothingIfClosed(): Generator<undefined, undefined> {
  yield;
  return undefined;
}
