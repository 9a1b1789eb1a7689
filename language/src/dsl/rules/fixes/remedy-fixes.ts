/**
 * Turns remedies, which are about the model, into edits of the text that declares it. A remedy whose location is in
 * another file, or shared with something it is not about, gives no fix.
 */
import { classAround } from '../../types/bodies.ts';
import type { AstNode } from 'langium';
import type { Remedy } from '../../../analysis/rules/remedy.ts';
import type { Entity } from '../../../model/entity.ts';
import type { EntityId } from '../../../model/entity-kind.ts';
import type { Fix, TextEdit } from '../../../model/finding.ts';
import type { Model, Sources } from '../../../model/model.ts';
import type { RelationId } from '../../../model/relation.ts';
import type { Position, Span } from '../../../model/span.ts';
import * as ast from '../../generated/ast.ts';
import { spanOf } from '../../lowering/collector.ts';
import { writeTextLiteral } from '../../../model/machines/print-expression.ts';
import { printName } from '../../syntax/lexing/print-name.ts';
import { relationKindOf } from '../../types/relation-kind.ts';
import { entitiesAround, findNested } from '../../types/symbols.ts';
import type { TreeIndex } from '../../names/tree-index.ts';
import { addMembers } from './add-member.ts';
import {
  placeOf,
  indentation,
  insertBefore,
  insertAfter,
  removeItem,
  removeListed,
  replaceNode,
  replacePiece,
  documentText,
} from './edits.ts';
import { freeName } from './free-name.ts';

type RemedyOf<K extends Remedy['kind']> = Remedy & { readonly kind: K };

/** Turns remedies into fixes; omits those that cannot be written as edits of this file. */
export type WriteRemedies = (remedies: readonly Remedy[]) => Fix[];

/** The input for the edits of one file. */
interface Context {
  readonly tree: TreeIndex;
  readonly model: Model;
  readonly sources: Sources;
  readonly uri: string;
  /** The declarations of this file by the locations of their names, and its relation targets by theirs. */
  readonly entities: ReadonlyMap<string, ast.Entity>;
  readonly targets: ReadonlyMap<string, ast.RelationTarget>;
}

/** Prepares for writing the remedies of one file. Cost: O(nodes) once there is a remedy. */
export function remedyWriter(tree: TreeIndex, uri: string, model: Model, sources: Sources): WriteRemedies {
  let context: Context | undefined;
  return (remedies) =>
    remedies.flatMap((remedy) => {
      context ??= { tree, uri, model, sources, ...placesOf(tree) };
      const edits = editsOf(context, remedy);
      if (edits === undefined || edits.length === 0) return [];
      const { title, isPreferred } = remedy;
      return [{ title, edits, ...(isPreferred === undefined ? {} : { isPreferred }) }];
    });
}

const keyOf = ({ line, character }: Position): string => `${line}:${character}`;

function placesOf(tree: TreeIndex): Pick<Context, 'entities' | 'targets'> {
  return {
    entities: new Map(
      tree
        .all('Entity')
        .filter(isNoClass)
        .map((each) => [keyOf(spanOf(each, 'name').start), each]),
    ),
    targets: new Map(
      tree
        .all('RelationTarget')
        .filter(isNoClass)
        .map((target) => [keyOf(spanOf(target, 'entity').start), target]),
    ),
  };
}

/** Returns true if a node is in no class: an edit there would change all its instances. */
const isNoClass = (node: AstNode): boolean => classAround(node) === undefined;

function editsOf(context: Context, remedy: Remedy): TextEdit[] | undefined {
  switch (remedy.kind) {
    case 'relate':
      return relate(context, remedy);
    case 'unrelate':
      return unrelate(context, remedy.relations);
    case 'refer':
      return refer(context, remedy);
    case 'set':
      return setText(context, remedy);
    case 'redirect':
      return redirect(context, remedy);
    case 'mark': {
      const entity = entityNode(context, remedy.entity);
      return entity && [insertBefore(entity, `${remedy.as} `)];
    }
    case 'serve':
      return serve(context, remedy);
    case 'house':
      return house(context, remedy);
  }
}

function found<T>(places: ReadonlyMap<string, T>, span: Span | undefined, uri: string): T | undefined {
  return span?.uri === uri ? places.get(keyOf(span.start)) : undefined;
}

const entityNode = ({ entities, sources, uri }: Context, id: EntityId): ast.Entity | undefined =>
  found(entities, sources.entities[id], uri);

const targetNode = ({ targets, sources, uri }: Context, id: RelationId): ast.RelationTarget | undefined =>
  found(targets, sources.relations[id], uri);

function relate(context: Context, remedy: RemedyOf<'relate'>): TextEdit[] | undefined {
  const { subject, relation, targets, areAllCopies = false, areNested = false } = remedy;
  if (isCopied(context, subject) || [subject, ...targets].some((each) => isUnnamed(context, each))) return undefined;
  const paths = targets.map((target) => pathOf(context, target, areAllCopies) + (areNested ? '.*' : ''));
  const entity = entityNode(context, subject);
  if (entity === undefined) {
    const line = `${pathOf(context, subject, false)} ${relation} ${paths.join(', ')}`;
    return [atEnd(context.tree.document, line)];
  }
  if (targets.some((target) => isHidden(context, entity, target))) return undefined;
  const [target] = targets;
  const held = areNested && target !== undefined ? heldItself(context, entity, target) : undefined;
  if (held !== undefined) return [replaceNode(held, `${placeOf(held, 'entity').text}.*`, 'entity')];
  const like = entity.members
    .filter(ast.isRelation)
    .find((each) => relationKindOf(each.kind) === relation && each.notify === undefined);
  const last = like?.targets.at(-1);
  if (last !== undefined) return [insertAfter(last, `, ${paths.join(', ')}`)];
  return [addMembers(entity, [`${relation} ${paths.join(', ')}`])];
}

/** Returns the target by which an entity holds a space itself, if that may mean everything in the space. */
function heldItself(context: Context, holder: ast.Entity, space: EntityId): ast.RelationTarget | undefined {
  const declaration = entityNode(context, space);
  return holder.members
    .filter(ast.isRelation)
    .filter(({ kind }) => kind === 'holds')
    .flatMap(({ targets }) => targets)
    .find(({ entity, as }) => as === undefined && ast.isNameReference(entity) && entity.target.ref === declaration);
}

/** Removes relations, each with its own target only. */
function unrelate(context: Context, ids: readonly RelationId[]): TextEdit[] | undefined {
  const targets = ids.map((id) => targetNode(context, id));
  if (targets.some((target) => target === undefined || isPlural(target.entity))) return undefined;
  const single = new Set(targets.filter((target) => target !== undefined));
  const relations = new Set([...single].map(({ $container }) => $container));
  const edits: TextEdit[] = [];
  for (const relation of relations) {
    const gone = relation.targets.filter((target) => single.has(target));
    if (ast.isLink(relation) || ast.isUnlink(relation)) return undefined;
    if (gone.length === relation.targets.length) edits.push(removeItem(relation));
    // Edits of several neighbours in one list would overlap.
    else if (gone.length === 1) edits.push(...gone.map((target) => removeListed(relation.targets, target)));
    else return undefined;
  }
  return edits;
}

const isPlural = (path: ast.Expression): boolean =>
  ast.isAllNested(path) || (ast.isSelection(path) && (path.everything || ast.isRange(path.selector)));

function redirect(context: Context, { relation, to }: RemedyOf<'redirect'>): TextEdit[] | undefined {
  const target = targetNode(context, relation);
  if (target === undefined || isPlural(target.entity)) return undefined;
  if (typeof to === 'number')
    return isUnnamed(context, to) ? undefined : [replaceNode(target.entity, pathOf(context, to, false))];
  const around = target.$container;
  const path = placeOf(target.entity).text;
  if (around.targets.length > 1 || around.notify !== undefined) return undefined;
  const start = placeOf(around, 'kind').offset;
  return [replacePiece(around, { start, end: placeOf(target).end }, `${to} ${path}`)];
}

/** Turns ownership into references, and removes the other relations. */
function refer(context: Context, { owned, unrelated }: RemedyOf<'refer'>): TextEdit[] | undefined {
  const gone = unrelated.length === 0 ? [] : unrelate(context, unrelated);
  const turned = owned.map((relation) => redirect(context, { kind: 'redirect', title: '', relation, to: 'refers' }));
  if (gone === undefined || turned.some((edits) => edits === undefined)) return undefined;
  return [...gone, ...turned.flatMap((edits) => edits ?? [])];
}

/** Replaces the value of a setting. */
function setText(context: Context, { entity, name, text }: RemedyOf<'set'>): TextEdit[] | undefined {
  const declaration = entityNode(context, entity);
  const setting = declaration?.members.filter(ast.isSetting).find(({ property }) => property.$refText === name);
  return setting && [replaceNode(setting, writeTextLiteral(text), 'value')];
}

function serve(context: Context, { space, areAllCopies }: RemedyOf<'serve'>): TextEdit[] | undefined {
  const declaration = entityNode(context, space);
  if (declaration === undefined) return undefined;
  const top = [declaration, ...entitiesAround(declaration)].at(-1) ?? declaration;
  const path = pathOf(context, space, areAllCopies);
  const hasResources = declaration.members.some(ast.isEntity);
  const holds = hasResources ? `  holds ${path}.*` : '';
  const name = freeName(`${plainName(declaration.name)}Server`, context.tree.document);
  return [insertLineAfter(top, `${indentation(top)}pd ${name} { manages ${path}${holds} }`)];
}

function house(context: Context, { resource, manager }: RemedyOf<'house'>): TextEdit[] | undefined {
  const declaration = entityNode(context, resource);
  if (declaration === undefined) return undefined;
  const { document } = context.tree;
  const name = freeName(`${plainName(declaration.name)}Space`, document);
  const label = declaration.type === undefined ? '' : ` : ${printName(declaration.type)}`;
  const around = [insertBefore(declaration, `space ${name}${label} { `), insertAfter(declaration, ' }')];
  const server = manager === undefined ? undefined : entityNode(context, manager);
  if (manager !== undefined && (server === undefined || isCopied(context, manager))) return undefined;
  if (server !== undefined) return [...around, addMembers(server, [`manages ${name}`])];
  const pd = freeName(`${name}Server`, document);
  const [first, last] = around;
  if (first === undefined || last === undefined) return undefined;
  return [first, { ...last, text: `${last.text}\npd ${pd} { manages ${name}  holds ${name}.* }` }];
}

/** Returns a name in a form that can begin another name. */
const plainName = (name: string): string =>
  name
    .replaceAll("'", '')
    .replaceAll(/[^\p{L}\d_]+/gu, '_')
    .replace(/^(?=\d)|^$/, '_');

/** Returns the edit that inserts a line after the line on which a node ends. */
function insertLineAfter(node: AstNode, line: string): TextEdit {
  const text = documentText(node);
  const end = text.indexOf('\n', placeOf(node).end);
  const at = end < 0 ? text.length : end;
  return replacePiece(node, { start: at, end: at }, `\n${line}`);
}

function atEnd(document: ast.Document, line: string): TextEdit {
  const text = documentText(document);
  const lead = text.endsWith('\n') || text === '' ? '' : '\n';
  return replacePiece(document, { start: text.length, end: text.length }, `${lead}${line}\n`);
}

/** Returns the entity and those around it, outermost first. */
function chainOf({ model }: Context, id: EntityId): Entity[] {
  const chain: Entity[] = [];
  for (
    let at = model.entities[id];
    at !== undefined;
    at = at.parent === undefined ? undefined : model.entities[at.parent]
  ) {
    chain.unshift(at);
  }
  return chain;
}

const isCopied = (context: Context, id: EntityId): boolean =>
  chainOf(context, id).some(({ copy }) => copy !== undefined);

/** Writes the qualified name of an entity; `areAll` selects all copies instead of one. */
function pathOf(context: Context, id: EntityId, areAll: boolean): string {
  return chainOf(context, id)
    .map((entity, index, chain) => {
      const around = chain[index - 1];
      const own = around === undefined ? entity.name : entity.name.slice(around.name.length + 1);
      const name = entity.copy === undefined ? own : own.slice(0, own.lastIndexOf('['));
      const written = printName(name, index === 0 ? 'path' : 'fixed');
      return entity.copy === undefined ? written : `${written}[${areAll ? '*' : entity.copy}]`;
    })
    .join('.');
}

/** Returns true if no text names an entity: a nearer file declares the same name. */
const isUnnamed = (context: Context, id: EntityId): boolean => /^[^']*:/u.test(chainOf(context, id)[0]?.name ?? '');

/** Returns true if an entity nearer to the location shadows the first name of a path. */
function isHidden(context: Context, place: ast.Entity, id: EntityId): boolean {
  const [outermost] = chainOf(context, id);
  if (outermost === undefined) return true;
  const name = outermost.copy === undefined ? outermost.name : outermost.name.slice(0, outermost.name.lastIndexOf('['));
  return [place, ...entitiesAround(place)].some((around) => findNested(around, name) !== undefined);
}
