/**
 * A line of a graph as a plain record: a relation, or what follows from the text.
 */
import type { LineKind } from '../model/drawn-kinds.ts';
import type { Span } from '../model/span.ts';
import type { Problem } from './problems.ts';

/** A piece of text for which a line is drawn. */
export interface LineReason {
  readonly text: string;
  readonly span: Span;
}

/** The need with a number that a line is a part of. */
export interface GraphQuorum {
  /** The same in all lines of one need, and in no others. */
  readonly key: string;
  /** At least so many of its targets must work. */
  readonly least: number;
  readonly of: number;
}

/** How a line differs from an earlier version; `changed`: it has another number or word. */
export const lineChanges = ['added', 'removed', 'changed'] as const;
/** One of these differences. */
export type LineChange = (typeof lineChanges)[number];

/** A line to draw: a relation, several that are one line in a picture, or what follows from the text. */
export interface GraphEdge {
  /** `source|kind|target`, followed by `#2`, `#3`, … for repetitions. */
  readonly id: string;
  readonly kind: LineKind;
  /** Ids of nodes. */
  readonly source: string;
  readonly target: string;
  /** The word after `as`; of messages their names, and of settings theirs. */
  readonly as?: string;
  readonly notify?: string;
  /** The number of relations of its kind that it represents, if more than one. */
  readonly count?: number;
  /** The relations it represents, if it is one line for several. */
  readonly members?: readonly GraphEdge[];
  /** The labels of the relations of other kinds that it represents besides its own. */
  readonly besides?: readonly string[];
  /** True if some of the relations that it represents lead back. */
  readonly isMutual?: true;
  /** Of messages: those that come back over the same line. */
  readonly reply?: string;
  readonly quorum?: GraphQuorum;
  /** Of a line to a gate: the number of its need in words. */
  readonly gate?: string;
  /** Of a line from a gate: the node whose need it is. */
  readonly gateOf?: string;
  /** The location of its target. */
  readonly span: Span;
  /** In a comparison: its location in the earlier version. */
  readonly before?: Span;
  /** In a comparison: how it differs from the earlier version. */
  readonly change?: LineChange;
  /** The pieces of text for which it is drawn, unless it is one relation: then `span` is. */
  readonly because?: readonly LineReason[];
  readonly problems?: readonly Problem[];
}
