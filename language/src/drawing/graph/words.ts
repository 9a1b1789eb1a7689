/**
 * The words in a picture of a graph that are no part of the model, and those that a page says in the same way.
 */
import type { PlanEffectKind } from '../../view/report/plan-overlay.ts';

/** What has happened to an entity, in a word. */
export const effectWords: Readonly<Record<PlanEffectKind | 'untouched', string>> = {
  destroyed: 'destroyed',
  held: 'held up',
  later: 'ends later',
  broken: 'broken',
  degraded: 'degraded',
  dangling: 'dangling',
  spared: 'spared',
  told: 'told before',
  notified: 'notified',
  untouched: 'untouched',
};

/** What is said of an order that a plan leaves out. */
export const givesWay = 'gives way';

/** Returns `3 nodes`, `1 node`. */
export const counted = (count: number, one: string, several: string): string =>
  `${count.toString()} ${count === 1 ? one : several}`;
