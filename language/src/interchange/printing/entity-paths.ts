/**
 * Writes the names of a model's entities as declared and as paths, and finds paths that mean something else in a body
 * because an enclosing entity has a nested one of the same name.
 */
import type { Entity } from '../../model/entity.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Model } from '../../model/model.ts';
import { type CopyGroup, nameWithoutCopy } from './copy-groups.ts';
import { writeName } from '../../model/language-names.ts';
import { append } from '../../model/common/append.ts';
import { itemAt } from '../../model/common/lookup.ts';

/** The names and paths of entities. */
export interface EntityPaths {
  /** Returns the name within the enclosing entity, as written. */
  readonly name: (id: EntityId) => string;
  /** Returns the qualified name, as written. */
  readonly path: (id: EntityId) => string;
  /** Returns the name as declared, without the number of a copy; `declaredPath` returns the qualified name. */
  readonly declared: (id: EntityId) => string;
  readonly declaredPath: (id: EntityId) => string;
  /** Returns the copies among which an entity is written, if there are any. */
  readonly groupOf: (id: EntityId) => CopyGroup | undefined;
  /** Returns the entities nested directly, in declaration order; for undefined, those at file level. */
  readonly nested: (id: EntityId | undefined) => readonly Entity[];
  /** Returns true if the path of `target` means that entity when written in the body of `subject`. */
  readonly isClear: (subject: EntityId, target: EntityId) => boolean;
}

/**
 * Prepares the paths of all entities; those in `groups` are written as copies: `block[3]`. `O(n)` for models of bounded
 * depth.
 */
export function entityPaths({ entities }: Model, groups: ReadonlyMap<EntityId, CopyGroup> = new Map()): EntityPaths {
  const names: string[] = [];
  const declared: string[] = [];
  const paths: string[] = [];
  const tops: EntityId[] = [];
  const nested = new Map<EntityId | undefined, Entity[]>();
  for (const entity of entities) {
    const { id, parent } = entity;
    const around = parent === undefined ? undefined : entities[parent];
    const own = groups.has(id) ? writeName(bare(nameWithoutCopy(localName(entity, around)))) : undefined;
    const name = own === undefined ? writeName(bare(localName(entity, around))) : `${own}[${String(entity.copy ?? 0)}]`;
    names[id] = name;
    declared[id] = own ?? name;
    paths[id] = parent === undefined ? name : `${itemAt(paths, parent)}.${name}`;
    tops[id] = parent === undefined ? id : (tops[parent] ?? parent);
    append(nested, parent, entity);
  }
  const nestedNames = new Map(
    [...nested].map(([id, inner]) => [id, new Set(inner.map((entity) => declared[entity.id]))]),
  );
  const isClear = (subject: EntityId, target: EntityId): boolean => {
    const first = declared[tops[target] ?? target];
    let scope: EntityId | undefined = subject;
    while (scope !== undefined) {
      if (nestedNames.get(scope)?.has(first) === true) return false;
      scope = entities[scope]?.parent;
    }
    return true;
  };
  return {
    name: (id) => itemAt(names, id),
    path: (id) => itemAt(paths, id),
    declared: (id) => itemAt(declared, id),
    declaredPath: (id) => (groups.has(id) ? itemAt(paths, id).replace(/\[\d+\]$/, '') : itemAt(paths, id)),
    groupOf: (id) => groups.get(id),
    nested: (id) => nested.get(id) ?? [],
    isClear,
  };
}

/** Returns a qualified name without that of the enclosing entity. */
export function localName(entity: Entity, around: Entity | undefined): string {
  const prefix = around === undefined ? '' : `${around.name}.`;
  return entity.name.startsWith(prefix) ? entity.name.slice(prefix.length) : entity.name;
}

const bare = (name: string): string => (/^'[^']+'$/.test(name) ? name.slice(1, -1) : name);
