/**
 * Finds the effects of a crash on survivors: PDs that are degraded or broken, and dangling entities. Points 5 and 8 of
 * the crash cleanup in the language reference.
 */
import { pathTo, reach } from '../../graph/reach.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Explained, Fact } from '../../model/fact.ts';
import type { RelationId, RelationKind } from '../../model/relation.ts';
import { brokenBefore } from './already.ts';
import type { Destruction } from './destruction.ts';
import { relationFact } from '../facts/facts.ts';
import { entityOf, relationOf } from '../facts/relation-index.ts';
import type { Service, Spread } from './spread.ts';

/** The way a survivor is hit: by the end of `cause`, over the relations from it to the survivor. */
interface Hit {
  readonly cause: EntityId;
  readonly relations: readonly RelationId[];
  readonly hops: number;
}

type Hits = Map<EntityId, Hit>;

/** Returns the living PDs that lost a hold, a request or a managed space, in declaration order. */
export function degraded(spread: Spread, end: Destruction): Explained[] {
  const hits: Hits = new Map();
  hitOver(spread, hits, end, 'holds');
  hitOver(spread, hits, end, 'manages');
  hitOver(spread, hits, end, 'requests');
  for (const service of spread.services) hitClients(spread, hits, end, service);
  return explained(spread, hits, end);
}

/** Returns the survivors that map to, refer to or are owned by something destroyed, in declaration order. */
export function dangling(spread: Spread, end: Destruction): Explained[] {
  const hits: Hits = new Map();
  hitOver(spread, hits, end, 'maps');
  hitOver(spread, hits, end, 'refers');
  hitOver(spread, hits, end, 'owns');
  return explained(spread, hits, end);
}

/**
 * Returns the living PDs that this crash breaks: they need something destroyed, or a broken PD, and were not broken
 * before. In declaration order.
 */
export function broken(spread: Spread, end: Destruction): Explained[] {
  const { aliveBefore } = end;
  const nodeCount = aliveBefore.length;
  const needs = spread.index.to('needs');
  const { isBroken } = brokenBefore(spread, aliveBefore);
  const blocked = aliveBefore.map((alive, id) => (alive === 1 && !isBroken(id) && !end.isDestroyed(id) ? 0 : 1));
  const direct: Hits = new Map();
  hitOver(spread, direct, end, 'needs');
  const found = reach(nodeCount, {
    sources: [...direct].map(([node, { hops }]) => ({ node, hops })),
    free: needs,
    blocked,
  });
  const hits: Hits = new Map();
  for (const { id } of spread.index.model.entities) {
    const path = (found.distance[id] ?? -1) < 0 ? [] : pathTo(found, id);
    const first = direct.get(path[0] ?? -1);
    if (first === undefined) continue;
    const relations = path.slice(1).map((node) => found.label[node] ?? -1);
    hits.set(id, { ...first, relations: [...first.relations, ...relations] });
  }
  return explained(spread, hits, end);
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
  for (const relation of index.all(kind)) {
    const cause = isTurned ? relation.source : relation.target;
    if (end.isDestroyed(cause)) hit(hits, end, isTurned ? relation.target : relation.source, cause, [relation.id]);
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
    .map(([entity, { cause, relations }]) => ({
      entity: entityOf(index.model, entity).id,
      get because(): Fact[] {
        return [...end.because(cause), ...relations.map((id) => relationFact(index.model, id))];
      },
    }));
}
