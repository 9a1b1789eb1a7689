/**
 * Finds what is broken before an event: it needs something that does not exist.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import { oncePer } from '../../model/common/once-per.ts';
import { startOf, type StartingModel } from '../deletion/at-start.ts';
import { existing } from '../facts/doomed.ts';
import { missingFact } from '../facts/facts.ts';
import { needsOf, shortageOf, type Unmet, unmetFacts } from '../facts/needs.ts';
import { indexRelations, type RelationIndex } from '../facts/relation-index.ts';

/** The needs that are unmet before an event. */
export interface BrokenBefore {
  /** What is broken, and what has an unmet soft need, in declaration order. */
  readonly broken: readonly EntityId[];
  readonly short: readonly EntityId[];
  readonly isBroken: (entity: EntityId) => boolean;
  /** Returns true if a soft need is unmet. */
  readonly isShort: (entity: EntityId) => boolean;
  /** The facts from the missing entity to a broken one; none for what is not broken. */
  readonly because: (entity: EntityId) => readonly Fact[];
  /** The facts from the missing entity to one with an unmet soft need; none for others. */
  readonly becauseShort: (entity: EntityId) => readonly Fact[];
}

const known = new WeakMap<Uint8Array, readonly [index: RelationIndex, found: BrokenBefore]>();

/**
 * Returns what needs something that does not exist, directly or through others. Cost: O(V + E), once for each state,
 * which must not change afterwards.
 */
export function brokenBefore(index: RelationIndex, aliveBefore: Uint8Array): BrokenBefore {
  const before = known.get(aliveBefore);
  if (before?.[0] === index) return before[1];
  const found = findBroken(index, aliveBefore);
  known.set(aliveBefore, [index, found]);
  return found;
}

function findBroken(index: RelationIndex, aliveBefore: Uint8Array): BrokenBefore {
  const isGone = (entity: EntityId): boolean => aliveBefore[entity] !== 1;
  const shortage = shortageOf(needsOf(index), {
    factsUntilGone: (entity) => (isGone(entity) ? 0 : undefined),
    canFail: (entity) => !isGone(entity),
  });
  const isBroken = (entity: EntityId): boolean => shortage.broken.has(entity);
  const because = (gone: EntityId): Fact[] => [missingFact(index.model, gone)];
  const facts = (unmet: Unmet | undefined): Fact[] =>
    unmet === undefined ? [] : unmetFacts(unmet, { model: index.model, shortage, because, isGone, isBroken });
  const inOrder = (ids: Iterable<EntityId>): EntityId[] => [...ids].sort((a, b) => a - b);
  return {
    broken: inOrder(shortage.broken.keys()),
    short: inOrder(shortage.degraded.keys()),
    isBroken,
    isShort: (entity) => shortage.degraded.has(entity),
    because: (entity) => facts(shortage.broken.get(entity)),
    becauseShort: (entity) => facts(shortage.degraded.get(entity)),
  };
}

/** Returns what is broken at the start of a model; found once. Cost: O(V + E). */
export const brokenAtStart = (given: StartingModel): BrokenBefore => brokenIn(startOf(given).model);

const brokenIn = oncePer((model: StartingModel): BrokenBefore =>
  brokenBefore(indexRelations(model), existing(model, {})),
);
