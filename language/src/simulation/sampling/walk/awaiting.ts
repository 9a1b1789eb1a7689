/** Follows the condition that a walk waits for, as `judgeRun` does in a run of the kernel. */
import { outcomeOfEnd, reached, type RunEnd, type RunResult } from '../run-outcome.ts';
import type { CoreWalk } from './core-walk.ts';

/** The watch of one walk after the other. */
export interface Awaiting {
  /** Has to be called at the start. */
  readonly begin: () => void;
  /** Watches where the walk is; returns true if the condition has come to hold. */
  readonly note: () => boolean;
  /** Returns the outcome of a run, and for how long the condition did not hold before it came, in microseconds. */
  readonly end: (end: RunEnd) => Pick<RunResult, 'outcome' | 'recovery'>;
}

/** Creates the watch of walks, which may wait for nothing. */
export function createAwaiting(isWaiting: boolean, { standing }: CoreWalk): Awaiting {
  let [holds, hasEverFailed, since]: [boolean, boolean, number] = [false, false, 0];
  let recovery: number | undefined;
  return {
    begin: () => {
      holds = standing.kind.isAwaited;
      [hasEverFailed, since, recovery] = [!holds, standing.now, undefined];
    },
    note: () => {
      if (!isWaiting || standing.kind.isAwaited === holds) return false;
      if (!holds) recovery = standing.now - since;
      holds = !holds;
      since = standing.now;
      hasEverFailed ||= !holds;
      return recovery !== undefined;
    },
    end: (end) => ({
      outcome: recovery === undefined ? outcomeOfEnd(end, isWaiting ? hasEverFailed : undefined) : reached,
      recovery,
    }),
  };
}
