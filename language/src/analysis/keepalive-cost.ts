/**
 * What keepalives cost in a model as it is declared: how many one period of a collector takes, and
 * how many it would take if each reference passed one on only once.
 */
import type { EntityId } from '../model/entity-kind.ts';
import type { Model } from '../model/model.ts';
import { boxGraph, boxReferences } from './box-references.ts';
import { keepers } from './doomed-keepers.ts';
import type { KeepaliveCount } from './keepalive-paths.ts';
import { countFlooding, countKeepalives } from './keepalive-paths.ts';

/** The cost of a period from one node, or from what is on none. */
export interface KeepaliveCost {
  readonly node: EntityId | undefined;
  /** The boxes that roots there name, in declaration order. */
  readonly roots: readonly EntityId[];
  readonly count: KeepaliveCount;
  /** What `forward: sequence` takes. */
  readonly flooding: number;
}

/**
 * Returns the cost of a period for each node that has roots, in declaration order; nothing without a
 * collector. For what `forward: visited` does; `budget` as for `countKeepalives`.
 */
export function keepaliveCosts(model: Model, options: { readonly budget?: number } = {}): KeepaliveCost[] {
  if (model.collectors.length === 0) return [];
  const { entities } = model;
  const nodeOf = nodesOf(model);
  const isThere = (entity: EntityId): boolean => entities[entity]?.absent === false;
  const isBox = (entity: EntityId): boolean => entities[entity]?.kind === 'object' && nodeOf[entity] !== undefined;
  const questions = { isBox, isAlive: isThere, hasExisted: isThere };
  const boxesOf = boxReferences(entities, keepers(model, 'demand', new Set()), questions);
  const graph = boxGraph(entities.length, (entity) => isBox(entity) && isThere(entity), boxesOf);
  const named = new Map<EntityId | undefined, Set<EntityId>>();
  for (const { id, kind, root } of entities) {
    if (!isThere(id) || (kind !== 'pd' && !root)) continue;
    const roots = named.get(nodeOf[id]) ?? new Set();
    named.set(nodeOf[id], roots);
    for (const box of isBox(id) ? [id] : boxesOf(id)) roots.add(box);
  }
  return [...named]
    .filter(([, roots]) => roots.size > 0)
    .sort(([a], [b]) => (a ?? -1) - (b ?? -1))
    .map(([node, found]) => {
      const roots = [...found].sort((a, b) => a - b);
      return { node, roots, count: countKeepalives(graph, roots, options), flooding: countFlooding(graph, roots) };
    });
}

/** The node that each entity is on; an entity comes before what is nested in it. */
function nodesOf({ entities }: Model): (EntityId | undefined)[] {
  const nodes: (EntityId | undefined)[] = [];
  for (const { id, kind, parent } of entities) nodes[id] = kind === 'node' ? id : nodes[parent ?? -1];
  return nodes;
}
