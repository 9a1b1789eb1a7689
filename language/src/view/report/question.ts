/**
 * The questions that a report answers: plain records that can be sent, saved and asked again.
 */
import type { EntityKind } from '../../model/entity-kind.ts';
import type { DeletionMode } from '../../model/policy.ts';

/** The kinds of events that can be planned. */
export const planEnds = [
  'crash',
  'destroy',
  'evict',
  'drain',
  'remove',
  'delete',
  'collect',
  'since',
  'start',
  'recover',
] as const;
/** One of these kinds. */
export type PlanEnd = (typeof planEnds)[number];

/** The moments of a collection: on demand, or around a deployment. */
export const collectionMoments = ['demand', 'before', 'after'] as const;

/** A planned event, with the terms of the command line. */
export interface PlanQuestion {
  readonly kind: 'plan';
  readonly end: PlanEnd;
  /**
   * A qualified name; for `collect` the moment, for `since` the URI of the older model; empty for a start of
   * everything.
   */
  readonly of: string;
  /** The entities of the same event, besides `of`. */
  readonly also?: readonly string[];
  readonly deletion?: DeletionMode;
  /** Default: `default`. */
  readonly policy?: string;
  /** A policy to compare with; a report shows both plans, a graph the first. */
  readonly against?: string;
}

/** The events that the graph can show: those in one model. `since` is about two. */
export const drawnEnds: readonly PlanEnd[] = planEnds.filter((end) => end !== 'since');

/** Returns true if an event applies to entities of a kind; a collection and `since` have no entity. */
export function canMeet(end: PlanEnd, kind: EntityKind): boolean {
  switch (end) {
    case 'crash':
    case 'recover':
      return kind === 'pd' || kind === 'node';
    case 'destroy':
    case 'evict':
    case 'start':
      return true;
    case 'drain':
      return kind === 'node';
    case 'remove':
    case 'delete':
      return kind === 'object';
    case 'collect':
    case 'since':
      return false;
  }
}

/** Returns the question about the crash of PDs and nodes in one event under a policy. */
export const crashQuestion = (of: string, policy: string, also: readonly string[] = []): PlanQuestion => ({
  kind: 'plan',
  end: 'crash',
  of,
  ...(also.length > 0 && { also }),
  policy,
});

/** The comparison of two PDs. */
export interface ComparisonQuestion {
  readonly kind: 'comparison';
  /** Names of PDs. */
  readonly first: string;
  readonly second: string;
}

/** The events that a matrix can be of. */
export const matrixEvents = ['crash', 'destroy', 'evict', 'delete'] as const satisfies readonly PlanEnd[];

/** One of these events. */
export type MatrixEvent = (typeof matrixEvents)[number];

/** The effects of an event of each entity under each policy. */
export interface MatrixQuestion {
  readonly kind: 'matrix';
  /** Default: a crash. */
  readonly end?: MatrixEvent;
}

/** The single points of failure under a policy. */
export interface PointsQuestion {
  readonly kind: 'points';
  /** Default: `default`. */
  readonly policy?: string;
}

/** The comparison of a model's consequences with those of an earlier version. */
export interface ChangesQuestion {
  readonly kind: 'changes';
  /** The URI of the earlier version. */
  readonly base: string;
  /** Its name for readers, such as "the last commit". */
  readonly name: string;
}

/** A question that a report can answer. */
export type ReportQuestion =
  | MatrixQuestion
  | PlanQuestion
  | { readonly kind: 'isolation' }
  | ComparisonQuestion
  | PointsQuestion
  | ChangesQuestion;

/** Returns the URI of the other model that a question is about, if it is about two. */
export function otherModelOf(question: ReportQuestion): string | undefined {
  if (question.kind === 'changes') return question.base;
  return question.kind === 'plan' && question.end === 'since' ? question.of : undefined;
}

/** The kinds of questions. */
export const reportKinds = ['matrix', 'plan', 'isolation', 'comparison', 'points', 'changes'] as const;
/** One of these kinds. */
export type ReportKind = (typeof reportKinds)[number];
