/**
 * The words in a picture of a graph that are not part of the model; pages use the same.
 */
import type { ChangeEffectKind, PlanEffectKind } from '../../view/report/plan-overlay.ts';

/** The effect on an entity, in a word or two. */
export const effectWords: Readonly<Record<PlanEffectKind | ChangeEffectKind | 'untouched', string>> = {
  refused: 'refuses',
  started: 'started',
  destroyed: 'destroyed',
  held: 'held up',
  later: 'ends later',
  broken: 'broken',
  degraded: 'degraded',
  dangling: 'dangling',
  spared: 'spared',
  notifiedFirst: 'notified first',
  notified: 'notified',
  removed: 'removed',
  added: 'added',
  worse: 'worse',
  better: 'better',
  changed: 'changed',
  cause: 'cause',
  untouched: 'untouched',
};

/** The effect that a refused plan would have on an entity. */
export const wouldWords: Readonly<typeof effectWords> = {
  ...effectWords,
  started: 'would start',
  destroyed: 'would end',
  held: 'would wait',
  later: 'would end later',
  broken: 'would break',
  degraded: 'would degrade',
  dangling: 'would dangle',
};

/** The label of an order that a plan drops. */
export const givesWay = 'gives way';

/** Returns a count with its noun: `3 nodes`, `1 node`. */
export const countedAs = (count: number, one: string, several: string): string =>
  `${count.toString()} ${count === 1 ? one : several}`;
