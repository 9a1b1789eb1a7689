/**
 * The entities of a model as a tree for a side bar: by kind, by what hosts them, or by what owns them. It is read one
 * node at a time, and no node has more than a few hundred children, however large the model is.
 */
import { entityName, entityOf, type Model } from '../../model/model.ts';
import type { Entity } from '../../model/entity.ts';
import { type EntityId, type EntityKind, entityKinds } from '../../model/entity-kind.ts';
import { append } from '../../model/common/append.ts';
import { treeParents, type TreeGrouping } from './tree-parents.ts';

/** A node of the tree: a kind, an entity, or a range of its siblings. */
export interface TreeNode {
  /** Its name in the tree; the same after each edit that leaves it there. */
  readonly id: string;
  readonly label: string;
  /** The kind of the entity, or of all in the group. */
  readonly kind?: EntityKind;
  /** The qualified name of the entity; a group or a range has none. */
  readonly name?: string;
  readonly type?: string;
  /** The name of the machine it runs. */
  readonly machine?: string;
  readonly absent?: boolean;
  /** The number of its children; a leaf has none. */
  readonly childCount: number;
  /** The entities at it and below it. */
  readonly entities: readonly EntityId[];
}

/** The tree, read one node at a time. */
export interface EntityTree {
  /** Returns the children of a node, or the top of the tree; none for a node that does not exist. */
  readonly children: (of: string | undefined) => readonly TreeNode[];
  /** Returns the ids from the top to an entity; nothing if it is not shown. */
  readonly way: (name: string) => readonly string[] | undefined;
  /** The number of entities that the filter finds, and of all. */
  readonly found: number;
  readonly total: number;
}

/** The most children of a node; more are split into ranges. */
export const mostChildren = 200;

const prefix = { kind: 'kind/', entity: 'entity/', range: 'range/' } as const;

/** Returns the tree of what a filter finds, with the nodes above it. Cost: O(V + E). */
export function entityTree(model: Model, by: TreeGrouping, filter = ''): EntityTree {
  const { entities } = model;
  const parents = treeParents(model, by);
  const found = matching(model, filter);
  const kept = withAncestors(found, parents);
  const lists = listsOf(entities, parents, kept, by);
  const names = new Map(entities.map(({ name, id }) => [name, id]));
  const listOf = (id: string): readonly EntityId[] => {
    const name = id.startsWith(prefix.entity) ? names.get(id.slice(prefix.entity.length)) : undefined;
    return lists.get(name ?? id) ?? [];
  };
  const below = (id: EntityId): readonly EntityId[] => {
    const all = [id];
    // Grows while it is read: chains of owners can be longer than the stack.
    for (const each of all) for (const child of lists.get(each) ?? []) all.push(child);
    return all;
  };
  const entityNode = (id: EntityId): TreeNode[] => {
    const entity = entities[id];
    if (entity === undefined) return [];
    const around = parents[id];
    return [
      {
        id: prefix.entity + entity.name,
        label: labelOf(entity, around === undefined || by === 'kind' ? undefined : entities[around]),
        kind: entity.kind,
        name: entity.name,
        ...traitsOf(model, entity),
        childCount: lists.get(id)?.length ?? 0,
        entities: below(id),
      },
    ];
  };
  const nodesOf = (of: string, list: readonly EntityId[], from: number): readonly TreeNode[] => {
    if (list.length <= mostChildren) return list.flatMap(entityNode);
    return ranges(list.length).map(([start, end]) => {
      const part = list.slice(start, end);
      const [first, last] = [part[0], part.at(-1)].flatMap((id) => (id === undefined ? [] : entityNode(id)));
      return {
        id: `${prefix.range}${String(from + start)}-${String(from + end)}/${of}`,
        label: `${first?.label ?? ''} … ${last?.label ?? ''}`,
        childCount: part.length,
        entities: part.flatMap(below),
      };
    });
  };
  return {
    children: (of) => {
      if (of === undefined) {
        return by === 'kind' ? kindNodes(lists) : nodesOf(top, lists.get(top) ?? [], 0);
      }
      const range = rangeOf(of);
      if (range === undefined) return nodesOf(of, listOf(of), 0);
      return nodesOf(range.of, listOf(range.of).slice(range.from, range.to), range.from);
    },
    way: (name) => {
      const id = names.get(name);
      if (id === undefined || !kept.has(id)) return undefined;
      return wayTo(id, { parents, by, entities, listOf });
    },
    found: found.size,
    total: entities.length,
  };
}

/** The list of what is at the top. */
const top = '';

/** Returns the entities below each entity, each kind, or at the top, in declaration order. */
function listsOf(
  entities: readonly Entity[],
  parents: readonly (EntityId | undefined)[],
  kept: ReadonlySet<EntityId>,
  by: TreeGrouping,
): ReadonlyMap<EntityId | string, readonly EntityId[]> {
  const lists = new Map<EntityId | string, EntityId[]>();
  for (const { id, kind } of entities) {
    if (!kept.has(id)) continue;
    append(lists, by === 'kind' ? prefix.kind + kind : (parents[id] ?? top), id);
  }
  // What hosts others comes first.
  if (by === 'host') lists.get(top)?.sort((a, b) => Number(lists.has(b)) - Number(lists.has(a)) || a - b);
  return lists;
}

const kindNodes = (lists: ReadonlyMap<EntityId | string, readonly EntityId[]>): readonly TreeNode[] =>
  entityKinds.flatMap((kind) => {
    const list = lists.get(prefix.kind + kind);
    if (list === undefined) return [];
    return [{ id: prefix.kind + kind, label: kind, kind, childCount: list.length, entities: list }];
  });

function labelOf({ name }: Entity, around: Entity | undefined): string {
  const start = around === undefined ? '' : `${around.name}.`;
  return start !== '' && name.startsWith(start) ? name.slice(start.length) : name;
}

function traitsOf(
  { machines }: Model,
  { type, machine, absent }: Entity,
): Pick<TreeNode, 'type' | 'machine' | 'absent'> {
  const runs = machine === undefined ? undefined : machines[machine]?.name;
  return {
    ...(type !== undefined && { type }),
    ...(runs !== undefined && { machine: runs }),
    ...(absent && { absent: true }),
  };
}

/** Returns the entities whose name, type, kind or machine contains every word of a filter. */
function matching({ entities, machines }: Model, filter: string): ReadonlySet<EntityId> {
  const words = filter
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
  const textOf = ({ name, type, kind, machine }: Entity): string =>
    [name, type, kind, machine === undefined ? undefined : machines[machine]?.name].join(' ').toLowerCase();
  const isFound = (entity: Entity): boolean => {
    const text = textOf(entity);
    return words.every((word) => text.includes(word));
  };
  return new Set(entities.filter(isFound).map(({ id }) => id));
}

function withAncestors(
  found: ReadonlySet<EntityId>,
  parents: readonly (EntityId | undefined)[],
): ReadonlySet<EntityId> {
  const kept = new Set(found);
  for (const id of found) {
    for (let up = parents[id]; up !== undefined && !kept.has(up); up = parents[up]) kept.add(up);
  }
  return kept;
}

/** Returns half-open ranges that cover `count` children: at most `mostChildren` of them, each a power of that long. */
function ranges(count: number): readonly (readonly [from: number, to: number])[] {
  let size = mostChildren;
  while (count / size > mostChildren) size *= mostChildren;
  return Array.from({ length: Math.ceil(count / size) }, (_, at) => [at * size, Math.min(count, (at + 1) * size)]);
}

interface Range {
  readonly of: string;
  readonly from: number;
  readonly to: number;
}

function rangeOf(id: string): Range | undefined {
  const [, from, to, of] = /^range\/(\d+)-(\d+)\/(.*)$/su.exec(id) ?? [];
  return of === undefined ? undefined : { of, from: Number(from), to: Number(to) };
}

interface WayParts {
  readonly parents: readonly (EntityId | undefined)[];
  readonly by: TreeGrouping;
  readonly entities: readonly Entity[];
  readonly listOf: (id: string) => readonly EntityId[];
}

function wayTo(id: EntityId, { parents, by, entities, listOf }: WayParts): readonly string[] {
  const idOf = (entity: EntityId): string => prefix.entity + entityName({ entities }, entity);
  const chain: EntityId[] = [id];
  for (let up = parents[id]; up !== undefined; up = parents[up]) chain.unshift(up);
  const kind = prefix.kind + entityOf({ entities }, id).kind;
  const way: string[] = by === 'kind' ? [kind] : [];
  for (const [depth, each] of chain.entries()) {
    const around = depth === 0 ? (by === 'kind' ? kind : top) : idOf(chain[depth - 1] ?? each);
    way.push(...rangesTo(around, listOf(around), each), idOf(each));
  }
  return way;
}

/** Returns the ids of the ranges around one member of a list. */
function rangesTo(of: string, list: readonly EntityId[], member: EntityId): readonly string[] {
  const at = list.indexOf(member);
  const found: string[] = [];
  for (let from = 0, to = list.length; to - from > mostChildren;) {
    const start = from;
    const [inner] = ranges(to - from).filter(([first, end]) => start + first <= at && at < start + end);
    if (inner === undefined) break;
    [from, to] = [start + inner[0], start + inner[1]];
    found.push(`${prefix.range}${String(from)}-${String(to)}/${of}`);
  }
  return found;
}
