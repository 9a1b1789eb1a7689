/**
 * Finds the effects of a crash on survivors: what is degraded, broken or dangling. Points 5 and 8 of
 * the crash cleanup in the language reference.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Explained, Fact } from '../../model/fact.ts';
import type { RelationId, RelationKind } from '../../model/relation.ts';
import { brokenBefore } from './broken-before.ts';
import type { Destruction } from './destruction.ts';
import { relationFact } from '../facts/facts.ts';
import { needsOf, type Shortage, shortageOf, type Unmet, unmetFacts } from '../facts/needs.ts';
import { append } from '../../model/common/append.ts';
import { at, itemAt } from '../../model/common/lookup.ts';
import { entityOf, relationOf } from '../../model/model.ts';
import type { Service, Spread } from '../facts/spread.ts';

/** The way a survivor is hit: by the end of `cause`, over the relations from it to the survivor. */
interface Hit {
  readonly cause: EntityId;
  readonly relations: readonly RelationId[];
  readonly hops: number;
  /** The facts, if they are not those of the cause and the relations. */
  readonly because?: () => Fact[];
}

type Hits = Map<EntityId, Hit>;

/** Finds the needs that an end leaves unmet, and that were met before. Cost: O(what is lost by it). */
export function lacking(spread: Spread, end: Destruction): Lacking {
  const { aliveBefore } = end;
  const before = brokenBefore(spread.index, aliveBefore);
  const lives = (id: EntityId): boolean => aliveBefore[id] === 1 && !end.isDestroyed(id);
  const shortage = shortageOf(needsOf(spread.index), {
    gone: end.ended,
    factsUntilGone: (id) => (end.isDestroyed(id) ? end.hops(id) : undefined),
    isGoneBefore: (id) => !end.isDestroyed(id) && (aliveBefore[id] !== 1 || before.isBroken(id)),
    canFail: lives,
  });
  const isBroken = (id: EntityId): boolean => shortage.broken.has(id) || before.isBroken(id);
  const isGone = (id: EntityId): boolean => !lives(id);
  const reasons = {
    model: spread.index.model,
    shortage,
    because: end.because,
    isGone,
    isBroken,
  };
  return {
    broken: shortage.broken,
    blocked: shortage.blocked,
    degraded: new Map([...shortage.degraded].filter(([id]) => !before.isShort(id))),
    because: (unmet) => unmetFacts(unmet, reasons),
  };
}

/** The needs that an end leaves unmet, by subject, and their reasons. */
interface Lacking extends Shortage {
  readonly because: (unmet: Unmet) => Fact[];
}

/** The survivors that an end affects, without the reasons, in declaration order. */
export interface Affected {
  readonly broken: readonly EntityId[];
  /** Of these, what is in a call that nothing answers any more. */
  readonly blocked: readonly EntityId[];
  readonly degraded: readonly EntityId[];
  readonly dangling: readonly EntityId[];
}

/** Returns whom an end affects: the same survivors as `broken`, `blocked`, `degraded` and `dangling`. */
export const affected = (spread: Spread, end: Destruction, lack: Lacking): Affected => ({
  broken: inOrder(lack.broken.keys()),
  blocked: blocked(lack),
  degraded: inOrder(degradedHits(spread, end, lack).keys()),
  dangling: inOrder(danglingHits(spread, end).keys()),
});

const inOrder = (ids: Iterable<EntityId>): EntityId[] => [...ids].sort((a, b) => a - b);

/**
 * Returns the living PDs that lost a hold, a request or a managed space, and whatever has a soft need that is no longer
 * met, in declaration order.
 */
export const degraded = (spread: Spread, end: Destruction, lack: Lacking | undefined): Explained[] =>
  explained(spread, degradedHits(spread, end, lack), end);

function degradedHits(spread: Spread, end: Destruction, lack: Lacking | undefined): Hits {
  const hits: Hits = new Map();
  hitOver(spread, hits, end, 'holds');
  hitOver(spread, hits, end, 'manages');
  hitOver(spread, hits, end, 'requests');
  for (const service of servicesOfEnded(spread, end)) hitClients(spread, hits, end, service);
  if (lack !== undefined) {
    for (const [id, unmet] of lack.degraded) {
      const known = hits.get(id);
      if (known === undefined || unmet.hops < known.hops) hits.set(id, hitBy(unmet, lack));
    }
  }
  return hits;
}

const hitBy = (unmet: Unmet, lack: Lacking): Hit => ({
  cause: unmet.by.target,
  relations: [],
  hops: unmet.hops,
  because: () => lack.because(unmet),
});

/** Returns the survivors that map to, refer to or are owned by something destroyed, in declaration order. */
export const dangling = (spread: Spread, end: Destruction): Explained[] =>
  explained(spread, danglingHits(spread, end), end);

function danglingHits(spread: Spread, end: Destruction): Hits {
  const hits: Hits = new Map();
  hitOver(spread, hits, end, 'maps');
  hitOver(spread, hits, end, 'refers');
  hitOver(spread, hits, end, 'owns');
  return hits;
}

/** Returns what this end breaks among the living: a need of it is no longer met. In declaration order. */
export const broken = (spread: Spread, end: Destruction, lack: Lacking): Explained[] =>
  explained(spread, new Map([...lack.broken].map(([id, unmet]) => [id, hitBy(unmet, lack)])), end);

/** Returns what this end leaves in a call that nothing answers. In declaration order. */
export const blocked = (lack: Lacking): EntityId[] => inOrder(lack.blocked);

const services = new WeakMap<Spread['services'], ReadonlyMap<EntityId, readonly number[]>>();

/** Returns the numbers of the services of each space; found once for each list of services. */
function servicesBySpace({ index, services: all }: Spread): ReadonlyMap<EntityId, readonly number[]> {
  const known = services.get(all);
  if (known !== undefined) return known;
  const bySpace = new Map<EntityId, number[]>();
  for (const [number, { spaces }] of all.entries())
    for (const id of spaces) append(bySpace, relationOf(index.model, id).target, number);
  services.set(all, bySpace);
  return bySpace;
}

/** Returns the services that have lost a space, in their order. */
function servicesOfEnded(spread: Spread, { ended }: Destruction): Service[] {
  const bySpace = servicesBySpace(spread);
  const numbers = new Set(ended.flatMap((id) => bySpace.get(id) ?? []));
  return [...numbers].sort((a, b) => a - b).map((number) => itemAt(spread.services, number));
}

/** Hits all clients of a service if one of its spaces is lost although its manager lives. */
function hitClients({ index }: Spread, hits: Hits, end: Destruction, service: Service): void {
  const lost: Hits = new Map();
  for (const id of service.spaces) hit(lost, end, service.manager, relationOf(index.model, id).target, [id]);
  const first = lost.get(service.manager);
  if (first === undefined) return;
  for (const request of service.requests) {
    const { source } = relationOf(index.model, request);
    hit(hits, end, source, first.cause, [...first.relations, request]);
  }
}

/**
 * Hits all entities with a relation to something that has ended. The owned entity carries the ownership: it points to
 * its owner.
 */
function hitOver({ index }: Spread, hits: Hits, end: Destruction, kind: RelationKind): void {
  const isTurned = kind === 'owns';
  const { offsets, labels } = isTurned ? index.from(kind) : index.to(kind);
  const lost = end.ended.flatMap((entity) => [...labels.subarray(at(offsets, entity), at(offsets, entity + 1))]);
  // Of equally short ways the first relation counts.
  for (const id of lost.sort((a, b) => a - b)) {
    const { source, target } = relationOf(index.model, id);
    if (isTurned) hit(hits, end, target, source, [id]);
    else hit(hits, end, source, target, [id]);
  }
}

/**
 * Records that the end of `cause` hits `survivor`, if the one has ended, the other lives, and no shorter way is known.
 */
function hit(
  hits: Hits,
  end: Destruction,
  survivor: EntityId,
  cause: EntityId,
  relations: readonly RelationId[],
): void {
  if (!end.isDestroyed(cause) || end.isDestroyed(survivor) || end.aliveBefore[survivor] !== 1) return;
  const hops = end.hops(cause) + relations.length;
  const known = hits.get(survivor);
  if (known === undefined || hops < known.hops) hits.set(survivor, { cause, relations, hops });
}

function explained({ index }: Spread, hits: Hits, end: Destruction): Explained[] {
  return [...hits]
    .sort(([a], [b]) => a - b)
    .map(([entity, { cause, relations, because }]) => ({
      entity: entityOf(index.model, entity).id,
      get because(): Fact[] {
        return because?.() ?? [...end.because(cause), ...relations.map((id) => relationFact(index.model, id))];
      },
    }));
}
