/**
 * Finds what was broken or dangling before an event and still is after it, because it lacks something that does not
 * exist.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Explained, Fact } from '../../model/fact.ts';
import { oncePer } from '../../model/common/once-per.ts';
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
 * before. Lists of which nothing ends are the same for all events in a state. Cost: O(what ends and is hit), and
 * O(V + E) once for a state, which must not change afterwards.
 */
export function already(
  spread: Spread,
  { aliveBefore, ended }: Destruction,
  hit: readonly EntityId[],
  gone?: Gone,
): Already {
  const { broken, degraded: lost, dangling: left } = damageBefore(spread, aliveBefore, gone);
  return {
    broken: without(broken, ended),
    degraded: without(lost, ended),
    dangling: without(left, [...ended, ...hit]),
  };
}

const entitiesIn = oncePer((list: readonly Explained[]) => new Set(list.map(({ entity }) => entity)));

/** Returns a list without some entities; the list itself if none of them is in it. */
function without(list: readonly Explained[], ids: readonly EntityId[]): readonly Explained[] {
  if (list.length === 0) return list;
  const inList = entitiesIn(list);
  const out = new Set(ids.filter((id) => inList.has(id)));
  return out.size === 0 ? list : list.filter(({ entity }) => !out.has(entity));
}

const damage = new WeakMap<
  Uint8Array,
  { readonly of: Spread; readonly gone: Gone | undefined; readonly found: Already }
>();

/** Returns all damage before any event, found once for each state. */
function damageBefore(spread: Spread, aliveBefore: Uint8Array, gone: Gone | undefined): Already {
  const before = damage.get(aliveBefore);
  if (before?.of === spread && before.gone === gone) return before.found;
  const found = findDamage(spread, aliveBefore, gone);
  damage.set(aliveBefore, { of: spread, gone, found });
  return found;
}

function findDamage(spread: Spread, aliveBefore: Uint8Array, gone: Gone | undefined): Already {
  const own = declared(spread, aliveBefore);
  if (gone === undefined || gone.ended.size === 0) return own;
  const end = endOf(aliveBefore, gone);
  return {
    broken: own.broken,
    degraded: joined(own.degraded, degraded(spread, end, undefined)),
    dangling: joined(own.dangling, dangling(spread, end)),
  };
}

/** Returns what has lost a hold, a request or a space by an end that came before, among what is alive. */
export const lostBefore = (spread: Spread, alive: Uint8Array, gone: Gone): readonly Explained[] =>
  gone.ended.size === 0 ? [] : degraded(spread, endOf(alive, gone), undefined);

/** Returns the end that came before, of what had been there together with what is alive. */
const endOf = (alive: Uint8Array, gone: Gone): Destruction => ({
  aliveBefore: alive.map((mark, id) => (gone.ended.has(id) ? 1 : mark)),
  ...{ destroyed: [], order: [], hops: () => 0 },
  ended: [...gone.ended],
  isDestroyed: (id) => gone.ended.has(id),
  because: (id) => [...gone.because(id)],
});

/** Returns both lists in declaration order, each entity once. */
export function joined(one: readonly Explained[], other: readonly Explained[]): Explained[] {
  const byEntity = new Map([...other, ...one].map((each) => [each.entity, each]));
  return [...byEntity.values()].sort((a, b) => a.entity - b.entity);
}

/** Returns the damage by what does not exist in the model, in declaration order. */
function declared(spread: Spread, aliveBefore: Uint8Array): Already {
  const { model } = spread.index;
  const before = brokenBefore(spread.index, aliveBefore);
  // What points to something that does not exist, with the first relation that says so.
  const lost = new Map<EntityId, { readonly missing: EntityId; readonly by: Relation }>();
  for (const by of [...spread.index.all('refers'), ...spread.index.all('owns')]) {
    // The owned entity carries the ownership: it points to its owner.
    const [carrier, missing] = by.kind === 'owns' ? [by.target, by.source] : [by.source, by.target];
    if (aliveBefore[carrier] === 1 && aliveBefore[missing] !== 1 && !lost.has(carrier))
      lost.set(carrier, { missing, by });
  }
  return {
    broken: before.broken.map((id) => explainedBy(id, before.because)),
    degraded: before.short.map((id) => explainedBy(id, before.becauseShort)),
    dangling: [...lost]
      .sort(([a], [b]) => a - b)
      .map(([carrier, { missing, by }]) =>
        explainedBy(carrier, () => [missingFact(model, missing), relationFact(model, by.id)]),
      ),
  };
}
