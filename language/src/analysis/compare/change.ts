/**
 * The difference between the consequences of two models, a base and a head: what changes when something crashes or
 * ends. Entities are matched by their names.
 */
import type { EntityKind } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import type { Severity } from '../../model/finding.ts';

/**
 * The fates of an entity in an event, the worst first. Of several, the worst counts; `absent`: the model has no such
 * entity.
 */
export const comparedFates = ['destroyed', 'broken', 'degraded', 'dangling', 'untouched', 'absent'] as const;
/** One of the fates. */
export type ComparedFate = (typeof comparedFates)[number];

/**
 * The crash of a PD or node, the orderly end of an entity (an object is deleted, anything else is destroyed), the
 * teardown of the whole model, or nothing yet: the start.
 */
export interface ComparedEvent {
  readonly kind: 'crash' | 'deletion' | 'destruction' | 'teardown' | 'start';
  /** The entity's name; empty for a teardown and the start. */
  readonly name: string;
  /** The only model that has this event, if the other one lacks the entity or has it as another kind. */
  readonly in?: Side;
}

/** The two models that are compared. */
export type Side = 'base' | 'head';

/** Why something happens in one of the models. */
export interface Reason {
  readonly side: Side;
  /** From the cause to the effect; ids are those of that model. */
  readonly because: readonly Fact[];
}

/** Entities with another fate than before, in the same way in each of some events. */
export interface FateChange {
  readonly kind: 'fate';
  readonly events: readonly ComparedEvent[];
  readonly entities: readonly string[];
  readonly from: ComparedFate;
  readonly to: ComparedFate;
  /** The policies under which it is so; absent if it is so under all, or does not depend on them. */
  readonly policies?: readonly string[];
  /** For the first event and entity. */
  readonly reason: Reason;
}

/** Entities that end in the opposite order. */
export interface OrderChange {
  readonly kind: 'order';
  readonly events: readonly ComparedEvent[];
  /** Each as in the head, the first one first. */
  readonly pairs: readonly (readonly [first: string, then: string])[];
  /** The number of all such pairs. */
  readonly count: number;
}

/** What refuses an orderly end, or keeps it from coming to its end, in only one of the models. */
export interface BlockChange {
  readonly kind: 'refusal' | 'deadlock';
  readonly events: readonly ComparedEvent[];
  readonly in: Side;
  /** The protected entities, or those that wait forever. */
  readonly entities: readonly string[];
  /** True if others refuse it in both models. */
  readonly isStill?: boolean;
  readonly reason: Reason;
}

/** Minimal cut sets of a goal in one of the models, without a subset that is a cut set in the other. */
export interface CutSetChange {
  readonly kind: 'cut set';
  /** The subjects, and what they need. */
  readonly goal: { readonly subjects: readonly string[]; readonly needs: readonly string[] };
  readonly in: Side;
  readonly sets: readonly (readonly string[])[];
  /** The sets of the other model that contain one of these. */
  readonly instead: readonly (readonly string[])[];
}

/** Entities or policies that only one of the models has; an entity of another kind is another one. */
export interface EntityChange {
  readonly kind: 'entity';
  readonly in: Side;
  readonly entityKind: EntityKind | 'policy';
  readonly entities: readonly string[];
}

/** Entities whose start is another in the head: by `doomed`, or by `absent`. */
export interface DoomedChange {
  readonly kind: 'doomed';
  readonly entities: readonly string[];
  readonly from: AtStart;
  readonly to: AtStart;
  /** For the first entity. */
  readonly reason: Reason;
}

/** The start of an entity: it `ended` before anything happens, is `ending` and held up, `absent`, or `there`. */
export type AtStart = 'ended' | 'ending' | 'absent' | 'there';

/** A finding that only one of the models has. */
export interface FindingChange {
  readonly kind: 'finding';
  readonly in: Side;
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
}

/** A scenario or a check whose result differs; without a result the model does not have it. */
export interface ResultChange {
  readonly kind: 'scenario' | 'check';
  readonly title: string;
  readonly from: Result | undefined;
  readonly to: Result | undefined;
}

/**
 * A metric for which the head declares a budget in a scenario or check: its value at the start; without one the model
 * has none, because an entity is not there.
 */
export interface MetricChange {
  readonly kind: 'metric';
  /** The metric as the language writes it, such as `rsi(a, b, file)`. */
  readonly metric: string;
  /** The comparison that is to hold, such as `<= 1/2`. */
  readonly budget: string;
  readonly from: MetricValue | undefined;
  readonly to: MetricValue | undefined;
  /** The title of the scenario or check that declares the budget. */
  readonly title: string;
}

/** The value of a metric as text, and whether it is within its budget. */
export interface MetricValue {
  readonly value: string;
  readonly isWithin: boolean;
}

/** The result of a scenario or a check. */
export type Result = 'passed' | 'failed' | 'undecided';

/** One difference. */
export type Change =
  | FateChange
  | DoomedChange
  | OrderChange
  | BlockChange
  | CutSetChange
  | EntityChange
  | FindingChange
  | MetricChange
  | ResultChange;

/** The effect of a change: worse, better, or neither. */
export type Direction = 'worse' | 'better' | 'other';

/** Returns the direction of a change. */
export function directionOf(change: Change): Direction {
  switch (change.kind) {
    case 'fate':
      if (change.from === 'absent') return 'other';
      return comparedFates.indexOf(change.to) < comparedFates.indexOf(change.from) ? 'worse' : 'better';
    case 'doomed':
      if (change.to === 'absent' || change.from === 'absent') return change.to === 'ended' ? 'worse' : 'other';
      if (change.to === 'there') return 'better';
      return change.from === 'there' ? 'worse' : 'other';
    case 'metric':
      return directionOfMetric(change);
    case 'order':
    case 'entity':
      return 'other';
    case 'refusal':
      return change.in === 'head' || change.isStill === true ? 'other' : 'worse';
    case 'finding':
      if (change.severity === 'hint' || change.severity === 'information') return 'other';
      return change.in === 'head' ? 'worse' : 'better';
    case 'deadlock':
    case 'cut set':
      return change.in === 'head' ? 'worse' : 'better';
    case 'scenario':
    case 'check':
      return directionOfResult(change);
  }
}

function directionOfMetric({ from, to }: MetricChange): Direction {
  if (to === undefined || from?.isWithin === to.isWithin) return 'other';
  if (!to.isWithin) return 'worse';
  return from === undefined ? 'other' : 'better';
}

function directionOfResult({ from, to }: ResultChange): Direction {
  if (to === undefined) return from === 'passed' ? 'worse' : 'other';
  if (to === 'failed') return 'worse';
  if (to === 'undecided') return from === 'passed' ? 'worse' : 'other';
  return from === undefined ? 'other' : 'better';
}

/** Sorts changes: the worst first, then what is neither, then what is better. Keeps the order of equal ones. */
export const worstFirst = (changes: readonly Change[]): Change[] =>
  changes.toSorted((one, other) => weightOf(other) - weightOf(one));

const directions: Readonly<Record<Direction, number>> = { worse: 2, other: 1, better: 0 };

function weightOf(change: Change): number {
  return 1000 * directions[directionOf(change)] + within(change);
}

function within(change: Change): number {
  switch (change.kind) {
    case 'check':
    case 'scenario':
      return 900;
    case 'deadlock':
      return 800;
    case 'metric':
      return 750;
    case 'doomed':
      return 650;
    case 'cut set':
      return 700 - Math.min(...change.sets.map(({ length }) => length));
    case 'fate':
      return 600 - 100 * comparedFates.indexOf(directionOf(change) === 'better' ? change.from : change.to);
    case 'refusal':
      return 350;
    case 'finding':
      return 300;
    case 'order':
      return 200;
    case 'entity':
      return 100;
  }
}
