/**
 * The error that ends a run: a mistake in the model that shows only while it runs. It is thrown where it is detected
 * and caught at the end of the step, where it becomes a finding.
 */
import type { PlaceId } from '../../model/machines/action.ts';
import { t } from '../../model/common/translation.ts';

/** The codes of the errors that end a run; each has its page among the findings. */
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

/** The name that is read has no value yet: at the start, the parameters of all machines are set one after the other. */
export class NotYet extends RunError {
  constructor(name: string) {
    super('run/value', t`"${name}" depends on its own value.`);
    this.name = 'NotYet';
  }
}

/** Runs `work`; an error in it that knows no place gets this one. */
export function located<T>(place: PlaceId, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw placed(error, place);
  }
}

/** Returns the error that was thrown; an error of the run without a place gets this one. */
export function placed(error: unknown, place: PlaceId): unknown {
  return error instanceof RunError && error.place === undefined
    ? new RunError(error.code, error.message, place)
    : error;
}
