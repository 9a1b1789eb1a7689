/**
 * Crash cleanup as the public code of CellulOS does it, for comparison with the documented rules: it sweeps tables of
 * spaces and PDs instead of measuring distances, and restarts the count of depths at each PD that it sweeps. Covers
 * what the code has, depths and linked children; not its hazards, such as the use of freed memory. See "Where the
 * cleanup differs" in the page about CellulOS.
 */
import { itemAt } from '../../model/common/lookup.ts';
import { canCrash, type EntityId } from '../../model/entity-kind.ts';
import { entityOf } from '../../model/model.ts';
import type { Depth, Policy } from '../../model/policy.ts';
import { type RelatedEntities, type RelationIndex, indexRelations } from '../facts/relation-index.ts';
import { servicesOf, sharedFates } from '../facts/spread.ts';

/** The entities that the code destroys, without those that crashed. */
export interface Implemented {
  /** In the order in which they are ended. */
  readonly pds: readonly EntityId[];
  /** In the order in which they are deleted. */
  readonly spaces: readonly EntityId[];
}

/** Returns what the code destroys when PDs crash in this order. Cost: O(PDs + spaces) sweeps of O(V + E). */
export function crashAsImplemented(
  model: RelatedEntities,
  crashed: readonly EntityId[],
  { pdDepth, spaceDepth }: Pick<Policy, 'pdDepth' | 'spaceDepth'>,
): Implemented {
  const sweep = createSweep(tablesOf(model), { pdDepth, spaceDepth });
  const struck = crashed.filter((id) => canCrash(entityOf(model, id).kind) && !entityOf(model, id).absent);
  for (const id of struck) sweep.terminate(id);
  return { pds: sweep.pds.filter((id) => !struck.includes(id)), spaces: sweep.spaces };
}

/** The tables of the root task. */
interface Tables {
  /** Living PDs and spaces, in the order of registration. */
  readonly pds: readonly EntityId[];
  readonly spaces: readonly EntityId[];
  readonly serverOf: ReadonlyMap<EntityId, EntityId>;
  readonly spacesOf: ReadonlyMap<EntityId, readonly EntityId[]>;
  /** Who has a directory entry for a space, or holds a resource of it; root PDs are never swept. */
  readonly clientsOf: ReadonlyMap<EntityId, ReadonlySet<EntityId>>;
  /** The spaces that map to a space. */
  readonly mappedBy: ReadonlyMap<EntityId, ReadonlySet<EntityId>>;
  readonly childrenOf: ReadonlyMap<EntityId, readonly EntityId[]>;
}

function tablesOf(model: RelatedEntities): Tables {
  const index = indexRelations(model);
  const kindOf = (id: EntityId): string => entityOf(model, id).kind;
  const isLivingPd = (id: EntityId): boolean => kindOf(id) === 'pd' && !entityOf(model, id).absent;
  const living = model.entities.filter(({ absent }) => !absent);
  const serverOf = new Map<EntityId, EntityId>();
  const spacesOf = new Map<EntityId, EntityId[]>();
  for (const { source, target } of index.all('manages')) {
    if (!serverOf.has(target)) serverOf.set(target, source);
    listAt(spacesOf, source).push(target);
  }
  const mappedBy = new Map<EntityId, Set<EntityId>>();
  for (const { source, target } of index.all('maps')) {
    if (kindOf(source) === 'space' && kindOf(target) === 'space') setAt(mappedBy, target).add(source);
  }
  const childrenOf = new Map<EntityId, EntityId[]>();
  for (const { id, parent, kind } of living) {
    if (kind === 'pd' && parent !== undefined && isLivingPd(parent)) listAt(childrenOf, parent).push(id);
  }
  for (const { source, target } of sharedFates(index)) {
    if (isLivingPd(source) && isLivingPd(target)) listAt(childrenOf, target).push(source);
  }
  return {
    pds: living.flatMap(({ id, kind }) => (kind === 'pd' ? [id] : [])),
    spaces: living.flatMap(({ id, kind }) => (kind === 'space' ? [id] : [])),
    ...{ serverOf, spacesOf, clientsOf: clientsOf(index), mappedBy, childrenOf },
  };
}

function clientsOf(index: RelationIndex): ReadonlyMap<EntityId, ReadonlySet<EntityId>> {
  const { model } = index;
  const clients = new Map<EntityId, Set<EntityId>>();
  const add = (space: EntityId, client: EntityId): void => {
    const { root, absent, kind } = entityOf(model, client);
    if (kind === 'pd' && !root && !absent) setAt(clients, space).add(client);
  };
  for (const { source, target } of index.all('requests')) {
    if (entityOf(model, target).kind === 'space') add(target, source);
  }
  const relations = model.relations;
  for (const { spaces, requests } of servicesOf(index)) {
    for (const managed of spaces)
      for (const request of requests) add(itemAt(relations, managed).target, itemAt(relations, request).source);
  }
  for (const { source, target } of index.all('holds')) {
    const { kind, parent } = entityOf(model, target);
    if (kind === 'resource' && parent !== undefined) add(parent, source);
  }
  // A server holds the space itself, and counts as its own client.
  for (const { source, target } of index.all('manages')) add(target, source);
  return clients;
}

/** The state of the root task while it cleans up. */
interface Sweep {
  readonly pds: readonly EntityId[];
  readonly spaces: readonly EntityId[];
  readonly terminate: (pd: EntityId) => void;
}

function createSweep(tables: Tables, depths: { readonly pdDepth: Depth; readonly spaceDepth: Depth }): Sweep {
  const pds: EntityId[] = [];
  const spaces: EntityId[] = [];
  /** Marked PDs with their depths, until they are swept, which sets the depth to 0. */
  const depthOf = new Map<EntityId, number>();
  const ended = new Set<EntityId>();
  const markedSpaces = new Map<EntityId, number>();
  const deleted = new Set<EntityId>();
  const isWithin = (depth: number, most: Depth): boolean => most === 'unlimited' || depth <= most;
  const deleteSpace = (space: EntityId, depth: number): void => {
    deleted.add(space);
    spaces.push(space);
    if (isWithin(depth + 1, depths.spaceDepth)) {
      for (const other of tables.mappedBy.get(space) ?? [])
        if (!markedSpaces.has(other)) markedSpaces.set(other, depth + 1);
    }
    const server = tables.serverOf.get(space);
    const next = (server === undefined ? 0 : (depthOf.get(server) ?? 0)) + 1;
    if (!isWithin(next, depths.pdDepth)) return;
    for (const client of tables.clientsOf.get(space) ?? []) {
      if (!ended.has(client) && !depthOf.has(client)) depthOf.set(client, next);
    }
  };
  const sweepSpaces = (): void => {
    for (let isDone = false; !isDone;) {
      isDone = true;
      for (const space of tables.spaces) {
        const depth = markedSpaces.get(space);
        if (depth === undefined || deleted.has(space)) continue;
        deleteSpace(space, depth);
        isDone = false;
      }
    }
  };
  const end = (pd: EntityId): void => {
    // A swept PD counts from 0 again, whatever the depth at which it was marked.
    depthOf.set(pd, 0);
    ended.add(pd);
    pds.push(pd);
    for (const space of tables.spacesOf.get(pd) ?? []) if (!markedSpaces.has(space)) markedSpaces.set(space, 0);
    const children = [...(tables.childrenOf.get(pd) ?? [])];
    for (let child = children.shift(); child !== undefined; child = children.shift()) {
      if (ended.has(child) || depthOf.has(child)) continue;
      depthOf.set(child, 0);
      children.push(...(tables.childrenOf.get(child) ?? []));
    }
    sweepSpaces();
  };
  const nextMarked = (): EntityId | undefined => tables.pds.find((pd) => depthOf.has(pd) && !ended.has(pd));
  return {
    ...{ pds, spaces },
    terminate: (crashed) => {
      if (ended.has(crashed)) return;
      end(crashed);
      for (let pd = nextMarked(); pd !== undefined; pd = nextMarked()) end(pd);
    },
  };
}

const listAt = <K, V>(lists: Map<K, V[]>, key: K): V[] => {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
};

const setAt = <K, V>(sets: Map<K, Set<V>>, key: K): Set<V> => {
  const set = sets.get(key) ?? new Set<V>();
  sets.set(key, set);
  return set;
};
