/**
 * Collects the inherited parts of the bodies of entities and classes: an entity has all that its class has, and a class
 * all that the one it extends has. Nothing here is kept, because a class can change without the entities that name it.
 */
import type { AstNode } from 'langium';
import type { EntityKind } from '../../model/entity-kind.ts';
import * as ast from '../generated/ast.ts';

/** An entity or a class: both have a kind, a label, a machine and members. */
export type Body = ast.Entity | ast.Class;

const noClasses: readonly ast.Class[] = [];

/** Returns true if a node is an entity or a class. */
export const isBody = (node: unknown): node is Body => ast.isEntity(node) || ast.isClass(node);

/** Returns true for `index`, the number of a copy. */
export const isCopyNumber = (node: { readonly $type: string; readonly group?: unknown }): boolean =>
  node.$type === 'BuiltIn' && node.group === 'number';

/** Returns true if something around a node, or the node, has copies, or is a class, whose instances may have some. */
export function mayBeCopied(node: AstNode): boolean {
  if (ast.isClass(node) || (ast.isEntity(node) && node.count !== undefined)) return true;
  return node.$container !== undefined && mayBeCopied(node.$container);
}

/**
 * Returns true if `index` in a node is the number of a copy, false if it is a bare word; undefined if that depends on
 * the instance of the class that the node is in. `of` is the entity that is asked for its value, if it is known.
 */
export function hasNumber(node: AstNode, of: Body | undefined): boolean | undefined {
  let isNested = false;
  for (let at = node.$container; at !== undefined; at = at.$container) {
    if (ast.isClass(at)) return !isNested && of !== undefined && ast.isEntity(of) ? of.count !== undefined : undefined;
    if (!ast.isEntity(at)) continue;
    if (at.count !== undefined) return true;
    isNested = true;
  }
  return false;
}

/** Returns the classes of a body, the most derived first; those of a class begin with itself. */
export function classesOf(body: Body): readonly ast.Class[] {
  const first = ast.isClass(body) ? body : body.class?.ref;
  if (first === undefined) return noClasses;
  const classes = new Set<ast.Class>();
  for (let at: ast.Class | undefined = first; at !== undefined && !classes.has(at); at = at.base?.ref) classes.add(at);
  return [...classes];
}

/** Returns a body and its classes: where more than one says something, the first of these counts. */
export const bodiesOf = (body: Body): readonly Body[] =>
  ast.isEntity(body) ? [body, ...classesOf(body)] : classesOf(body);

/** Returns the kind of an entity, or of the entities that a class is for; undefined if no class says it. */
export function kindOf(body: Body): EntityKind | undefined {
  if (ast.isEntity(body)) return body.kind;
  return classesOf(body).find((each) => each.for !== undefined)?.for;
}

/** Returns the reference to the machine that a body runs. */
export const machineNamedBy = (body: Body): ast.Entity['machine'] =>
  bodiesOf(body).find(({ machine }) => machine !== undefined)?.machine;

/** Returns the machine that a body runs, if it runs one that exists. */
export const machineOf = (body: Body): ast.Machine | undefined => machineNamedBy(body)?.ref;

/** Returns the type label of a body: its own, else that of its classes, else the name of its class. */
export function labelOf(body: Body): string | undefined {
  const bodies = bodiesOf(body);
  return bodies.find(({ type }) => type !== undefined)?.type ?? bodies.find(ast.isClass)?.name;
}

/** Returns the parameters that the classes of a body declare, the most derived first. */
export const parametersOf = (body: Body): readonly ast.Parameter[] =>
  classesOf(body).flatMap(({ members }) => members.filter(ast.isParameter));

/** Returns the settings of a body and its classes, those that count first. */
export const settingsOf = (body: Body): readonly ast.Setting[] =>
  bodiesOf(body).flatMap(({ members }) => (members as readonly ast.ClassMember[]).filter(ast.isSetting));

/** Returns the bodies around a node, innermost first, without the node itself. A class has nothing around it. */
export function bodiesAround(node: { readonly $container?: unknown }): Body[] {
  const around: Body[] = [];
  let container = node.$container as { readonly $container?: unknown; readonly $type: string } | undefined;
  for (; container !== undefined; container = container.$container as typeof container) {
    if (isBody(container)) around.push(container);
  }
  return around;
}

/** Returns the class around a node; undefined if there is none. */
export const classAround = (node: { readonly $container?: unknown }): ast.Class | undefined =>
  bodiesAround(node).find(ast.isClass);

/** Returns the name of the setting or parameter of a body in whose value a node is; undefined if it is in none. */
export function settingAround(node: AstNode, body: Body): string | undefined {
  for (let at: AstNode | undefined = node; at !== undefined && at !== body; at = at.$container) {
    if (at.$container !== body) continue;
    if (ast.isSetting(at)) return at.property.$refText;
    if (ast.isParameter(at)) return at.name;
  }
  return undefined;
}
