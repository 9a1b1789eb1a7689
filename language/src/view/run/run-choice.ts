/**
 * The choices after a step of a run as plain records: what is due, what the environment may do, and the faults that a
 * user may inject.
 */
import type { NextMove } from './run-summary.ts';

/** The groups of choices: by the run itself, from outside, a fault of a PD, or one of the network. */
export const choiceGroups = ['run', 'outside', 'fault', 'network'] as const;
/** One of the groups. */
export type ChoiceGroup = (typeof choiceGroups)[number];

/** One possible next event. */
export interface RunChoice {
  readonly group: ChoiceGroup;
  /** `Save(1) from boss to a`, `crash server`. */
  readonly text: string;
  /** Its time as written in the language, if it waits. */
  readonly at?: string;
  /** The entity that it is about: the receiver of a message, or the one that has the timer or the fault. */
  readonly entity?: string;
  readonly move: NextMove;
  /** True if it is what happened next. */
  readonly isTaken: boolean;
}

/** The choices after a step. */
export interface RunChoices {
  readonly step: number;
  readonly choices: readonly RunChoice[];
  /** The number of choices beyond those listed. */
  readonly others: number;
}
