/**
 * What a PD reaches over holds and maps: the set that similarity, shared resources and the trusted
 * base are measured on. A hold is hop 0, each map from there one hop more. The PDs that a PD holds
 * are not passed through: to be able to end a PD is not to use what that one holds.
 */
import type { Digraph } from '../../graph/digraph.ts';
import { at, createEdgeList } from '../../graph/digraph.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { RelationId } from '../../model/relation.ts';
import type { RelatedEntities, RelationIndex } from '../facts/relation-index.ts';
import { entityOf, indexRelations, relationOf } from '../facts/relation-index.ts';

/** Which part of the graph a metric looks at. */
export interface MetricOptions {
  /** What exists. Default: all that is not absent at the start. */
  readonly alive?: (entity: EntityId) => boolean;
  /** `closure` follows maps from what is held; `direct` takes only what is held. Default: `closure`. */
  readonly follow?: 'closure' | 'direct';
  /** Only holds with all these letters count, whatever their case; a hold without rights has all. */
  readonly rights?: string;
}

/** What one PD reaches, nearest first; the arrays are parallel. */
export interface Closure {
  /** Spaces and resources. */
  readonly nodes: readonly EntityId[];
  readonly hops: readonly number[];
  /** The relation over which a node was reached. */
  readonly via: readonly RelationId[];
  /** The place in `nodes` from which it was reached; -1 for what the PD itself holds or manages. */
  readonly from: readonly number[];
}

/** Returns a function that gives the closure of a PD. Cost: O(V) once, then O(what is reached and its edges). */
export function closures(model: RelatedEntities, options: MetricOptions = {}): (pd: EntityId) => Closure {
  const index = indexRelations(model);
  const graph = closureEdges(index);
  const isAlive = options.alive ?? ((id: EntityId) => !entityOf(model, id).absent);
  const letters = Array.from((options.rights ?? '').toLowerCase());
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
        if (place < 0 && letters.length > 0 && !allows(model, label, letters)) continue;
        seenBy[node] = walk;
        nodes.push(node);
        hops.push(hop);
        via.push(label);
        from.push(place);
      }
    };
    enter(pd, -1, 0);
    if (options.follow === 'direct') return { nodes, hops, via, from };
    for (let place = 0; place < nodes.length; place++) enter(nodes[place] ?? -1, place, (hops[place] ?? 0) + 1);
    return { nodes, hops, via, from };
  };
}

/** The closures of one state of a model that are known already. */
interface Remembered {
  readonly alive: Uint8Array;
  readonly closureOf: (pd: EntityId) => Closure;
}

const remembered = new WeakMap<RelationIndex, Remembered>();

/** How many nodes all remembered closures of a model may have together. */
const memory = 2_000_000;

/**
 * Returns the same function as `closures` for what is marked 1 in `alive`. It remembers what it has
 * computed as long as what is alive stays the same, for those who measure again and again.
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

/** Returns the relations from the PD to the node at a place of its closure. Cost: O(length). */
export function wayTo({ via, from }: Closure, place: number): RelationId[] {
  const way: RelationId[] = [];
  for (let current = place; current >= 0; current = from[current] ?? -1) way.push(via[current] ?? -1);
  return way.reverse();
}

/**
 * Returns whether a PD reaches a resource, space or PD over holds and maps; a PD is reached only by
 * holding it. `within` bounds the hops: 0 is a hold of the PD's own. Cost: O(V + E).
 */
export function reaches(
  model: RelatedEntities,
  pd: EntityId,
  target: EntityId,
  options: MetricOptions & { readonly within?: number } = {},
): boolean {
  const isAlive = options.alive ?? ((id: EntityId) => !entityOf(model, id).absent);
  if (model.entities[target]?.kind === 'pd') {
    const holds = indexRelations(model).all('holds');
    return isAlive(pd) && isAlive(target) && holds.some((each) => each.source === pd && each.target === target);
  }
  const { nodes, hops } = closures(model, options)(pd);
  const place = nodes.indexOf(target);
  return place >= 0 && (hops[place] ?? 0) <= (options.within ?? Number.POSITIVE_INFINITY);
}

const graphs = new WeakMap<RelationIndex, Digraph>();

/** Holds and managed spaces of a PD, then maps. Built once for each index. */
function closureEdges(index: RelationIndex): Digraph {
  const known = graphs.get(index);
  if (known !== undefined) return known;
  const { model } = index;
  const edges = createEdgeList(model.relations.length);
  for (const kind of ['holds', 'manages', 'maps'] as const) {
    for (const { id, source, target } of index.all(kind)) {
      if (entityOf(model, target).kind !== 'pd') edges.add(source, target, id);
    }
  }
  const graph = edges.toDigraph(model.entities.length);
  graphs.set(index, graph);
  return graph;
}

/** Whether a hold gives all these rights. Who manages a space may do everything with it. */
function allows(model: RelatedEntities, label: RelationId, letters: readonly string[]): boolean {
  const { as, kind } = relationOf(model, label);
  if (as === undefined || kind !== 'holds') return true;
  const rights = as.toLowerCase();
  return letters.every((letter) => rights.includes(letter));
}
