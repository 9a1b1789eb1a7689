/** What is broken once some entities are gone, in passes that go on until nothing changes. */
import type { Model } from '../../../../language/src/model/model.ts';
import type { Relation } from '../../../../language/src/model/relation.ts';

/** What is broken, and what each single need says. */
export interface NaiveBroken {
  readonly needs: readonly Relation[];
  readonly broken: ReadonlySet<number>;
  readonly isUnmet: (need: Relation) => boolean;
}

/** Returns what is broken once `gone` holds for what is not there. */
export function brokenOnce(model: Model, gone: (id: number) => boolean): NaiveBroken {
  const isOne = (one: Relation, other: Relation): boolean =>
    one === other || (one.quorum !== undefined && one.quorum.key === other.quorum?.key && one.source === other.source);
  const needs = model.relations.filter(
    ({ kind, source, as }) =>
      kind === 'needs' &&
      as !== 'soft' &&
      as !== 'start' &&
      ['pd', 'object', 'node', 'region'].includes(model.entities[source]?.kind ?? ''),
  );
  const broken = new Set<number>();
  const isUnmet = (need: Relation): boolean => {
    const targets = needs.filter((each) => isOne(each, need)).map(({ target }) => target);
    return targets.filter((id) => !gone(id) && !broken.has(id)).length < (need.quorum?.least ?? 1);
  };
  for (let before = -1; before !== broken.size;) {
    before = broken.size;
    for (const need of needs) if (isUnmet(need)) broken.add(need.source);
  }
  return { needs, broken, isUnmet };
}

/** Returns all sets of up to so many numbers, the smaller first. */
export function subsets(numbers: readonly number[], most: number): number[][] {
  let level: number[][] = [[]];
  const all = [[]] as number[][];
  for (let size = 1; size <= most; size++) {
    level = level.flatMap((set) => numbers.filter((id) => id > (set.at(-1) ?? -1)).map((id) => [...set, id]));
    all.push(...level);
  }
  return all;
}
