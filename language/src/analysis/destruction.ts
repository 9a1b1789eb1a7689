/**
 * What a crash destroys under a policy, in which order, and why: points 1 to 4 and 7 of the crash
 * cleanup in the language reference. What becomes of the survivors is asked elsewhere.
 */
import type { Reach } from '../graph/reach.ts';
import { pathTo, reach } from '../graph/reach.ts';
import { at } from '../graph/digraph.ts';
import type { EntityId } from '../model/entity-kind.ts';
import type { Explained, Fact } from '../model/fact.ts';
import type { Depth, Policy } from '../model/policy.ts';
import { crashFact, nestingFact, relationFact } from './facts.ts';
import { entityOf, relationOf } from './relation-index.ts';
import type { Spread } from './spread.ts';
import { nestingLabel } from './spread.ts';

/** An entity that goes, how far from the crash, and why. */
export interface Destroyed extends Explained {
  /** Whether it goes with the PDs at `distance`, or only because its space is `distance` maps away. */
  readonly by: 'pd distance' | 'space distance';
  readonly distance: number;
}

/** The answer in the form that other questions build on. */
export interface Destruction {
  /** Indexed by entity: 1 for what exists before the crash. */
  readonly aliveBefore: Uint8Array;
  /** In the order in which it is destroyed; within a layer by declaration. */
  readonly destroyed: readonly Destroyed[];
  /** `order[i]` is destroyed together, after all before it. */
  readonly order: readonly (readonly EntityId[])[];
  readonly isDestroyed: (entity: EntityId) => boolean;
  /** How many facts lead from the crash to the end of a destroyed entity, the crash itself not counted. */
  readonly hops: (entity: EntityId) => number;
  /** The chain of facts from the crash to the end of a destroyed entity. */
  readonly because: (entity: EntityId) => Fact[];
}

/** Where the end of an entity was found: the search, its node there, and its rank in the order. */
interface End {
  readonly search: 'pds' | 'spaces';
  readonly node: number;
  readonly rank: number;
  readonly hops: number;
}

/** Returns what goes when `crashed` does. Cost: O(V + E), and sorting what is destroyed. */
export function destruction(spread: Spread, crashed: EntityId, policy: Policy, aliveBefore: Uint8Array): Destruction {
  const { free, pdSteps, spaceSteps, nodeCount } = spread;
  const common = { sources: [{ node: crashed, hops: 0 }], free, blocked: blockedNodes(spread, aliveBefore) };
  const pds = reach(nodeCount, { ...common, steps: pdSteps, limit: limitOf(policy.pdDepth) });
  const spaces = reach(nodeCount, { ...common, steps: spaceSteps, limit: limitOf(policy.spaceDepth) });
  const ends = findEnds(spread, pds, spaces);
  const because = (entity: EntityId): Fact[] => {
    const end = ends.get(entity);
    return end === undefined ? [] : chain(spread, end.search === 'pds' ? pds : spaces, end.node, aliveBefore);
  };
  const isGone = new Uint8Array(aliveBefore.length);
  for (const entity of ends.keys()) isGone[entity] = 1;
  const sorted = [...ends].sort(([a, x], [b, y]) => x.rank - y.rank || a - b);
  return {
    aliveBefore,
    destroyed: sorted.map(([entity, { search, node }]) => ({
      entity,
      by: search === 'pds' ? 'pd distance' : 'space distance',
      distance: at((search === 'pds' ? pds : spaces).distance, node),
      get because() {
        return because(entity);
      },
    })),
    order: layersOf(sorted),
    isDestroyed: (entity) => isGone[entity] === 1,
    hops: (entity) => ends.get(entity)?.hops ?? -1,
    because,
  };
}

function limitOf(depth: Depth): number {
  return depth === 'unlimited' ? Number.POSITIVE_INFINITY : depth;
}

function blockedNodes({ index, nodeCount, services }: Spread, aliveBefore: Uint8Array): Uint8Array {
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
 * Finds how each entity ends. One that ends in several ways does so the first in the order: the PDs at
 * distance 0, their spaces, spaces by space distance, the PDs at distance 1, their spaces, and so on.
 */
function findEnds({ index }: Spread, pds: Reach, spaces: Reach): Map<EntityId, End> {
  const { entities } = index.model;
  const ends = new Map<EntityId, End>();
  // More than any rank within one PD distance.
  const stride = entities.length + 2;
  for (const { id, kind } of entities) {
    const isServed = kind === 'space' || kind === 'resource';
    const other = entities.length + id;
    let best = endAt('pds', pds, id, at(pds.distance, id) * stride + (isServed ? 1 : 0));
    best = earlier(best, endAt('pds', pds, other, at(pds.distance, other) * stride + 1));
    // Space distance 0 is what goes with the PDs at distance 0, which the other search has found.
    if (at(spaces.distance, other) > 0) {
      best = earlier(best, endAt('spaces', spaces, other, at(spaces.distance, other) + 1));
    }
    if (best !== undefined) ends.set(id, best);
  }
  return ends;
}

function endAt(search: End['search'], found: Reach, node: number, rank: number): End | undefined {
  return at(found.distance, node) < 0 ? undefined : { search, node, rank, hops: at(found.hops, node) };
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
