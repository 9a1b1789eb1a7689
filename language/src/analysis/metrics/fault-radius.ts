/**
 * Computes the fault radius (FR) of two PDs: the smallest number of requests from one of them to something that both
 * depend on. The larger, the more isolated.
 *
 * Definition, where the paper (P24 3.3.2) and its script differ: n(p, a) is the smallest number of requests from p to
 * a, a PD that p requests from directly or through others. FR(p, q) is the minimum of n(p, a) and n(q, a) over all
 * common ancestors a. A PD is its own ancestor, but no ancestor is nearer than 1; so a client and its server, however
 * far up, have FR 1, as do a PD and itself, and FR is symmetric. A hold of a resource is a request to all PDs that hold
 * or manage its space, unless the holder does so itself; these implicit requests are followed like declared ones.
 * Cycles are walked once.
 */
import { at, itemAt } from '../../model/common/lookup.ts';
import { pathTo, type Paths, type Reach, reach } from '../../graph/reach.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { RelationId } from '../../model/relation.ts';
import type { RelatedEntities } from '../facts/relation-index.ts';
import { entityOf } from '../../model/model.ts';
import { inSpaceLabel, type RequestGraph, requestGraph } from './request-graph.ts';

/** The set of existing entities. */
export interface FaultRadiusOptions {
  /** Returns true if an entity exists. Default: all that are not absent at the start. */
  readonly alive?: (entity: EntityId) => boolean;
}

/** The fault radii of one PD to all others. */
export interface FaultRadii {
  /** The radius by entity; -1 if there is no common ancestor, and for everything but living PDs. */
  readonly of: Int32Array;
  /**
   * Returns the number of facts that lead to it: the relations on the path, and each resource's nesting in its space.
   */
  readonly hops: (pd: EntityId) => number;
  /** Returns the relations from the PD up to a common ancestor with that radius, then down to `pd`. */
  readonly wayTo: (pd: EntityId) => RelationId[];
}

/** Returns the fault radius of two PDs; undefined if they have no common ancestor. Cost: O(V + E). */
export function faultRadius(
  model: RelatedEntities,
  first: EntityId,
  second: EntityId,
  options: FaultRadiusOptions = {},
): number | undefined {
  const radius = at(faultRadii(model, first, options).of, second);
  return radius < 0 ? undefined : radius;
}

/** Returns the fault radii of one PD to all others. Cost: O(V + E). */
export function faultRadii(model: RelatedEntities, pd: EntityId, options: FaultRadiusOptions = {}): FaultRadii {
  const graph = requestGraph(model);
  const blocked = deadNodes(model, graph, options.alive);
  const isPd = (node: number): boolean => model.entities[node]?.kind === 'pd';
  const sources = isPd(pd) ? [{ node: pd, hops: 0 }] : [];
  const up = reach(graph.nodeCount, { sources, steps: graph.steps, free: graph.free, blocked });
  const ancestors = model.entities.filter(({ id }) => isPd(id) && at(up.distance, id) >= 0).map(({ id }) => id);
  // The nearest ancestor of the others; its hops include the path up to it.
  const near = reach(graph.nodeCount, {
    sources: ancestors.map((node) => ({ node, hops: at(up.hops, node) })),
    steps: graph.backSteps,
    free: graph.backFree,
    blocked,
  });
  const first = firstAncestors(graph, up, ancestors, blocked);
  const isByFirst = (other: EntityId): boolean => at(first.distance, other) <= at(near.distance, other);
  const of = Int32Array.from(model.entities, ({ id }) => {
    if (!isPd(id) || at(near.distance, id) < 0) return -1;
    return Math.max(1, Math.min(at(first.distance, id), at(near.distance, id)));
  });
  return {
    of,
    hops: (other) => at((isByFirst(other) ? first : near).hops, other),
    wayTo: (other) => wayBetween(up, isByFirst(other) ? first : near, other),
  };
}

/**
 * Finds for each node the ancestor nearest to the one PD that the node can reach too; `distance` is its distance to
 * that PD. Ancestors are taken nearest first, so the first find is final.
 */
function firstAncestors(graph: RequestGraph, up: Reach, ancestors: readonly number[], blocked: Uint8Array): Paths {
  const unknown = (): Int32Array => new Int32Array(graph.nodeCount).fill(-1);
  const found: Paths = { distance: unknown(), hops: unknown(), previous: unknown(), label: unknown() };
  const queue: number[] = [];
  const enter = (node: number, previous: number, label: number, from: Paths, hops: number): void => {
    if (at(found.distance, node) >= 0 || blocked[node] === 1) return;
    found.distance[node] = at(from.distance, previous < 0 ? node : previous);
    found.hops[node] = hops;
    found.previous[node] = previous;
    found.label[node] = label;
    queue.push(node);
  };
  const byDistance = [...ancestors].sort((a, b) => at(up.distance, a) - at(up.distance, b) || a - b);
  let head = 0;
  for (const ancestor of byDistance) {
    enter(ancestor, -1, -1, up, at(up.hops, ancestor));
    for (; head < queue.length; head++) {
      const node = itemAt(queue, head);
      for (const { offsets, targets, labels } of [graph.backFree, graph.backSteps]) {
        for (let edge = at(offsets, node); edge < at(offsets, node + 1); edge++) {
          enter(at(targets, edge), node, at(labels, edge), found, at(found.hops, node) + 1);
        }
      }
    }
  }
  return found;
}

/** Returns the relations on the path up from the one PD to the common ancestor and down to the other. */
function wayBetween(up: Paths, down: Paths, other: EntityId): RelationId[] {
  if (at(down.distance, other) < 0) return [];
  const below = pathTo(down, other);
  const above = pathTo(up, itemAt(below, 0));
  const labels = [
    ...above.slice(1).map((node) => at(up.label, node)),
    ...below.slice(1).map((node) => at(down.label, node)),
  ];
  return labels.filter((label) => label !== inSpaceLabel);
}

/** Marks the nodes of entities that do not exist. */
function deadNodes(
  model: RelatedEntities,
  { nodeCount }: RequestGraph,
  alive: ((entity: EntityId) => boolean) | undefined,
): Uint8Array {
  const isAlive = alive ?? ((id: EntityId) => !entityOf(model, id).absent);
  const count = model.entities.length;
  const blocked = new Uint8Array(nodeCount);
  for (const { id } of model.entities) {
    if (isAlive(id)) continue;
    blocked[id] = 1;
    blocked[count + id] = 1;
  }
  return blocked;
}
