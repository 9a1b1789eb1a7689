/**
 * Finds the entities that a picture may draw as one stack: copies of one declaration and, in a large model, siblings
 * that differ only in their names. Only entities without nested ones are stacked.
 */
import type { Entity } from '../model/entity.ts';
import type { EntityId } from '../model/entity-kind.ts';
import type { Model } from '../model/model.ts';
import { append } from '../model/append.ts';

/** Entities drawn as one node. */
export interface Stack {
  /** In declaration order, at least two. */
  readonly members: readonly EntityId[];
  /** The text of the node: the name without its copy number, or the type, with the count. */
  readonly label: string;
}

/** Options for stacking. */
export interface FoldOptions {
  /** The number of entities from which siblings that are not copies are stacked too. */
  readonly groupAbove: number;
}

/** More copies than this are stacked in a model of any size. */
const copiesDrawnSingly = 8;
/** The most similar siblings that are drawn one by one in a large model. */
const siblingsDrawnSingly = 3;

/** Returns the stack of each entity that is in one. Cost: `O(V)`. */
export function foldLikeLeaves(model: Model, options: FoldOptions): ReadonlyMap<EntityId, Stack> {
  const containers = new Set(model.entities.map((entity) => entity.parent));
  const isLarge = model.entities.length > options.groupAbove;
  const groups = new Map<string, Entity[]>();
  for (const entity of model.entities) {
    if (containers.has(entity.id) || (!isLarge && entity.copy === undefined)) continue;
    const key = likenessOf(entity, isLarge);
    append(groups, key, entity);
  }
  const stacks = new Map<EntityId, Stack>();
  for (const group of groups.values()) {
    if (group.length <= (isLarge ? siblingsDrawnSingly : copiesDrawnSingly)) continue;
    const stack = { members: group.map((entity) => entity.id), label: labelOf(model, group) };
    for (const entity of group) stacks.set(entity.id, stack);
  }
  return stacks;
}

function likenessOf(entity: Entity, isLarge: boolean): string {
  const name = isLarge ? undefined : nameWithoutNumber(entity);
  const { parent, kind, type, machine, root, absent, data } = entity;
  return JSON.stringify([parent, kind, type, machine, root, absent, data, name]);
}

function nameWithoutNumber(entity: Entity): string {
  return entity.name.replace(/\[\d+\]$/u, '');
}

function labelOf(model: Model, group: readonly Entity[]): string {
  const [first] = group;
  if (first === undefined) return '';
  const copied = nameWithoutNumber(first);
  const isOneDeclaration = first.copy !== undefined && group.every((entity) => nameWithoutNumber(entity) === copied);
  const word = isOneDeclaration ? localName(copied, first, model) : (first.type ?? first.kind);
  return `${word} × ${group.length.toString()}`;
}

function localName(name: string, entity: Entity, model: Model): string {
  const parent = entity.parent === undefined ? undefined : model.entities[entity.parent];
  return parent === undefined ? name : name.slice(parent.name.length + 1);
}
