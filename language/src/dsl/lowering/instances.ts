/**
 * Expands copies and classes: every declaration of an entity becomes one entity, or as many as its copy count, each
 * with its own nested ones and those of its classes. Maps each declaration to its entities.
 */
import type { AstNode } from 'langium';
import type { EntityId } from '../../model/entity-kind.ts';
import * as ast from '../generated/ast.ts';
import { classesOf } from '../types/bodies.ts';
import type { Collector } from './collector.ts';
import type { ModelNames } from './model-names.ts';
import { t } from '../../model/common/translation.ts';

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
  /** Its classes, the most derived first. */
  readonly classes: readonly ast.Class[];
  /** The instance of the class that its declaration is in: names in that class see nothing around it. */
  readonly within: Instance | undefined;
}

/** The instances of each declaration in one parent: one instance, or its copies in order. */
export type Nested = Map<ast.Entity, readonly Instance[]>;

/** Returns the declaration that is in no class and has an instance, or has it through its classes. */
export function writtenAt(instance: Instance): ast.Entity {
  let at = instance;
  while (at.within !== undefined) at = at.within;
  return at.declaration;
}

/** All instances of a model. */
export interface Instances {
  readonly all: readonly Instance[];
  readonly top: Nested;
  /** The declarations at file level in which there are instances of classes. */
  readonly withClasses: ReadonlySet<ast.Entity>;
  /** The number of parameter values that have been lowered inside others. */
  readonly work: { inOthers: number };
  /** True if the model exceeds a limit; there are no instances then. */
  readonly isRefused: boolean;
}

/** The number of entities in a step. */
const expandedInStep = 50;

/** The most members of classes that instances repeat in one model, and how deep classes are in classes. */
const memberLimit = 2_000_000;
const depthLimit = 100;

/** A declaration to expand, and where. */
interface Site {
  readonly parent: Instance | undefined;
  readonly into: Nested;
  /** The instance of the class that the declaration is in. */
  readonly within: Instance | undefined;
  /** The classes whose text the declaration is in, directly or through other classes. */
  readonly open: readonly ast.Class[];
}

/** Expands the entities of some files, in declaration order; none of them if they are too many. */
export function* expandEntities(
  documents: readonly ast.Document[],
  names: ModelNames,
  collector: Collector,
): Generator<undefined, Instances> {
  const all: Instance[] = [];
  const top: Nested = new Map();
  const withClasses = new Set<ast.Entity>();
  let full = false;
  let repeated = 0;
  const isFull = (): boolean => full;
  const refuse = (declaration: ast.Entity, message: string): void => {
    collector.report(declaration, declaration.count === undefined ? 'name' : 'count', tooMany(message));
    full = true;
  };

  /** Expands a declaration, but for what it returns: most declarations have neither copies nor entities in them. */
  const expand = (declaration: ast.Entity, site: Site): Generator<undefined, undefined> | undefined => {
    const { parent, into, within, open } = site;
    if (isFull()) return undefined;
    collector.lowersFor(within && writtenAt(within));
    const count = copyCount(declaration, collector, parent === undefined || isFirstOfAll(parent));
    if (all.length + count > entityLimit) refuse(declaration, tooManyEntities(count));
    const classes = classesOf(declaration);
    // A class in itself is a fault that a rule reports; it is expanded once.
    const used = classes.some((each) => open.includes(each)) ? [] : classes;
    if (used.length > 0) withClasses.add(topOf(declaration, parent));
    if (open.length + used.length > depthLimit) refuse(declaration, tooDeep);
    if (isFull()) return undefined;
    if (declaration.count === undefined && used.length === 0 && !declaration.members.some(ast.isEntity)) {
      const instance = makeInstance({ id: all.length, declaration, site, copy: undefined, classes: used }, names);
      all.push(instance);
      into.set(declaration, [instance]);
      return undefined;
    }
    return expandCopies(declaration, site, { count, used });
  };

  function* expandCopies(
    declaration: ast.Entity,
    site: Site,
    { count, used }: { readonly count: number; readonly used: readonly ast.Class[] },
  ): Generator<undefined, undefined> {
    const { into, within, open } = site;
    const instances: Instance[] = [];
    into.set(declaration, instances);
    for (let number = 0; number < count && !isFull(); number++) {
      const copy = declaration.count === undefined ? undefined : number;
      const instance = makeInstance({ id: all.length, declaration, site, copy, classes: used }, names);
      all.push(instance);
      instances.push(instance);
      const nested = { parent: instance, into: instance.nested };
      for (const each of used.toReversed()) {
        repeated += each.members.length + 1;
        collector.lowersFor(within && writtenAt(within));
        if (repeated > memberLimit) refuse(declaration, tooMuch);
        if (isFull()) return undefined;
        const inClass = { ...nested, within: instance, open: [...open, each] };
        for (const member of each.members) if (ast.isEntity(member)) yield* expand(member, inClass) ?? [];
      }
      for (const member of declaration.members)
        if (ast.isEntity(member)) yield* expand(member, { ...nested, within, open }) ?? [];
      if (all.length % expandedInStep === 0) yield;
    }
    return undefined;
  }

  for (const document of documents) {
    for (const declaration of document.declarations) {
      if (!ast.isEntity(declaration)) continue;
      yield* expand(declaration, { parent: undefined, into: top, within: undefined, open: [] }) ?? [];
      if (all.length % expandedInStep === 0) yield;
    }
  }
  collector.lowersFor(undefined);
  const common = { withClasses, work: { inOthers: 0 }, isRefused: isFull() };
  // Part of a model answers nothing, and lowering it would take as long as the largest model.
  return isFull() ? { ...common, all: [], top: new Map() } : { ...common, all, top };
}

/** Returns the declaration at file level of the instance around a declaration. */
function topOf(declaration: ast.Entity, parent: Instance | undefined): ast.Entity {
  let outermost = parent;
  while (outermost?.parent !== undefined) outermost = outermost.parent;
  return outermost?.declaration ?? declaration;
}

/**
 * Returns the value of `index` in the body of an instance: the copy number of the nearest copy around it, but none
 * around the instance of the class that the text is in.
 */
export function copyNumber(instance: Instance | undefined, within: Instance | undefined): number | undefined {
  for (let at = instance; at !== undefined; at = at === within ? undefined : at.parent)
    if (at.copy !== undefined) return at.copy;
  return undefined;
}

/** Returns a declaration and those around it in its file or class, outermost first. */
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
      message: t`"${String(count)}" is not a number of copies. Write a whole number from 1, such as [3].`,
    });
  }
  return 0;
}

const isFirstOfAll = (instance: Instance): boolean =>
  (instance.copy ?? 0) === 0 && (instance.parent === undefined || isFirstOfAll(instance.parent));

const tooMany = (message: string) => ({ code: 'copies/too-many', message });

const tooManyEntities = (count: number) =>
  t`${String(count)} more ${count === 1 ? t`entity` : t`copies`} would exceed the limit of ${String(entityLimit)} entities in one model. Use fewer copies.`;

const tooMuch = t`The instances of classes would repeat more than ${String(memberLimit)} members in one model. Use fewer copies, or smaller classes.`;

const tooDeep = t`Classes nest at most ${String(depthLimit)} deep, counting those that they extend. Use fewer.`;

interface Made extends Pick<Instance, 'id' | 'declaration' | 'copy' | 'classes'> {
  readonly site: Site;
}

function makeInstance({ id, declaration, copy, classes, site: { parent, within } }: Made, names: ModelNames): Instance {
  const bare = parent === undefined ? names.of(declaration) : `${parent.name}.${declaration.name}`;
  const name = copy === undefined ? bare : `${bare}[${String(copy)}]`;
  return { id, declaration, parent, copy, name, nested: new Map(), classes, within };
}
