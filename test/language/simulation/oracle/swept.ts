/** What a collection ends in the world of the second executor: what is protected counts as a root. */
import { fatesOf, standingsOf } from './ending.ts';
import { type Moment, unreachedFrom } from './reached.ts';
import { vetoed } from './refusing.ts';
import type { Scene } from './world.ts';

/** The entities that a collection ends, those of them that no root reaches, and what it keeps. */
interface Swept {
  readonly ending: number[];
  readonly found: readonly number[];
  readonly kept: ReadonlySet<number>;
}

/** Returns what a collection ends. */
export function swept(scene: Scene, moment: Moment): Swept {
  const kept = new Set<number>();
  for (;;) {
    const [ending, found] = sweep(scene, moment, kept);
    const step = { ending, named: [], isEviction: false, policy: scene.policy };
    const more = vetoed({ ...scene, reach: () => undefined }, step);
    if (more.length === 0) return { ending, found, kept };
    scene.reach('collection that keeps the protected');
    for (const id of more) kept.add(id);
  }
}

function sweep(
  scene: Scene,
  moment: Moment,
  kept: ReadonlySet<number>,
): readonly [ending: number[], found: readonly number[]] {
  const taken = new Set<number>();
  for (;;) {
    const unreached = unreachedFrom(scene, moment, { roots: kept, without: taken });
    const more = fatesBut(scene, [...unreached, ...taken], kept).filter((id) => !taken.has(id));
    if (more.length === 0) return [[...unreached, ...taken].sort((a, b) => a - b), unreached];
    scene.reach('collection that takes along');
    for (const id of more) taken.add(id);
  }
}

/** Returns what ends with some entities, but for what is kept. */
export function fatesBut(scene: Scene, ids: readonly number[], kept: ReadonlySet<number>): number[] {
  const on = standingsOf(scene, {});
  for (const id of kept) Object.assign(on.all[id] ?? {}, { isAlive: false });
  return fatesOf(on, ids);
}
