/**
 * The steps of a run as plain records: one row for each step of a list, and all that is to be seen at
 * one of them. Texts only; what they are made of is not known here.
 */

import type { StateRow } from './full-state.ts';

/** What kind of step it is, in the word that a list shows. */
export const stepKinds = ['start', 'message', 'timer', 'life', 'action', 'expectation', 'fault'] as const;
export type StepKind = (typeof stepKinds)[number];

/** What is wrong at a step, the gravest first. */
export const stepMarks = ['error', 'failure', 'remark'] as const;
export type StepMark = (typeof stepMarks)[number];

/** One step in one line. */
export interface RunRow {
  /** From 0, which is the start. */
  readonly step: number;
  /** The time after it, as it is written in the language. */
  readonly at: string;
  readonly kind: StepKind;
  readonly text: string;
  readonly mark?: StepMark;
}

/** Something that happened in a step. */
export interface StepEvent {
  readonly text: string;
  /** Whether there is a place in the text to go to. */
  readonly hasPlace: boolean;
}

/** What is different after a step: a name with a text before and after, or a name with what follows deeper. */
export interface ChangeRow {
  /** From 0. */
  readonly depth: number;
  readonly name: string;
  /** Absent where there was nothing of that name, or where the row only names what follows. */
  readonly before?: string;
  readonly after?: string;
}

/** An entity after a step. */
export interface EntityRow {
  readonly name: string;
  /** `alive`, `crashed`, `alive, degraded`. */
  readonly is: string;
  /** The states of its machine, outer ones first. */
  readonly state?: string;
  /** Its variables, `round = 1`. */
  readonly values: readonly string[];
  readonly hasChanged: boolean;
}

/** What may happen next, with its time. */
export interface NextRow {
  readonly text: string;
  readonly at: string;
}

/** A step with all that is to be seen at it. */
export interface StepView {
  readonly row: RunRow;
  /** Of an expectation that failed, or an error. */
  readonly problem?: {
    readonly message: string;
    readonly expected?: string;
    readonly found?: string;
    readonly because: readonly StepEvent[];
  };
  readonly events: readonly StepEvent[];
  readonly changes: readonly ChangeRow[];
  /** Those with a machine, and those that are not just alive. */
  readonly entities: readonly EntityRow[];
  /** How many more there are, all of them alive and without a machine, or beyond what can be shown. */
  readonly otherEntities: number;
  readonly next: readonly NextRow[];
  /** All that can be seen of the state, where that was asked for, and how many more lines it has than can be shown. */
  readonly full?: { readonly rows: readonly StateRow[]; readonly others: number };
}
