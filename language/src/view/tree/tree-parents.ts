/**
 * Finds the parent of an entity in a tree: none, its host, or its owner.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Model } from '../../model/model.ts';

/** The ways to group the entities of a tree. */
export const treeGroupings = ['kind', 'host', 'owner'] as const;
/** One of these ways. */
export type TreeGrouping = (typeof treeGroupings)[number];

/**
 * Returns the parent of each entity in the tree. By host it is what the entity is nested in. By owner it is the
 * manager of a space, the owner of an object, and the space or PD around anything else: a node owns nothing. Of several
 * owners it is the first; of a cycle of owners the first entity is at the top. Cost: O(V + E).
 */
export function treeParents({ entities, relations }: Model, by: TreeGrouping): readonly (EntityId | undefined)[] {
  if (by === 'kind') return entities.map(() => undefined);
  if (by === 'host') return entities.map(({ parent }) => parent);
  const owners: (EntityId | undefined)[] = entities.map(({ parent }) =>
    parent === undefined || entities[parent]?.kind === 'node' ? undefined : parent,
  );
  const declared = new Set<EntityId>();
  for (const { kind, source, target, nested } of relations) {
    if ((kind !== 'manages' && kind !== 'owns') || nested || declared.has(target)) continue;
    declared.add(target);
    owners[target] = source;
  }
  return withoutCycles(owners);
}

/** Cuts each cycle above its first entity. */
function withoutCycles(parents: readonly (EntityId | undefined)[]): readonly (EntityId | undefined)[] {
  const cut = [...parents];
  /** The entity from which each was first reached. */
  const seen: (EntityId | undefined)[] = [];
  for (const start of parents.keys()) {
    const way: EntityId[] = [];
    let id: EntityId | undefined = start;
    for (; id !== undefined && seen[id] === undefined; id = cut[id]) {
      seen[id] = start;
      way.push(id);
    }
    if (id === undefined || seen[id] !== start) continue;
    const cycle = way.slice(way.indexOf(id));
    cut[Math.min(...cycle)] = undefined;
  }
  return cut;
}
