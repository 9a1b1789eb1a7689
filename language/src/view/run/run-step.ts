/**
 * The steps of a run as plain records: one row for each step of a list, and the full view of one step. Texts only,
 * independent of how they are made.
 */

import type { StateRow } from './full-state.ts';

/** The kinds of steps, as shown in a list. */
export const stepKinds = ['start', 'message', 'timer', 'life', 'action', 'expectation', 'fault', 'recovery'] as const;
/** One of the kinds. */
export type StepKind = (typeof stepKinds)[number];

/** The marks of a step with something wrong, the most severe first. */
export const stepMarks = ['error', 'failure', 'remark'] as const;
/** One of the marks. */
export type StepMark = (typeof stepMarks)[number];

/** One step in one line. */
export interface RunRow {
  /** From 0, the start. */
  readonly step: number;
  /** The time after it, as written in the language. */
  readonly at: string;
  readonly kind: StepKind;
  readonly text: string;
  readonly mark?: StepMark;
  /** The lines of a log that the step explains. */
  readonly lines?: readonly string[];
}

/** An event in a step. */
export interface StepEvent {
  readonly text: string;
  /** True if it has a location in the text. */
  readonly hasPlace: boolean;
}

/** A change in a step: a name with a text before and after, or a name with deeper rows after it. */
export interface ChangeRow {
  /** From 0. */
  readonly depth: number;
  readonly name: string;
  /** Absent if there was nothing of that name, or if the row only names what follows. */
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
  /** Its variables: `round = 1`. */
  readonly values: readonly string[];
  readonly hasChanged: boolean;
}

/** An event that may happen next, with its time. */
export interface NextRow {
  readonly text: string;
  readonly at: string;
}

/** The view of a step. */
export interface StepView {
  readonly row: RunRow;
  /** The failed expectation or the error. */
  readonly problem?: {
    readonly message: string;
    readonly expected?: string;
    readonly found?: string;
    readonly because: readonly StepEvent[];
  };
  readonly events: readonly StepEvent[];
  readonly changes: readonly ChangeRow[];
  /** The entities with a machine, and those that are not simply alive. */
  readonly entities: readonly EntityRow[];
  /** The number of other entities: alive and without a machine, or beyond what can be shown. */
  readonly otherEntities: number;
  readonly next: readonly NextRow[];
  /** The full state, if requested, and the number of lines beyond those shown. */
  readonly full?: { readonly rows: readonly StateRow[]; readonly others: number };
}
