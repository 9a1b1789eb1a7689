/**
 * Computes what a PD reaches over holds and maps: the set on which similarity, shared resources and the trusted base
 * are measured. A hold is hop 0, each map adds one hop. Held PDs are not traversed: being able to end a PD does not
 * mean using what it holds.
 */
import { createEdgeList, type Digraph } from '../../graph/digraph.ts';
import { at, itemAt } from '../../model/common/lookup.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { oncePer } from '../../model/common/once-per.ts';
import type { RelationId } from '../../model/relation.ts';
import { indexRelations, type RelatedEntities, type RelationIndex } from '../facts/relation-index.ts';
import { entityOf } from '../../model/model.ts';

/** The part of the graph that a metric considers. */
export interface MetricOptions {
  /** Returns true if an entity exists. Default: all that are not absent at the start. */
  readonly alive?: (entity: EntityId) => boolean;
  /** `closure` follows maps from held entities; `direct` counts only held entities. Default: `closure`. */
  readonly follow?: 'closure' | 'direct';
}

/** The set that one PD reaches, nearest first; the arrays are parallel. */
export interface Closure {
  /** Spaces and resources. */
  readonly nodes: readonly EntityId[];
  readonly hops: readonly number[];
  /** The relation over which a node was reached. */
  readonly via: readonly RelationId[];
  /** The index in `nodes` from which a node was reached; -1 for what the PD itself holds or manages. */
  readonly from: readonly number[];
}

/** Returns a function that gives the closure of a PD. Cost: O(V) once, then linear in the reached part. */
export function closures(model: RelatedEntities, options: MetricOptions = {}): (pd: EntityId) => Closure {
  const index = indexRelations(model);
  const graph = closureEdges(index);
  const isAlive = options.alive ?? ((id: EntityId) => !entityOf(model, id).absent);
  const seenBy = new Int32Array(model.entities.length).fill(-1);
  let walk = 0;
  return (pd) => {
    const nodes: EntityId[] = [];
    const hops: number[] = [];
    const via: RelationId[] = [];
    const from: number[] = [];
    if (model.entities[pd]?.kind !== 'pd' || !isAlive(pd)) return { nodes, hops, via, from };
    walk += 1;
    const enter = (source: EntityId, place: number, hop: number): void => {
      for (let edge = at(graph.offsets, source); edge < at(graph.offsets, source + 1); edge++) {
        const node = at(graph.targets, edge);
        const label = at(graph.labels, edge);
        if (seenBy[node] === walk || !isAlive(node)) continue;
        seenBy[node] = walk;
        nodes.push(node);
        hops.push(hop);
        via.push(label);
        from.push(place);
      }
    };
    enter(pd, -1, 0);
    if (options.follow === 'direct') return { nodes, hops, via, from };
    for (let place = 0; place < nodes.length; place++) enter(itemAt(nodes, place), place, itemAt(hops, place) + 1);
    return { nodes, hops, via, from };
  };
}

/** The known closures of one state of a model. */
interface Remembered {
  readonly alive: Uint8Array;
  readonly closureOf: (pd: EntityId) => Closure;
}

const remembered = new WeakMap<RelationIndex, Remembered>();

/** The number of nodes that all remembered closures of a model may have together. */
const memory = 2_000_000;

/**
 * Returns the same function as `closures` for the entities marked 1 in `alive`. Remembers its results while `alive`
 * stays the same, for repeated measuring.
 */
export function rememberedClosures(model: RelatedEntities, alive: Uint8Array): (pd: EntityId) => Closure {
  const index = indexRelations(model);
  const known = remembered.get(index);
  if (known?.alive.every((each, id) => each === alive[id]) === true) return known.closureOf;
  const state = alive.slice();
  const compute = closures(model, { alive: (id) => state[id] === 1 });
  const found = new Map<EntityId, Closure>();
  let size = 0;
  const closureOf = (pd: EntityId): Closure => {
    const closure = found.get(pd) ?? compute(pd);
    if (size < memory && !found.has(pd)) {
      found.set(pd, closure);
      size += closure.nodes.length + 1;
    }
    return closure;
  };
  remembered.set(index, { alive: state, closureOf });
  return closureOf;
}

/** Returns the resources of a closure, nearest first. */
export function resourcesIn(model: RelatedEntities, { nodes }: Closure): EntityId[] {
  return nodes.filter((id) => entityOf(model, id).kind === 'resource');
}

/** Returns the relations from the PD to the node at an index of its closure. Cost: O(length). */
export function relationsTo({ via, from }: Closure, place: number): RelationId[] {
  const way: RelationId[] = [];
  for (let current = place; current >= 0; current = itemAt(from, current)) way.push(itemAt(via, current));
  return way.reverse();
}

/**
 * Returns true if a PD reaches a resource, space or PD over holds and maps; a PD is reached only by holding it. Cost:
 * O(V + E).
 */
export function reaches(model: RelatedEntities, pd: EntityId, target: EntityId, options: MetricOptions = {}): boolean {
  const isAlive = options.alive ?? ((id: EntityId) => !entityOf(model, id).absent);
  if (model.entities[target]?.kind === 'pd') {
    const holds = indexRelations(model).all('holds');
    return isAlive(pd) && isAlive(target) && holds.some((each) => each.source === pd && each.target === target);
  }
  return closures(model, options)(pd).nodes.includes(target);
}

/** Returns the holds and managed spaces of PDs, then maps; built once for each index. */
const closureEdges = oncePer((index: RelationIndex): Digraph => {
  const { model } = index;
  const edges = createEdgeList(model.relations.length);
  for (const kind of ['holds', 'manages', 'maps'] as const) {
    for (const { id, source, target } of index.all(kind)) {
      if (entityOf(model, target).kind !== 'pd') edges.add(source, target, id);
    }
  }
  return edges.toDigraph(model.entities.length);
});
