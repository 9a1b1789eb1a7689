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
import { entityOf } from '../../model/model.ts';
import type { Spread } from '../facts/spread.ts';
import { brokenBefore } from './broken-before.ts';
import { dangling, degraded } from './survivors.ts';

/** Damage that predates the event; each `because` begins with the missing entity. In declaration order. */
export interface Already {
  /** Living entities that already lacked something they need. */
  readonly broken: readonly Explained[];
  /** Living entities that already had an unmet soft need. */
  readonly degraded: readonly Explained[];
  /** Entities that point to something that does not exist, and to nothing that the event destroys. */
  readonly dangling: readonly Explained[];
}

/** The entities that have ended at the start because they were doomed. */
export interface Gone {
  readonly ended: ReadonlySet<EntityId>;
  readonly because: (entity: EntityId) => readonly Fact[];
}

/**
 * Returns the existing damage of the survivors; `hit` is what the event itself leaves dangling, `gone` what has ended
 * before.
 */
export function already(spread: Spread, end: Destruction, hit: readonly Explained[], gone?: Gone): Already {
  const own = declared(spread, end, hit);
  if (gone === undefined || gone.ended.size === 0) return own;
  const { aliveBefore, isDestroyed } = end;
  const start: Destruction = {
    aliveBefore: aliveBefore.map((mark, id) => (gone.ended.has(id) ? 1 : mark)),
    ...{ destroyed: [], order: [], hops: () => 0 },
    isDestroyed: (id) => gone.ended.has(id),
    because: (id) => [...gone.because(id)],
  };
  const isHit = new Set(hit.map(({ entity }) => entity));
  const survives = ({ entity }: Explained): boolean => !isDestroyed(entity);
  const lost = degraded(spread, start, undefined).filter(survives);
  const left = dangling(spread, start).filter((each) => survives(each) && !isHit.has(each.entity));
  return { ...own, degraded: joined(own.degraded, lost), dangling: joined(own.dangling, left) };
}

/** Returns both lists in declaration order, each entity once. */
function joined(one: readonly Explained[], other: readonly Explained[]): Explained[] {
  const byEntity = new Map([...other, ...one].map((each) => [each.entity, each]));
  return [...byEntity.values()].sort((a, b) => a.entity - b.entity);
}

/** Returns the damage by what does not exist in the model. */
function declared(spread: Spread, end: Destruction, hit: readonly Explained[]): Already {
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
