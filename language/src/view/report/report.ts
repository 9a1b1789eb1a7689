/**
 * A report as plain records: tables and lists of text with signs, sort keys and targets. Independent of how its content
 * is computed and displayed.
 */
import type { EntityKind } from '../../model/entity-kind.ts';
import type { Span } from '../../model/span.ts';
import { planEffects, type PlanEffectKind } from './plan-overlay.ts';
import type { ChangesQuestion, PlanQuestion } from './question.ts';

/** The small signs beside a text. */
export const reportSigns = [...planEffects, 'untouched', 'error', 'warning', 'information', 'hint'] as const;
/** One of the signs. */
export type ReportSign = (typeof reportSigns)[number];

/** The target of a link in a report. */
export type ReportTarget =
  | { readonly kind: 'source'; readonly span: Span }
  /** The plan in the graph, as a whole or after a step. */
  | { readonly kind: 'plan'; readonly question: PlanQuestion; readonly step?: number }
  /** A comparison with an earlier version in the graph, as a whole or at one of its differences. */
  | { readonly kind: 'changes'; readonly question: ChangesQuestion; readonly step?: number }
  | { readonly kind: 'comparison'; readonly first: string; readonly second: string };

/** An index into `Report.targets`. */
export type TargetIndex = number;

/** One link of a reason chain. */
export interface ReportFact {
  readonly text: string;
  /** Its location for readers: `shop.aft:12`. */
  readonly place?: string;
  readonly target?: TargetIndex;
}

/** A number with the sign of what it counts. */
export interface ReportCount {
  readonly sign: ReportSign;
  readonly count: number;
}

/** A cell of a table. */
export interface ReportCell {
  /** The whole cell in words, even if `counts` are shown instead. */
  readonly text: string;
  readonly counts?: readonly ReportCount[];
  /** The sort key of the cell, the first number before the others; the text if absent. */
  readonly order?: readonly number[];
  readonly target?: TargetIndex;
  /** More words, shown beside the pointer. */
  readonly hint?: string;
  /** The strength of its marking, from 0 to 1; the text says the same. */
  readonly heat?: number;
}

/** A column of a table. */
export interface ReportColumn {
  readonly title: string;
  readonly isNumber: boolean;
}

/** A table. */
export interface ReportTable {
  readonly kind: 'table';
  readonly title: string;
  readonly columns: readonly ReportColumn[];
  /** Only one table of a group is shown at a time. */
  readonly group?: string;
  /** Each as long as the columns; the first cell is the row's name. */
  readonly rows: readonly (readonly ReportCell[])[];
  /** The text if there are no rows. */
  readonly empty: string;
  readonly note?: string;
}

/** An item of a list. */
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

/** A list of items. */
export interface ReportList {
  readonly kind: 'list';
  readonly title: string;
  readonly items: readonly ReportItem[];
  readonly empty: string;
  readonly note?: string;
}

/** One entity, or several similar ones, at a position in time. */
export interface TimelineBox extends Omit<ReportItem, 'sign'> {
  readonly sign: PlanEffectKind;
  /** Unique in its side. */
  readonly id: string;
  readonly kind: EntityKind;
  /** The entity that it represents; absent if it represents several. */
  readonly entity?: string;
  /** True if it differs in the plan beside this one. */
  readonly isDifferent: boolean;
}

/** A column of a timeline. */
export interface TimelineColumn {
  readonly title: string;
  /** Its layer, from 1. */
  readonly step?: number;
  readonly boxes: readonly TimelineBox[];
  /** The number of entities that are not drawn. */
  readonly more: number;
}

/** A line from a box to one in a later column. */
export interface TimelineLine {
  readonly from: string;
  readonly to: string;
  /** An order to keep; a message to `from` before the end; or a message to `to` after it. */
  readonly kind: 'order' | 'notifiedFirst' | 'notified';
  readonly text: string;
  readonly because: readonly ReportFact[];
}

/** One plan from left to right; what may happen at the same time shares a column. */
export interface TimelineSide {
  readonly title: string;
  readonly columns: readonly TimelineColumn[];
  readonly lines: readonly TimelineLine[];
}

/** The picture of a plan, or of two side by side. */
export interface ReportTimeline {
  readonly kind: 'timeline';
  readonly title: string;
  readonly sides: readonly TimelineSide[];
  /** The text if nothing happens. */
  readonly empty: string;
  readonly note?: string;
}

/** A section of a report. */
export type ReportSection = ReportTable | ReportList | ReportTimeline;

/** The text of a report. */
export interface ReportText {
  readonly title: string;
  /** Sentences below the title. */
  readonly about: readonly string[];
  /** The signs in counts, for a legend; empty if there are none. */
  readonly legend: readonly ReportSign[];
  readonly sections: readonly ReportSection[];
}

/** A report with the targets of its links. */
export interface Report extends ReportText {
  readonly targets: readonly ReportTarget[];
}
