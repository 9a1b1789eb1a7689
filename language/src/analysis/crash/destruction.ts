/**
 * Computes what a crash destroys under a policy, in which order, and why: points 1 to 4 and 7 of the crash cleanup in
 * the language reference, plus its thresholds. The survivors are handled in `survivors.ts`.
 */
import { pathTo, type Reach, reach } from '../../graph/reach.ts';
import { at } from '../../model/lookup.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Explained, Fact } from '../../model/fact.ts';
import type { Depth, Policy } from '../../model/policy.ts';
import { crashedWith } from './crashed-with.ts';
import { crashFact, nestingFact, relationFact } from '../facts/facts.ts';
import { hasThresholds, type Near, nearPds } from '../metrics/thresholds.ts';
import { entityOf, relationOf } from '../../model/model.ts';
import { nestingLabel, type Spread } from '../facts/spread.ts';

/** A destroyed entity, its distance from the crash, and the reason. */
export interface Destroyed extends Explained {
  /**
   * The reason for its destruction: it goes with the PDs at `distance`, or only because its space is `distance` maps
   * away, or only because of a threshold (then it goes with the PDs at distance 1), or it was ending already and
   * waited for something destroyed (then its distance is 0).
   */
  readonly by: 'pd distance' | 'space distance' | 'threshold' | 'release';
  readonly distance: number;
}

/** The result in the form that other analyses use. */
export interface Destruction {
  /** 1 for each entity that exists before the crash. */
  readonly aliveBefore: Uint8Array;
  /** In order of destruction; within a layer in declaration order. */
  readonly destroyed: readonly Destroyed[];
  /** The entities of `order[i]` are destroyed together, after all earlier ones. */
  readonly order: readonly (readonly EntityId[])[];
  /** What is destroyed, in any order. */
  readonly ended: readonly EntityId[];
  readonly isDestroyed: (entity: EntityId) => boolean;
  /** The number of facts that lead from the crash to the end of a destroyed entity, not counting the crash. */
  readonly hops: (entity: EntityId) => number;
  /** The chain of facts from the crash to the end of a destroyed entity. */
  readonly because: (entity: EntityId) => Fact[];
}

/** The search that found the end of an entity, its node there, and its rank in the order. */
interface End {
  readonly search: keyof Searches;
  readonly found: Reach;
  readonly node: number;
  readonly rank: number;
  readonly hops: number;
}

/** The results of searching by PD distance, by space distance, and from PDs within a threshold. */
interface Searches {
  readonly pds: Reach;
  readonly spaces: Reach;
  /** Undefined if no PD is within a threshold. */
  readonly near: Reach | undefined;
}

/** A PD within a threshold of a crashed PD. */
interface NearCrash extends Near {
  readonly to: EntityId;
}

const waysToEnd = {
  pds: 'pd distance',
  spaces: 'space distance',
  near: 'threshold',
} as const;

/**
 * Returns what the crash of all of `crashed` at once destroys. Cost: O(V + E), plus sorting the destroyed entities;
 * with thresholds also the measuring for each crashed PD.
 */
export function destruction(
  spread: Spread,
  crashed: readonly EntityId[],
  policy: Policy,
  aliveBefore: Uint8Array,
): Destruction {
  const { free, pdSteps, spaceSteps, nodeCount } = spread;
  const sources = crashed.map((node) => ({ node, hops: 0 }));
  const common = { sources, free, blocked: blockedNodes(spread, aliveBefore) };
  const pds = reach(nodeCount, {
    ...common,
    steps: pdSteps,
    limit: limitOf(policy.pdDepth),
  });
  const spaces = reach(nodeCount, {
    ...common,
    steps: spaceSteps,
    limit: limitOf(policy.spaceDepth),
  });
  const nearCrash = findNear(spread, crashed, policy, aliveBefore, pds);
  const nearSources = [...nearCrash.values()].map(({ pd, to, hops }) => ({
    node: pd,
    hops: at(pds.hops, to) + hops,
  }));
  const near = nearSources.length === 0 ? undefined : reach(nodeCount, { ...common, sources: nearSources });
  const ends = findEnds(spread, { pds, spaces, near });
  const because = (entity: EntityId): Fact[] => {
    const end = ends.get(entity);
    if (end === undefined) return [];
    const facts = chain(spread, end.found, end.node, aliveBefore);
    const first = end.search === 'near' ? nearCrash.get(pathTo(end.found, end.node)[0] ?? -1) : undefined;
    if (first === undefined) return facts;
    return [...chain(spread, pds, first.to, aliveBefore), ...first.because(), ...facts.slice(1)];
  };
  const isGone = new Uint8Array(aliveBefore.length);
  for (const entity of ends.keys()) isGone[entity] = 1;
  const sorted = [...ends].sort(([a, x], [b, y]) => x.rank - y.rank || a - b);
  return {
    aliveBefore,
    destroyed: sorted.map(([entity, { search, found, node }]) => ({
      entity,
      by: waysToEnd[search],
      distance: search === 'near' ? 1 : at(found.distance, node),
      get because() {
        return because(entity);
      },
    })),
    order: layersOf(sorted),
    ended: [...ends.keys()],
    isDestroyed: (entity) => isGone[entity] === 1,
    hops: (entity) => ends.get(entity)?.hops ?? -1,
    because,
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
function findNear(
  { index }: Spread,
  crashed: readonly EntityId[],
  policy: Policy,
  aliveBefore: Uint8Array,
  pds: Reach,
): Map<EntityId, NearCrash> {
  const { model } = index;
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

/**
 * Finds how each entity ends. If it ends in several ways, the first in this order counts: the PDs at distance 0, their
 * spaces, spaces by space distance, the PDs at distance 1, their spaces, and so on. Thresholds only add: what a
 * distance destroys ends as it would without them.
 */
function findEnds({ index }: Spread, { pds, spaces, near }: Searches): Map<EntityId, End> {
  const { entities } = index.model;
  const count = entities.length;
  const ends = new Map<EntityId, End>();
  // Greater than any rank within one PD distance.
  const stride = count + 2;
  const found = [pds, spaces, near].flatMap((each) => (each === undefined ? [] : each.nodes));
  for (const id of new Set(found.filter((node) => node < 2 * count).map((node) => node % count))) {
    const { kind } = entityOf(index.model, id);
    const isServed = kind === 'space' || kind === 'resource';
    const other = count + id;
    let best = endAt('pds', pds, id, at(pds.distance, id) * stride + (isServed ? 1 : 0));
    best = earlier(best, endAt('pds', pds, other, at(pds.distance, other) * stride + 1));
    // Space distance 0 is destroyed with the PDs at distance 0, which the other search has found.
    for (const node of [id, other]) {
      if (at(spaces.distance, node) > 0)
        best = earlier(best, endAt('spaces', spaces, node, at(spaces.distance, node) + 1));
    }
    best ??= endAt('near', near, id, stride + (isServed ? 1 : 0)) ?? endAt('near', near, other, stride + 1);
    if (best !== undefined) ends.set(id, best);
  }
  return ends;
}

function endAt(search: End['search'], found: Reach | undefined, node: number, rank: number): End | undefined {
  if (found === undefined || at(found.distance, node) < 0) return undefined;
  return { search, found, node, rank, hops: at(found.hops, node) };
}

function earlier(a: End | undefined, b: End | undefined): End | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return b.rank < a.rank || (b.rank === a.rank && b.hops < a.hops) ? b : a;
}

function layersOf(sorted: readonly (readonly [EntityId, End])[]): EntityId[][] {
  const layers: EntityId[][] = [];
  let lastRank = -1;
  for (const [entity, { rank }] of sorted) {
    if (rank === lastRank) layers.at(-1)?.push(entity);
    else layers.push([entity]);
    lastRank = rank;
  }
  return layers;
}

function chain({ index, services }: Spread, found: Reach, last: number, aliveBefore: Uint8Array): Fact[] {
  const { model } = index;
  const count = model.entities.length;
  return pathTo(found, last).map((node, position) => {
    const label = at(found.label, node);
    if (position === 0) return crashFact(model, node);
    if (label !== nestingLabel) return relationFact(model, label);
    const service = services[node - 2 * count];
    if (service === undefined) return nestingFact(model, node % count);
    const space = service.spaces.find((id) => aliveBefore[relationOf(model, id).target] === 1);
    return space === undefined ? crashFact(model, entityOf(model, service.manager).id) : relationFact(model, space);
  });
}
