/**
 * What a report can be asked for: plain records that travel, are saved and are asked again.
 */
import type { EntityKind } from '../../model/entity-kind.ts';
import type { Policy } from '../../model/policy.ts';

/** The kinds of an end that can be planned. */
export const planEnds = ['crash', 'destroy', 'remove', 'delete', 'collect', 'since'] as const;
export type PlanEnd = (typeof planEnds)[number];

/** The ways to delete an object that has dependents. */
export const deletionModes = ['background', 'foreground', 'orphan'] as const satisfies readonly Policy['deletion'][];
export type DeletionMode = (typeof deletionModes)[number];

/** When things are collected: on demand, or around a deployment. */
export const collectionMoments = ['demand', 'before', 'after'] as const;

/** A planned end, in the words of the command line. */
export interface PlanQuestion {
  readonly kind: 'plan';
  readonly end: PlanEnd;
  /** A qualified name; for `collect` a moment, for `since` the URI of the older model. */
  readonly of: string;
  readonly deletion?: DeletionMode;
  /** Default: `default`. */
  readonly policy?: string;
  /** A policy to compare with; a report shows both plans, a graph the first. */
  readonly against?: string;
}

/** The ends that the graph of one model can show; `since` is about two models. */
export const drawnEnds: readonly PlanEnd[] = planEnds.filter((end) => end !== 'since');

/** Returns whether an end can be that of an entity of a kind; a collection and `since` are of none. */
export function canMeet(end: PlanEnd, kind: EntityKind): boolean {
  switch (end) {
    case 'crash':
      return kind === 'pd' || kind === 'node';
    case 'destroy':
      return true;
    case 'remove':
    case 'delete':
      return kind === 'object';
    case 'collect':
    case 'since':
      return false;
  }
}

/** Returns the question what the crash of a PD or node does under a policy. */
export const crashQuestion = (of: string, policy: string): PlanQuestion => ({ kind: 'plan', end: 'crash', of, policy });

export interface ComparisonQuestion {
  readonly kind: 'comparison';
  /** Names of PDs. */
  readonly first: string;
  readonly second: string;
}

export interface PointsQuestion {
  readonly kind: 'points';
  /** Default: `default`. */
  readonly policy?: string;
}

export type ReportQuestion =
  { readonly kind: 'matrix' } | PlanQuestion | { readonly kind: 'isolation' } | ComparisonQuestion | PointsQuestion;

/** The kinds of questions. */
export const reportKinds = ['matrix', 'plan', 'isolation', 'comparison', 'points'] as const;
export type ReportKind = (typeof reportKinds)[number];
