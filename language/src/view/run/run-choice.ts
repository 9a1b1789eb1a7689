/**
 * What may happen after a step of a run, as plain records: what is due, what the environment may do, and
 * the faults that somebody may inject.
 */
import type { RunMove } from './run-summary.ts';

/** What kind of thing may happen: by the run itself, from outside, a fault of a PD, or one of the network. */
export const choiceGroups = ['run', 'outside', 'fault', 'network'] as const;
export type ChoiceGroup = (typeof choiceGroups)[number];

/** One of the things that may happen next. */
export interface RunChoice {
  readonly group: ChoiceGroup;
  /** `Save(1) from boss to a`, `crash server`. */
  readonly text: string;
  /** Its time, as it is written in the language, if it waits. */
  readonly at?: string;
  readonly move: RunMove;
  /** Whether it is what did happen next. */
  readonly isTaken: boolean;
}

/** What may happen after a step. */
export interface RunChoices {
  readonly step: number;
  readonly choices: readonly RunChoice[];
  /** How many more there are than can be listed. */
  readonly others: number;
}
