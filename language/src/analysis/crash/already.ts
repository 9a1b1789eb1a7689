/**
 * Finds what was broken or dangling before an event and still is after it, because it lacks something that does not
 * exist.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Explained, Fact } from '../../model/fact.ts';
import type { Relation } from '../../model/relation.ts';
import type { Destruction } from './destruction.ts';
import { explainedBy } from '../facts/doomed.ts';
import { missingFact, relationFact } from '../facts/facts.ts';
import { needsOf, shortageOf, type Unmet, unmetFacts } from '../facts/needs.ts';
import type { RelatedEntities } from '../facts/relation-index.ts';
import { entityOf } from '../../model/model.ts';
import { type Spread, spreadOf } from './spread.ts';

/** Damage that predates the event; each `because` begins with the missing entity. In declaration order. */
export interface Already {
  /** Living entities that already lacked something they need. */
  readonly broken: readonly Explained[];
  /** Living entities that already had an unmet soft need. */
  readonly degraded: readonly Explained[];
  /** Entities that point to something that does not exist, and to nothing that the event destroys. */
  readonly dangling: readonly Explained[];
}

/** The needs that are unmet before an event. */
export interface BrokenBefore {
  readonly isBroken: (entity: EntityId) => boolean;
  /** Returns true if a soft need is unmet. */
  readonly isShort: (entity: EntityId) => boolean;
  /** The facts from the missing entity to a broken one; none for what is not broken. */
  readonly because: (entity: EntityId) => readonly Fact[];
  /** The facts from the missing entity to one with an unmet soft need; none for others. */
  readonly becauseShort: (entity: EntityId) => readonly Fact[];
}

/** Returns what needs something that does not exist, directly or through others. Cost: O(V + E). */
export function brokenBefore({ index }: Spread, aliveBefore: Uint8Array): BrokenBefore {
  const isGone = (entity: EntityId): boolean => aliveBefore[entity] !== 1;
  const shortage = shortageOf(needsOf(index), {
    factsUntilGone: (entity) => (isGone(entity) ? 0 : undefined),
    canFail: (entity) => !isGone(entity),
  });
  const isBroken = (entity: EntityId): boolean => shortage.broken.has(entity);
  const because = (gone: EntityId): Fact[] => [missingFact(index.model, gone)];
  const facts = (unmet: Unmet | undefined): Fact[] =>
    unmet === undefined ? [] : unmetFacts(unmet, { model: index.model, shortage, because, isGone, isBroken });
  return {
    isBroken,
    isShort: (entity) => shortage.degraded.has(entity),
    because: (entity) => facts(shortage.broken.get(entity)),
    becauseShort: (entity) => facts(shortage.degraded.get(entity)),
  };
}

/** Returns what is broken at the start of a model. Cost: O(V + E). */
export const brokenAtStart = (model: RelatedEntities): BrokenBefore =>
  brokenBefore(
    spreadOf(model),
    Uint8Array.from(model.entities, ({ absent }) => (absent ? 0 : 1)),
  );

/** Returns the existing damage of the survivors; `hit` is what the event itself leaves dangling. */
export function already(spread: Spread, end: Destruction, hit: readonly Explained[]): Already {
  const { model } = spread.index;
  const lives = (id: EntityId): boolean => end.aliveBefore[id] === 1 && !end.isDestroyed(id);
  const before = brokenBefore(spread, end.aliveBefore);
  const isHit = new Set(hit.map(({ entity }) => entity));
  const lost = new Map<EntityId, readonly [missing: EntityId, by: Relation]>();
  for (const relation of [...spread.index.all('refers'), ...spread.index.all('owns')]) {
    const { kind, source, target } = relation;
    // The owned entity carries the ownership: it points to its owner.
    const [carrier, other] = kind === 'owns' ? [target, source] : [source, target];
    const isNew = lives(carrier) && !isHit.has(carrier) && !lost.has(carrier);
    if (isNew && end.aliveBefore[other] !== 1) lost.set(carrier, [other, relation]);
  }
  const ids = model.entities.map(({ id }) => id).filter(lives);
  return {
    broken: ids.filter(before.isBroken).map((id) => explainedBy(id, before.because)),
    degraded: ids.filter(before.isShort).map((id) => explainedBy(id, before.becauseShort)),
    dangling: ids.flatMap((id) => {
      const [missing, by] = lost.get(id) ?? [];
      if (missing === undefined || by === undefined) return [];
      return [explainedBy(entityOf(model, id).id, () => [missingFact(model, missing), relationFact(model, by.id)])];
    }),
  };
}
