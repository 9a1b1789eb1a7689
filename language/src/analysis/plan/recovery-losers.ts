/**
 * What ends before a recovery: survivors that lost a hold, a request or a space, what goes with them, and what loses
 * something by that.
 */
import { append } from '../../model/common/append.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Explained, Fact } from '../../model/fact.ts';
import { at } from '../../model/common/lookup.ts';
import { entityOf, relationOf } from '../../model/model.ts';
import type { RelationId } from '../../model/relation.ts';
import { crashChain } from '../crash/destruction.ts';
import { inSharedRooms } from '../crash/searches.ts';
import { relationFact } from '../facts/facts.ts';
import { indexRelations, type RelatedEntities } from '../facts/relation-index.ts';
import { type Service, type Spread, spreadOf } from '../facts/spread.ts';

/** What ends, and why; both in declaration order. */
export interface Losers {
  /** Survivors that lost something. */
  readonly ended: readonly Explained[];
  /** What goes with these: what crashes with them. */
  readonly along: readonly Explained[];
}

/** What degrades a source by the end of something: a hold, a management or a request, and which space it asked for. */
interface Tie {
  readonly source: EntityId;
  /** Of several, the first by these counts: the number of the kind, its relation, and that of the space. */
  readonly order: readonly [kind: number, relation: RelationId, served: RelationId];
}

/** What has ended and why, before the recovery. */
interface Ending {
  readonly spread: Spread;
  /** 1 for each node of what is not alive. */
  readonly blocked: Uint8Array;
  readonly aliveBefore: Uint8Array;
}

/**
 * Ends the survivors that lost something, and those that lose something by that; adds all that goes to `gone`. What is
 * `over` is not alive, and nobody lost it. Cost: O(V + E).
 */
export function endLosers(model: RelatedEntities, gone: Set<EntityId>, over: ReadonlySet<EntityId>): Losers {
  const ending = endingOf(model, (id) => gone.has(id) || over.has(id));
  const tiesTo = tiesByTarget(model);
  const ended = new Map<EntityId, readonly Fact[]>();
  const along = new Map<EntityId, readonly Fact[]>();
  for (let lost: readonly EntityId[] = [...gone]; ;) {
    const first = new Map<EntityId, Tie>();
    for (const tie of tiesTo(lost)) {
      if (ending.blocked[tie.source] === 1) continue;
      const known = first.get(tie.source);
      if (known === undefined || isBefore(tie, known)) first.set(tie.source, tie);
    }
    if (first.size === 0) return { ended: inOrder(ended), along: inOrder(along) };
    const losers = [...first.values()].sort((one, other) => (isBefore(one, other) ? -1 : 1));
    const because = crashOf(ending, losers.map(({ source }) => source)); // oxfmt-ignore
    for (const { source, order } of losers) {
      const [, relation, served] = order;
      ended.set(
        source,
        [relation, served].filter((id) => id >= 0).map((id) => relationFact(model, id)),
      );
    }
    for (const [id, facts] of because) {
      gone.add(id);
      if (!first.has(id)) along.set(id, facts);
    }
    lost = [...because.keys()];
  }
}

const inOrder = (found: ReadonlyMap<EntityId, readonly Fact[]>): Explained[] =>
  [...found].sort(([a], [b]) => a - b).map(([entity, because]) => ({ entity, because }));

function isBefore({ order: one }: Tie, { order: other }: Tie): boolean {
  return (one[0] - other[0] || one[1] - other[1] || one[2] - other[2]) < 0;
}

function endingOf(model: RelatedEntities, isGone: (id: EntityId) => boolean): Ending {
  const spread = spreadOf(model);
  const count = model.entities.length;
  const aliveBefore = Uint8Array.from(model.entities, ({ id, absent }) => (absent || isGone(id) ? 0 : 1));
  const blocked = new Uint8Array(spread.nodeCount);
  for (const { id } of model.entities) if (aliveBefore[id] === 0) blocked[id] = blocked[count + id] = 1;
  return { spread, aliveBefore, blocked };
}

/** Ends some and all that crashes with them; returns the reason of each. Cost: what is reached. */
function crashOf(
  { spread, blocked, aliveBefore }: Ending,
  sources: readonly EntityId[],
): ReadonlyMap<EntityId, readonly Fact[]> {
  const { model } = spread.index;
  const count = model.entities.length;
  return inSharedRooms(spread, (search) => {
    const found = search({ sources: sources.map((node) => ({ node, hops: 0 })), free: spread.free, blocked });
    const ids = new Set(found.nodes.filter((node) => node < 2 * count).map((node) => node % count));
    return new Map(
      [...ids].map((id) => {
        blocked[id] = blocked[count + id] = 1;
        return [id, crashChain(spread, found, endOf(id), aliveBefore)] as const;
      }),
    );

    /** Returns the node by which an entity ends: of a space or resource the one that fewer facts lead to. */
    function endOf(id: EntityId): number {
      const [own, other] = [at(found.hops, id), at(found.hops, count + id)];
      const { kind } = entityOf(model, id);
      const isServed = kind === 'space' || kind === 'resource';
      return own < 0 || (isServed && other >= 0 && other < own) ? count + id : id;
    }
  });
}

/** Returns what finds the ties to any of some entities; of those to the spaces of one service, one for each request. */
function tiesByTarget(model: RelatedEntities): (lost: readonly EntityId[]) => Tie[] {
  const index = indexRelations(model);
  const direct = new Map<EntityId, Tie[]>();
  for (const [number, kind] of tyingKinds.entries())
    for (const { id, source, target } of index.all(kind)) append(direct, target, { source, order: [number, id, -1] });
  const servicesOf = new Map<EntityId, [service: Service, manages: RelationId][]>();
  for (const service of spreadOf(model).services)
    for (const id of service.spaces) append(servicesOf, relationOf(model, id).target, [service, id]);
  return (lost) => {
    const served = new Map<Service, RelationId>();
    for (const [service, id] of lost.flatMap((each) => servicesOf.get(each) ?? []))
      served.set(service, Math.min(id, served.get(service) ?? id));
    const byService = [...served].flatMap(([{ requests }, space]) =>
      requests.map((id): Tie => ({ source: relationOf(model, id).source, order: [requestRank, id, space] })),
    );
    return [...lost.flatMap((id) => direct.get(id) ?? []), ...byService];
  };
}

const tyingKinds = ['holds', 'manages', 'requests'] as const;
const requestRank = tyingKinds.indexOf('requests');
