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
    ended: [...gone.ended],
    isDestroyed: (id) => gone.ended.has(id),
    because: (id) => [...gone.because(id)],
  };
  const isHit = new Set(hit.map(({ entity }) => entity));
  const survives = ({ entity }: Explained): boolean => !isDestroyed(entity);
  const lost = degraded(spread, start, undefined).filter(survives);
  const left = dangling(spread, start).filter((each) => survives(each) && !isHit.has(each.entity));
  return {
    ...own,
    degraded: joined(own.degraded, lost),
    dangling: joined(own.dangling, left),
  };
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
  return {
    broken: before.broken.filter(lives).map((id) => explainedBy(id, before.because)),
    degraded: before.short.filter(lives).map((id) => explainedBy(id, before.becauseShort)),
    dangling: danglingBefore(spread, end.aliveBefore)
      .filter(([carrier]) => lives(carrier) && !isHit.has(carrier))
      .map(([carrier, { missing, by }]) =>
        explainedBy(carrier, () => [missingFact(model, missing), relationFact(model, by.id)]),
      ),
  };
}

/** What points to something that does not exist, in declaration order, with the first relation that says so. */
type DanglingBefore = readonly (readonly [EntityId, { readonly missing: EntityId; readonly by: Relation }])[];

const known = new WeakMap<Uint8Array, readonly [spread: Spread, found: DanglingBefore]>();

/** Returns what is dangling in a state, which must not change afterwards. Cost: O(E), once for each state. */
function danglingBefore(spread: Spread, aliveBefore: Uint8Array): DanglingBefore {
  const before = known.get(aliveBefore);
  if (before?.[0] === spread) return before[1];
  const lost = new Map<EntityId, { readonly missing: EntityId; readonly by: Relation }>();
  for (const by of [...spread.index.all('refers'), ...spread.index.all('owns')]) {
    // The owned entity carries the ownership: it points to its owner.
    const [carrier, missing] = by.kind === 'owns' ? [by.target, by.source] : [by.source, by.target];
    if (aliveBefore[carrier] === 1 && aliveBefore[missing] !== 1 && !lost.has(carrier))
      lost.set(carrier, { missing, by });
  }
  const found = [...lost].sort(([a], [b]) => a - b);
  known.set(aliveBefore, [spread, found]);
  return found;
}
