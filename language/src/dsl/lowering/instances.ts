/**
 * Expands copies: every declaration of an entity becomes one entity, or as many as its copy count, each with its own
 * nested ones. Maps each declaration to its entities.
 */
import type { AstNode } from 'langium';
import type { EntityId } from '../../model/entity-kind.ts';
import * as ast from '../generated/ast.ts';
import type { Collector } from './collector.ts';

/** The most entities of one model, which takes about a second to expand; more is a finding, not a hang. */
const entityLimit = 250_000;

/** One entity, with the entities nested in it by their declarations. */
export interface Instance {
  readonly id: EntityId;
  readonly declaration: ast.Entity;
  readonly parent: Instance | undefined;
  /** The copy number, if the declaration has a copy count. */
  readonly copy: number | undefined;
  readonly name: string;
  readonly nested: Nested;
}

/** The instances of each declaration in one parent: one instance, or its copies in order. */
export type Nested = Map<ast.Entity, readonly Instance[]>;

/** All instances of a model. */
export interface Instances {
  readonly all: readonly Instance[];
  readonly top: Nested;
}

/** Expands the entities of some files, in declaration order. */
export function* expandEntities(
  documents: readonly ast.Document[],
  collector: Collector,
): Generator<undefined, Instances> {
  const all: Instance[] = [];
  const top: Nested = new Map();
  let full = false;
  const isFull = (): boolean => full;

  function* expand(
    declaration: ast.Entity,
    parent: Instance | undefined,
    into: Nested,
  ): Generator<undefined, undefined> {
    if (isFull()) return undefined;
    const count = copyCount(declaration, collector, parent === undefined || isFirstOfAll(parent));
    if (all.length + count > entityLimit) {
      collector.report(declaration, 'count', tooMany(count));
      full = true;
      return undefined;
    }
    const instances: Instance[] = [];
    into.set(declaration, instances);
    for (let number = 0; number < count && !isFull(); number++) {
      const copy = declaration.count === undefined ? undefined : number;
      const instance = makeInstance(all.length, declaration, parent, copy);
      all.push(instance);
      instances.push(instance);
      for (const member of declaration.members)
        if (ast.isEntity(member)) yield* expand(member, instance, instance.nested);
      yield;
    }
    return undefined;
  }

  for (const document of documents) {
    for (const declaration of document.declarations) {
      if (ast.isEntity(declaration)) yield* expand(declaration, undefined, top);
    }
  }
  return { all, top };
}

/** Returns the value of `index` in the body of an instance: the copy number of the nearest copy around it. */
export function copyNumber(instance: Instance | undefined): number | undefined {
  for (let at = instance; at !== undefined; at = at.parent) if (at.copy !== undefined) return at.copy;
  return undefined;
}

/** Returns a declaration and those around it, outermost first. */
export function declarationPath(declaration: ast.Entity): ast.Entity[] {
  const path: ast.Entity[] = [];
  for (let node: AstNode | undefined = declaration; node !== undefined; node = node.$container) {
    if (ast.isEntity(node)) path.unshift(node);
  }
  return path;
}

function copyCount(declaration: ast.Entity, collector: Collector, mayReport: boolean): number {
  const { count } = declaration;
  if (count === undefined) return 1;
  if (Number.isSafeInteger(count) && count >= 1) return count;
  if (mayReport) {
    collector.report(declaration, 'count', {
      code: 'copies/count',
      message: `"${String(count)}" is not a number of copies. Write a whole number from 1, such as [3].`,
    });
  }
  return 0;
}

const isFirstOfAll = (instance: Instance): boolean =>
  (instance.copy ?? 0) === 0 && (instance.parent === undefined || isFirstOfAll(instance.parent));

const tooMany = (count: number) => ({
  code: 'copies/too-many',
  message: `${String(count)} more copies would exceed the limit of ${String(entityLimit)} entities in one model. Use fewer copies.`,
});

function makeInstance(
  id: EntityId,
  declaration: ast.Entity,
  parent: Instance | undefined,
  copy: number | undefined,
): Instance {
  const own = copy === undefined ? declaration.name : `${declaration.name}[${String(copy)}]`;
  const name = parent === undefined ? own : `${parent.name}.${own}`;
  return { id, declaration, parent, copy, name, nested: new Map() };
}
