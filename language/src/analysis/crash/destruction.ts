/**
 * Computes what a crash destroys under a policy, in which order, and why: points 1 to 4 and 7 of the crash cleanup in
 * the language reference, plus its thresholds. The survivors are handled in `survivors.ts`.
 */
import { pathTo, type Reach, reach } from '../../graph/reach.ts';
import { at, itemAt } from '../../model/common/lookup.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { once } from '../../model/common/once-per.ts';
import type { Explained, Fact } from '../../model/fact.ts';
import type { Policy } from '../../model/policy.ts';
import { crashFact, nestingFact, relationFact } from '../facts/facts.ts';
import { entityOf, relationOf } from '../../model/model.ts';
import { nestingLabel, type Spread } from '../facts/spread.ts';
import {
  type Crash,
  findNear,
  inSharedRooms,
  type SpreadSearch,
  type Searches,
  searchOn,
  searchPds,
} from './searches.ts';

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

/** The search that found the end of an entity, its node and distance there, and its rank in the order. */
interface End {
  readonly search: keyof Searches;
  readonly node: number;
  readonly distance: number;
  readonly rank: number;
  readonly hops: number;
}

const waysToEnd = {
  pds: 'pd distance',
  spaces: 'space distance',
  near: 'threshold',
} as const;

/**
 * Returns what the crash of all of `crashed` at once destroys. Cost: what is reached, with its edges, plus sorting the
 * destroyed entities, and O(V) once for a model and once for the first reason; with thresholds also the measuring for
 * each crashed PD.
 */
export function destruction(
  spread: Spread,
  crashed: readonly EntityId[],
  policy: Policy,
  aliveBefore: Uint8Array,
): Destruction {
  const event: Crash = { spread, crashed, policy, aliveBefore };
  const { ends, nearCrash } = inSharedRooms(spread, (search) => {
    const pds = searchPds(event, search);
    const near = findNear(event, pds);
    return { ends: findEnds(spread, searchOn(event, pds, near, search)), nearCrash: near };
  });
  // Most crashes are never asked for a reason: the first reason searches again, in rooms of its own.
  const searches = once(() => {
    const search: SpreadSearch = (options) => reach(spread.nodeCount, options);
    return searchOn(event, searchPds(event, search), nearCrash, search);
  });
  const because = (entity: EntityId): Fact[] => {
    const end = ends.get(entity);
    const found = end === undefined ? undefined : searches()[end.search];
    if (end === undefined || found === undefined) return [];
    const facts = crashChain(spread, found, end.node, aliveBefore);
    const first = end.search === 'near' ? nearCrash.get(itemAt(pathTo(found, end.node), 0)) : undefined;
    if (first === undefined) return facts;
    return [...crashChain(spread, searches().pds, first.to, aliveBefore), ...first.because(), ...facts.slice(1)];
  };
  const sorted = once(() => [...ends].sort(([a, x], [b, y]) => x.rank - y.rank || a - b));
  const destroyed = once(() =>
    sorted().map(([entity, { search: by, distance }]) => ({
      ...{ entity, by: waysToEnd[by], distance },
      get because() {
        return because(entity);
      },
    })),
  );
  return {
    aliveBefore,
    get destroyed() {
      return destroyed();
    },
    get order() {
      return layersOf(sorted());
    },
    ended: [...ends.keys()],
    isDestroyed: (entity) => ends.has(entity),
    hops: (entity) => ends.get(entity)?.hops ?? -1,
    because,
  };
}

/**
 * Finds how each entity ends. If it ends in several ways, the first in this order counts: the PDs at distance 0, their
 * spaces, spaces by space distance, the PDs at distance 1, their spaces, and so on. Thresholds only add: what a
 * distance destroys ends as it would without them.
 */
function findEnds({ index }: Spread, { pds, spaces, near }: Searches): Map<EntityId, End> {
  const count = index.model.entities.length;
  const ends = new Map<EntityId, End>();
  // Greater than any rank within one PD distance.
  const stride = count + 2;
  const findEnd = (id: EntityId): void => {
    if (ends.has(id)) return;
    const { kind } = entityOf(index.model, id);
    const isServed = kind === 'space' || kind === 'resource' ? 1 : 0;
    const other = count + id;
    let best = endAt('pds', pds, id, (distance) => distance * stride + isServed);
    best = earlier(
      best,
      endAt('pds', pds, other, (distance) => distance * stride + 1),
    );
    // Space distance 0 is destroyed with the PDs at distance 0, which the other search has found.
    for (const node of spaces === undefined ? [] : [id, other]) {
      const end = endAt('spaces', spaces, node, (distance) => distance + 1);
      if (end?.distance !== 0) best = earlier(best, end);
    }
    best ??= endAt('near', near, id, () => stride + isServed) ?? endAt('near', near, other, () => stride + 1);
    if (best !== undefined) ends.set(id, best);
  };
  for (const found of [pds, spaces, near])
    for (const node of found?.nodes ?? []) if (node < 2 * count) findEnd(node % count);
  return ends;
}

function endAt(
  search: End['search'],
  found: Reach | undefined,
  node: number,
  rankOf: (distance: number) => number,
): End | undefined {
  const distance = found === undefined ? -1 : at(found.distance, node);
  if (found === undefined || distance < 0) return undefined;
  // What only a threshold ends is ended with the PDs at distance 1.
  const shown = search === 'near' ? 1 : distance;
  return { search, node, distance: shown, rank: rankOf(distance), hops: at(found.hops, node) };
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

/** Returns the facts that lead from a crash to a node that a search from it has reached. */
export function crashChain({ index, services }: Spread, found: Reach, last: number, aliveBefore: Uint8Array): Fact[] {
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
