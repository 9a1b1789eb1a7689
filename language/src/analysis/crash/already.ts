/**
 * Finds what was broken or dangling before an event and still is after it, because it lacks something that does not
 * exist.
 */
import type { Reach } from '../../graph/reach.ts';
import { pathTo, reach } from '../../graph/reach.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Explained, Fact } from '../../model/fact.ts';
import type { Relation } from '../../model/relation.ts';
import type { Destruction } from './destruction.ts';
import { explainedBy } from '../facts/doomed.ts';
import { missingFact, relationFact } from '../facts/facts.ts';
import type { RelatedEntities } from '../facts/relation-index.ts';
import { entityOf } from '../facts/relation-index.ts';
import type { Spread } from './spread.ts';
import { spreadOf } from './spread.ts';

/** Damage that predates the event; each `because` begins with the missing entity. In declaration order. */
export interface Already {
  /** Living PDs that already lacked something they need. */
  readonly broken: readonly Explained[];
  /** Entities that point to something that does not exist, and to nothing that the event destroys. */
  readonly dangling: readonly Explained[];
}

/** The PDs that are broken before an event. */
export interface BrokenBefore {
  readonly isBroken: (pd: EntityId) => boolean;
  /** The facts from the missing entity to a broken PD; none for a PD that is not broken. */
  readonly because: (pd: EntityId) => readonly Fact[];
}

/** Returns the PDs that need something that does not exist, directly or through other PDs. Cost: O(V + E). */
export function brokenBefore({ index }: Spread, aliveBefore: Uint8Array): BrokenBefore {
  const unmet = new Map<EntityId, Relation>();
  for (const need of index.all('needs')) {
    if (aliveBefore[need.target] !== 1 && !unmet.has(need.source)) unmet.set(need.source, need);
  }
  const found: Reach = reach(aliveBefore.length, {
    sources: [...unmet.keys()].map((node) => ({ node, hops: 0 })),
    free: index.to('needs'),
    blocked: aliveBefore.map((alive) => 1 - alive),
  });
  const isBroken = (pd: EntityId): boolean => (found.distance[pd] ?? -1) >= 0;
  return {
    isBroken,
    because: (pd) => {
      const [first, ...path] = isBroken(pd) ? pathTo(found, pd) : [];
      const need = unmet.get(first ?? -1);
      if (need === undefined) return [];
      const others = path.map((node) => relationFact(index.model, found.label[node] ?? -1));
      return [missingFact(index.model, need.target), relationFact(index.model, need.id), ...others];
    },
  };
}

/** Returns the PDs that are broken at the start of a model. Cost: O(V + E). */
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
    dangling: ids.flatMap((id) => {
      const [missing, by] = lost.get(id) ?? [];
      if (missing === undefined || by === undefined) return [];
      return [explainedBy(entityOf(model, id).id, () => [missingFact(model, missing), relationFact(model, by.id)])];
    }),
  };
}
