/**
 * What ends a run: a mistake of the model that shows only while it runs. It is thrown where it is
 * found and caught at the end of the step, where it becomes a finding.
 */
import type { PlaceId } from '../../model/action.ts';

/** The codes of what ends a run; each has its page among the findings. */
export type RunErrorCode =
  | 'run/range'
  | 'run/number'
  | 'run/endless'
  | 'run/work'
  | 'run/value'
  | 'run/requirement'
  | 'run/destruction'
  | 'run/past';

/** Ends the run. `place` is the innermost piece of text known to be at fault. */
export class RunError extends Error {
  readonly code: RunErrorCode;
  readonly place: PlaceId | undefined;

  constructor(code: RunErrorCode, message: string, place?: PlaceId) {
    super(message);
    this.name = 'RunError';
    this.code = code;
    this.place = place;
  }
}

/** What is read has no value yet: parameters of all machines are set at the start, one after the other. */
export class NotYet extends RunError {
  constructor(name: string) {
    super('run/value', `"${name}" is needed for its own value.`);
    this.name = 'NotYet';
  }
}

/** Runs `work`; an error in it that knows no place gets this one. */
export function at<T>(place: PlaceId, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw placed(error, place);
  }
}

/** Returns what was thrown, with a place if it is an error of the run that knows none. */
export function placed(error: unknown, place: PlaceId): unknown {
  return error instanceof RunError && error.place === undefined
    ? new RunError(error.code, error.message, place)
    : error;
}
