/**
 * How two runs differ at one time, as plain records.
 */
import type { ChangeRow } from './run-step.ts';

/** What one run has otherwise than another. */
export interface RunDifference {
  /** The step of the run that is looked at, and that of the other one at the same time. */
  readonly step: number;
  readonly other: number;
  /** The time, as it is written in the language. */
  readonly at: string;
  /** `before` is how the other run has it. */
  readonly changes: readonly ChangeRow[];
  /** How many more there are than can be listed. */
  readonly otherChanges: number;
}
