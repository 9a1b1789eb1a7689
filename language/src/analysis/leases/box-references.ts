/**
 * Finds which boxes refer to which: the references that keep objects alive, as a keepalive collector follows them, from
 * box to box through everything in between.
 */
import type { Digraph } from '../../graph/digraph.ts';
import type { Entity } from '../../model/entity.ts';
import type { EntityId } from '../../model/entity-kind.ts';

/** Tests for boxes, and for entities that exist or have existed. */
export interface BoxQuestions {
  readonly isBox: (entity: EntityId) => boolean;
  readonly isAlive: (entity: EntityId) => boolean;
  readonly hasExisted: (entity: EntityId) => boolean;
}

/** Returns a function that gives the boxes an entity refers to, in declaration order; the graph says who keeps whom. */
export function boxReferences(
  entities: readonly Pick<Entity, 'kind' | 'parent'>[],
  { offsets, targets }: Digraph,
  { isBox, isAlive, hasExisted }: BoxQuestions,
): (entity: EntityId) => readonly EntityId[] {
  const known = new Map<EntityId, readonly EntityId[]>();
  // The walk enters objects and nested entities; a PD that is merely named is not entered.
  const leadsOn = (from: EntityId, to: EntityId): boolean =>
    isAlive(to) && (entities[to]?.kind === 'object' || entities[to]?.parent === from);
  const find = (start: EntityId): EntityId[] => {
    const boxes = new Set<EntityId>();
    const passed = new Set([start]);
    // Appending while iterating is intended.
    for (const entity of passed) {
      for (const target of targets.subarray(offsets[entity], offsets[entity + 1])) {
        if (!isBox(target)) {
          if (leadsOn(entity, target)) passed.add(target);
        } else if (hasExisted(target)) boxes.add(target);
      }
    }
    return [...boxes].sort((a, b) => a - b);
  };
  return (entity) => {
    const boxes = known.get(entity) ?? find(entity);
    known.set(entity, boxes);
    return boxes;
  };
}

/** Returns the graph of boxes; all other nodes have no edges. Cost: O(V + E). */
export function boxGraph(
  count: number,
  isBox: (entity: EntityId) => boolean,
  boxesOf: (entity: EntityId) => readonly EntityId[],
): Digraph {
  const offsets = new Int32Array(count + 1);
  const targets: EntityId[] = [];
  for (let entity = 0; entity < count; entity++) {
    if (isBox(entity)) for (const box of boxesOf(entity)) targets.push(box);
    offsets[entity + 1] = targets.length;
  }
  return { nodeCount: count, offsets, targets: Int32Array.from(targets), labels: Int32Array.from(targets.keys()) };
}
