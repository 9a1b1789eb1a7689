/**
 * Searches for what a crash reaches: by PD distance, by space distance, and from PDs within a threshold.
 */
import {
  createReachRoom,
  emptyReachRoom,
  type Reach,
  reach,
  type ReachOptions,
  type ReachRoom,
} from '../../graph/reach.ts';
import { at } from '../../model/common/lookup.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Depth, Policy } from '../../model/policy.ts';
import { crashedWith } from './crashed-with.ts';
import { hasThresholds, type Near, nearPds } from '../metrics/thresholds.ts';
import { entityOf, relationOf } from '../../model/model.ts';
import type { Spread } from '../facts/spread.ts';

/** The results of searching by PD distance, by space distance, and from PDs within a threshold. */
export interface Searches {
  readonly pds: Reach;
  /** Undefined if no space is at a distance. */
  readonly spaces: Reach | undefined;
  /** Undefined if no PD is within a threshold. */
  readonly near: Reach | undefined;
}

/** One search. */
export type SpreadSearch = (options: ReachOptions) => Reach;

/** The event of which the consequences are searched. */
export interface Crash {
  readonly spread: Spread;
  readonly crashed: readonly EntityId[];
  readonly policy: Policy;
  readonly aliveBefore: Uint8Array;
}

/** A PD within a threshold of a crashed PD. */
export interface NearCrash extends Near {
  readonly to: EntityId;
}

/** Rooms that no search uses. One in which a search was ended in the middle does not come back. */
const spare = new WeakMap<Spread, ReachRoom[]>();

/** Runs searches in rooms that are emptied and used again afterwards. */
export function inSharedRooms<T>(spread: Spread, run: (search: SpreadSearch) => T): T {
  const free = spare.get(spread) ?? [];
  spare.set(spread, free);
  const used: { readonly room: ReachRoom; readonly found: Reach }[] = [];
  const result = run((options) => {
    const room = free.pop() ?? createReachRoom(spread.nodeCount);
    const found = reach(spread.nodeCount, { ...options, room });
    used.push({ room, found });
    return found;
  });
  for (const { room, found } of used) {
    emptyReachRoom(room, found.nodes);
    free.push(room);
  }
  return result;
}

const commonOf = ({ spread, crashed, aliveBefore }: Crash): ReachOptions => ({
  sources: crashed.map((node) => ({ node, hops: 0 })),
  free: spread.free,
  blocked: blockedNodes(spread, aliveBefore),
});

/** Makes the search by PD distance. */
export const searchPds = (event: Crash, search: SpreadSearch): Reach =>
  search({ ...commonOf(event), steps: event.spread.pdSteps, limit: limitOf(event.policy.pdDepth) });

/** Makes the searches that are left after that by PD distance. */
export function searchOn(
  event: Crash,
  pds: Reach,
  nearCrash: ReadonlyMap<EntityId, NearCrash>,
  search: SpreadSearch,
): Searches {
  const { spaceSteps } = event.spread;
  const { spaceDepth } = event.policy;
  const common = commonOf(event);
  // At space distance 0 is what the other search finds at PD distance 0.
  const hasDistance = spaceDepth !== 0 && spaceSteps.labels.length > 0;
  const sources = [...nearCrash.values()].map(({ pd, to, hops }) => ({ node: pd, hops: at(pds.hops, to) + hops }));
  return {
    pds,
    spaces: hasDistance ? search({ ...common, steps: spaceSteps, limit: limitOf(spaceDepth) }) : undefined,
    near: sources.length === 0 ? undefined : search({ ...common, sources }),
  };
}

/** Returns the limit of a search. */
export function limitOf(depth: Depth): number {
  return depth === 'unlimited' ? Number.POSITIVE_INFINITY : depth;
}

const known = new WeakMap<Uint8Array, readonly [spread: Spread, blocked: Uint8Array]>();

/**
 * Marks with 1 the nodes of entities that do not exist, and of services without an existing space. Cost: O(V), once for
 * each state, which must not change afterwards.
 */
export function blockedNodes(spread: Spread, aliveBefore: Uint8Array): Uint8Array {
  const before = known.get(aliveBefore);
  if (before?.[0] === spread) return before[1];
  const blocked = findBlocked(spread, aliveBefore);
  known.set(aliveBefore, [spread, blocked]);
  return blocked;
}

function findBlocked({ index, nodeCount, services }: Spread, aliveBefore: Uint8Array): Uint8Array {
  const count = aliveBefore.length;
  const blocked = new Uint8Array(nodeCount);
  for (let entity = 0; entity < count; entity++) {
    if (aliveBefore[entity] === 1) continue;
    blocked[entity] = 1;
    blocked[count + entity] = 1;
  }
  for (const [number, { spaces }] of services.entries()) {
    const isServed = spaces.some((id) => aliveBefore[relationOf(index.model, id).target] === 1);
    if (!isServed) blocked[2 * count + number] = 1;
  }
  return blocked;
}

/**
 * Finds the PDs that a threshold destroys, each with its shortest reason. A root PD is never destroyed as a dependent.
 */
export function findNear({ spread, crashed, policy, aliveBefore }: Crash, pds: Reach): Map<EntityId, NearCrash> {
  const { model } = spread.index;
  const found = new Map<EntityId, NearCrash>();
  if (!hasThresholds(policy)) return found;
  for (const to of crashedWith(model, crashed, aliveBefore)) {
    if (entityOf(model, to).kind !== 'pd') continue;
    for (const near of nearPds(model, policy, to, aliveBefore)) {
      const known = found.get(near.pd);
      const isShorter = known === undefined || at(pds.hops, to) + near.hops < at(pds.hops, known.to) + known.hops;
      if (isShorter && !entityOf(model, near.pd).root) found.set(near.pd, { ...near, to });
    }
  }
  return found;
}
