/**
 * The differences between two runs at one time, as plain records.
 */
import type { ChangeRow } from './run-step.ts';

/** The differences of one run from another. */
export interface RunDifference {
  /** The step of the run being viewed, and that of the other one at the same time. */
  readonly step: number;
  readonly other: number;
  /** The time, as written in the language. */
  readonly at: string;
  /** `before` is the value in the other run. */
  readonly changes: readonly ChangeRow[];
  /** The number of changes beyond those listed. */
  readonly otherChanges: number;
}
