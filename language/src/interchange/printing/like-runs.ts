/**
 * Finds runs of neighbouring entities that can be written as one declaration with copies: their relations are the same,
 * or advance by one copy from each to the next. Does not compare names and settings.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import { itemAt } from '../../model/common/lookup.ts';
import type { Model } from '../../model/model.ts';
import type { Relation } from '../../model/relation.ts';
import { append } from '../../model/common/append.ts';

/** Neighbours from the entity `first` on; `count` is 2 or more. */
export interface LikeRun {
  readonly first: EntityId;
  readonly count: number;
}

/** The most rounds; after them, runs that depend on others are given up, so that the cost is bounded. */
const roundsAtMost = 10;

/**
 * Returns the longest runs of entities without nested ones. `mayJoin[i]` is 1 if entity `i + 1` may follow `i` apart
 * from relations; `isWanted` selects the runs. `O(V + E)`.
 */
export function likeRuns(model: Model, mayJoin: Uint8Array, isWanted: (run: LikeRun) => boolean): readonly LikeRun[] {
  const joints = compareRelations(model, Uint8Array.from(mayJoin));
  for (let round = 0; ; round += 1) {
    joints.settle();
    const runs = runsOf(joints.joined);
    const unwanted = runs.filter((run) => !isWanted(run));
    if (unwanted.length === 0) return runs;
    for (const { first, count } of unwanted) for (let id = first; id < first + count - 1; id += 1) joints.separate(id);
    if (round === roundsAtMost) joints.separateDependents();
  }
}

/** Returns true if a relation of a copy advances with the copies, compared with the same one of the next copy. */
export const movesOn = (relation: Relation, next: Relation): boolean => relation.target !== next.target;

/** Groups the relations of a model by subject, in order, without nesting. */
function relationsBySource({ entities, relations }: Model): readonly (readonly Relation[])[] {
  const bySource: Relation[][] = entities.map(() => []);
  for (const relation of relations) if (!relation.nested) bySource[relation.source]?.push(relation);
  return bySource;
}

interface Joints {
  /** 1 if an entity and the next one are joined. */
  readonly joined: Uint8Array;
  readonly separate: (id: EntityId) => void;
  /** Also separates entities that were joined only because their targets were. */
  readonly settle: () => void;
  readonly separateDependents: () => void;
}

/** Separates neighbours with different relations, and records the joints that the others depend on. */
function compareRelations(model: Model, joined: Uint8Array): Joints {
  const bySource = relationsBySource(model);
  const dependents = new Map<EntityId, EntityId[]>();
  const separated: EntityId[] = [];
  const separate = (id: EntityId): void => {
    if (joined[id] !== 1) return;
    joined[id] = 0;
    separated.push(id);
  };
  for (let id = 0; id < joined.length; id += 1) {
    if (joined[id] !== 1) continue;
    const before = joined[id - 1] === 1 ? bySource[id - 1] : undefined;
    const own = itemAt(bySource, id);
    const next = bySource[id + 1] ?? [];
    if (!areLike(own, next, joined) || (before !== undefined && !moveAlike(before, own, next))) separate(id);
    else for (const { target } of own.filter((each, index) => movesOnAt(each, next[index]))) depend(target, id);
  }
  function depend(on: EntityId, id: EntityId): void {
    append(dependents, on, id);
  }
  return {
    joined,
    separate,
    settle: () => {
      for (let id = separated.pop(); id !== undefined; id = separated.pop()) dependents.get(id)?.forEach(separate);
    },
    separateDependents: () => {
      for (const ids of dependents.values()) ids.forEach(separate);
    },
  };
}

function areLike(own: readonly Relation[], next: readonly Relation[], joined: Uint8Array): boolean {
  if (own.length !== next.length) return false;
  return own.every((relation, index) => {
    const other = next[index];
    if (other?.kind !== relation.kind || other.as !== relation.as || other.notify !== relation.notify) return false;
    if (!isAlikeJoined([relation, own[index - 1]], [other, next[index - 1]])) return false;
    if (!movesOn(relation, other)) return true;
    return other.target === relation.target + 1 && joined[relation.target] === 1;
  });
}

/** Returns true if both begin, or both continue, a need with the same number. */
function isAlikeJoined(
  [one, beforeOne]: readonly [Relation, Relation | undefined],
  [other, beforeOther]: readonly [Relation, Relation | undefined],
): boolean {
  const continues = (each: Relation, before: Relation | undefined): boolean =>
    before?.quorum !== undefined && before.quorum.key === each.quorum?.key;
  return one.quorum?.least === other.quorum?.least && continues(one, beforeOne) === continues(other, beforeOther);
}

/** Returns true if the same relations advance from `before` to `own` and from `own` to `next`. */
const moveAlike = (before: readonly Relation[], own: readonly Relation[], next: readonly Relation[]): boolean =>
  own.every((relation, index) => {
    const earlier = before[index];
    return earlier !== undefined && movesOn(earlier, relation) === movesOnAt(relation, next[index]);
  });

const movesOnAt = (relation: Relation, next: Relation | undefined): boolean =>
  next !== undefined && movesOn(relation, next);

function runsOf(joined: Uint8Array): LikeRun[] {
  const runs: LikeRun[] = [];
  let first = 0;
  for (let id = 0; id < joined.length; id += 1) {
    if (joined[id] === 1) continue;
    if (id > first) runs.push({ first, count: id - first + 1 });
    first = id + 1;
  }
  return runs;
}
