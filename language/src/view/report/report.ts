/**
 * A report as plain records: tables and lists of text with signs, sort keys and targets. What is
 * reported is computed elsewhere, and how it looks is not said here.
 */
import type { EntityKind } from '../../model/entity-kind.ts';
import type { Span } from '../../model/span.ts';
import { planEffects, type PlanEffectKind } from './plan-overlay.ts';
import type { PlanQuestion } from './question.ts';

/** What a small picture beside a text says. */
export const reportSigns = [...planEffects, 'untouched', 'error', 'warning', 'information', 'hint'] as const;
export type ReportSign = (typeof reportSigns)[number];

/** Where a part of a report leads. */
export type ReportTarget =
  | { readonly kind: 'source'; readonly span: Span }
  /** The plan in the graph, as a whole or after a step. */
  | { readonly kind: 'plan'; readonly question: PlanQuestion; readonly step?: number }
  | { readonly kind: 'comparison'; readonly first: string; readonly second: string };

/** A place in `Report.targets`. */
export type TargetIndex = number;

/** One link of a reason chain. */
export interface ReportFact {
  readonly text: string;
  /** Where it is written, for people: `shop.aft:12`. */
  readonly place?: string;
  readonly target?: TargetIndex;
}

/** A number with what it counts. */
export interface ReportCount {
  readonly sign: ReportSign;
  readonly count: number;
}

export interface ReportCell {
  /** The whole cell in words, also where `counts` are shown instead. */
  readonly text: string;
  readonly counts?: readonly ReportCount[];
  /** What the cell is sorted by, the first number before the others; without it, by its text. */
  readonly order?: readonly number[];
  readonly target?: TargetIndex;
  /** How strongly it is marked, from 0 to 1; the text says the same. */
  readonly heat?: number;
}

export interface ReportColumn {
  readonly title: string;
  readonly isNumber: boolean;
}

export interface ReportTable {
  readonly kind: 'table';
  readonly title: string;
  readonly columns: readonly ReportColumn[];
  /** Of the tables of one group, one is shown at a time. */
  readonly group?: string;
  /** Each as long as the columns; the first cell is the row's name. */
  readonly rows: readonly (readonly ReportCell[])[];
  /** What to say where there are no rows. */
  readonly empty: string;
  readonly note?: string;
}

export interface ReportItem {
  readonly text: string;
  readonly detail?: string;
  /** The step in which it happens, from 1. */
  readonly step?: number;
  readonly sign?: ReportSign;
  readonly target?: TargetIndex;
  /** From the cause to the effect. */
  readonly because: readonly ReportFact[];
}

export interface ReportList {
  readonly kind: 'list';
  readonly title: string;
  readonly items: readonly ReportItem[];
  readonly empty: string;
  readonly note?: string;
}

/** One thing, or several that are alike, at its place in time. */
export interface TimelineBox extends Omit<ReportItem, 'sign'> {
  readonly sign: PlanEffectKind;
  /** Unique in its side. */
  readonly id: string;
  readonly kind: EntityKind;
  /** The entity that it stands for; absent where it stands for several. */
  readonly entity?: string;
  /** Not so in the plan that is beside this one. */
  readonly isDifferent: boolean;
}

export interface TimelineColumn {
  readonly title: string;
  /** The layer that it is, from 1. */
  readonly step?: number;
  readonly boxes: readonly TimelineBox[];
  /** How many more there are that are not drawn. */
  readonly more: number;
}

/** From a box to one in a later column. */
export interface TimelineLine {
  readonly from: string;
  readonly to: string;
  /** An order that has to be kept; a message before the end, to `from`; one after it, to `to`. */
  readonly kind: 'order' | 'told' | 'notified';
  readonly text: string;
  readonly because: readonly ReportFact[];
}

/** One plan: from left to right, what may happen at the same time stands in one column. */
export interface TimelineSide {
  readonly title: string;
  readonly columns: readonly TimelineColumn[];
  readonly lines: readonly TimelineLine[];
}

/** The picture of a plan, or of two beside each other. */
export interface ReportTimeline {
  readonly kind: 'timeline';
  readonly title: string;
  readonly sides: readonly TimelineSide[];
  /** What to say where nothing happens. */
  readonly empty: string;
  readonly note?: string;
}

export type ReportSection = ReportTable | ReportList | ReportTimeline;

/** What is read of a report. */
export interface ReportText {
  readonly title: string;
  /** Sentences under the title. */
  readonly about: readonly string[];
  /** The signs in counts, for a legend; empty where there are none. */
  readonly legend: readonly ReportSign[];
  readonly sections: readonly ReportSection[];
}

/** A report with what its parts lead to. */
export interface Report extends ReportText {
  readonly targets: readonly ReportTarget[];
}
