/**
 * What an event finds broken or dangling, and leaves so: for want of something that does not exist, and through no
 * fault of the event.
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

/** What was so before and is so after; each `because` begins with what is missing. In declaration order. */
export interface Already {
  /** Living PDs that lacked what they need. */
  readonly broken: readonly Explained[];
  /** What pointed to something that does not exist, and to nothing that the event destroys. */
  readonly dangling: readonly Explained[];
}

/** Who is broken before an event. */
export interface BrokenBefore {
  readonly isBroken: (pd: EntityId) => boolean;
  /** The facts from what is missing to a broken PD; none for one that is not. */
  readonly because: (pd: EntityId) => readonly Fact[];
}

/** Returns the PDs that need, through other PDs or not, something that does not exist. Cost: O(V + E). */
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

/** Returns who is broken from the start of a model. Cost: O(V + E). */
export const brokenAtStart = (model: RelatedEntities): BrokenBefore =>
  brokenBefore(
    spreadOf(model),
    Uint8Array.from(model.entities, ({ absent }) => (absent ? 0 : 1)),
  );

/** Returns what is already so among those who live on; `hit` is what the event itself leaves dangling. */
export function already(spread: Spread, end: Destruction, hit: readonly Explained[]): Already {
  const { model } = spread.index;
  const lives = (id: EntityId): boolean => end.aliveBefore[id] === 1 && !end.isDestroyed(id);
  const before = brokenBefore(spread, end.aliveBefore);
  const isHit = new Set(hit.map(({ entity }) => entity));
  const lost = new Map<EntityId, readonly [missing: EntityId, by: Relation]>();
  for (const relation of [...spread.index.all('refers'), ...spread.index.all('owns')]) {
    const { kind, source, target } = relation;
    // Ownership is carried by the owned one: it points to its owner.
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
