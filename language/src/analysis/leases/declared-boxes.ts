/**
 * Finds the boxes of a declared model: objects on nodes, their references, and the boxes that roots name, by the node
 * of the roots.
 */
import type { Digraph } from '../../graph/digraph.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Model } from '../../model/model.ts';
import { boxGraph, boxReferences } from './box-references.ts';
import { keepers } from '../doomed/doomed-keepers.ts';

/** The input of a keepalive collector at the start of a run. */
export interface DeclaredBoxes {
  /** The node of each entity; undefined if it is on none. */
  readonly nodeOf: readonly (EntityId | undefined)[];
  /** Edges between boxes; all other entities have no edges. */
  readonly graph: Digraph;
  /** For each node with roots, and for roots on no node: the boxes that they name, in declaration order. */
  readonly named: readonly { readonly node: EntityId | undefined; readonly roots: readonly EntityId[] }[];
}

/** Returns the boxes that exist at the start, and their references. Cost: O(V + E). */
export function declaredBoxes(model: Model): DeclaredBoxes {
  const { entities } = model;
  const nodeOf = nodesOf(model);
  const isThere = (entity: EntityId): boolean => entities[entity]?.absent === false;
  const isBox = (entity: EntityId): boolean => entities[entity]?.kind === 'object' && nodeOf[entity] !== undefined;
  const questions = { isBox, isAlive: isThere, hasExisted: isThere };
  const boxesOf = boxReferences(entities, keepers(model, 'demand', new Set()), questions);
  const named = new Map<EntityId | undefined, Set<EntityId>>();
  for (const { id, kind, root } of entities) {
    if (!isThere(id) || (kind !== 'pd' && !root)) continue;
    const roots = named.get(nodeOf[id]) ?? new Set();
    named.set(nodeOf[id], roots);
    for (const box of isBox(id) ? [id] : boxesOf(id)) roots.add(box);
  }
  return {
    nodeOf,
    graph: boxGraph(entities.length, (entity) => isBox(entity) && isThere(entity), boxesOf),
    named: [...named]
      .filter(([, roots]) => roots.size > 0)
      .sort(([a], [b]) => (a ?? -1) - (b ?? -1))
      .map(([node, roots]) => ({ node, roots: [...roots].sort((a, b) => a - b) })),
  };
}

/** Returns the node of each entity; an entity comes before those nested in it. */
function nodesOf({ entities }: Model): (EntityId | undefined)[] {
  const nodes: (EntityId | undefined)[] = [];
  for (const { id, kind, parent } of entities) nodes[id] = kind === 'node' ? id : nodes[parent ?? -1];
  return nodes;
}
