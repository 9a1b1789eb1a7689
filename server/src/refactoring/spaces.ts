/**
 * Splits a space in two, and joins two spaces. Whatever said something of the one says it of both.
 */
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import { isBody, mayBeCopied } from '../../../language/src/dsl/types/bodies.ts';
import { qualifiedName, symbolsOf } from '../../../language/src/dsl/types/symbols.ts';
import type { TextEdit } from '../../../language/src/model/finding.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { linked, tried } from './nesting.ts';
import { fullPath, isWithin, nameAsWritten, pathsTo, type WrittenPath } from './paths.ts';
import type { Refactoring } from './refactoring.ts';
import { withoutTarget } from './relation-text.ts';
import { edit, wholeText } from './whole-text.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Returns the change that takes some resources of a space, but not all, into another space beside it. */
export function* splitSpace(
  workspace: Workspace,
  document: ModelDocument,
  selected: readonly ast.Entity[],
): Generator<undefined, Refactoring | undefined> {
  const space = selected[0]?.$container;
  if (!ast.isEntity(space) || space.kind !== 'space' || mayBeCopied(space) || space.class !== undefined)
    return undefined;
  const resources = space.members.filter(ast.isEntity);
  if (!selected.every((each) => resources.includes(each)) || selected.length === resources.length) return undefined;
  const { Lexer: lexer } = workspace.services.aftermath.parser;
  const documents = linked(workspace, document);
  const name = freeName(documents, space);
  const path = `${fullPath(space).slice(0, -nameAsWritten(space).length)}${name}`;
  const text = document.textDocument.getText();
  const rest = space.members.filter((each) => !ast.isEntity(each) && !ast.isSubjectRelation(each));
  const pieces = [
    ...rest.map(({ $cstNode }) => `${$cstNode?.text ?? ''}\n`),
    ...selected.map((each) => ((piece) => text.slice(piece.start, piece.end))(wholeText(document, each, lexer))),
  ];
  const { end } = wholeText(document, space, lexer);
  const { offset = 0 } = space.$cstNode ?? {};
  const margin = /^[^\S\n]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? '';
  const body = pieces.map((each) => `${margin}  ${each.trim()}\n`).join('');
  const lead = text.slice(0, end).endsWith('\n') ? '' : '\n';
  const label = space.type === undefined ? '' : ` : ${space.type}`;
  return yield* tried(workspace, documents, {
    kind: 'extract',
    title: t`Split "${space.name}": ${selected.length === 1 ? `"${selected[0]?.name ?? ''}"` : t`${String(selected.length)} resources`} into the space "${name}"`,
    edits: [
      ...selected.map((each) =>
        ((piece) => edit(document, piece.start, piece.end, ''))(wholeText(document, each, lexer)),
      ),
      edit(document, end, end, `${lead}${margin}space ${name}${label} {\n${body}${margin}}\n`),
      ...selected.flatMap((each) => movedPaths(documents, each, selected, `${path}.${nameAsWritten(each)}`)),
      ...alsoSaid(documents, space, path),
    ],
    kept: {
      keeps: 'answers',
      ends: [qualifiedName(space)],
      newName: newNames(selected, `${qualifiedName(space).slice(0, -space.name.length)}${name}`),
    },
  });
}

/** Returns the change that takes the resources of a space into the one before it with the same label. */
export function* joinSpaces(
  workspace: Workspace,
  document: ModelDocument,
  space: ast.Entity,
): Generator<undefined, Refactoring | undefined> {
  if (space.kind !== 'space' || mayBeCopied(space) || space.class !== undefined) return undefined;
  const around = isBody(space.$container) ? space.$container.members : document.parseResult.value.declarations;
  const into = around
    .slice(
      0,
      around.findIndex((each) => each === space),
    )
    .filter(ast.isEntity)
    .findLast((each) => each.kind === 'space' && each.type === space.type && each.class === undefined);
  if (into === undefined || mayBeCopied(into)) return undefined;
  const { Lexer: lexer } = workspace.services.aftermath.parser;
  const documents = linked(workspace, document);
  const text = document.textDocument.getText();
  const resources = space.members.filter(ast.isEntity);
  const own = wholeText(document, space, lexer);
  const body = resources.map((each) => {
    const piece = wholeText(document, each, lexer);
    return `  ${text.slice(piece.start, piece.end).trim()}\n`;
  });
  const path = fullPath(into);
  return yield* tried(workspace, documents, {
    kind: 'inline',
    title: t`Join the space "${space.name}" with "${into.name}"`,
    edits: [
      edit(document, own.start, own.end, ''),
      atEnd(document, into, body.join('')),
      ...resources.flatMap((each) => movedPaths(documents, each, [space], `${path}.${nameAsWritten(each)}`)),
      ...pathsTo(documents, space)
        .filter(({ node }) => !isWithin(node, space) && !isReceiver(node))
        .flatMap((each) => saidOnce(each, into, path)),
    ],
    kept: {
      keeps: 'answers',
      ends: [qualifiedName(into)],
      newName: newNames(resources, qualifiedName(into)),
      removes: [qualifiedName(space)],
    },
  });
}

/** Returns the name that resources have in another space. */
function newNames(resources: readonly ast.Entity[], space: string): (name: string) => string {
  const names = new Map(resources.map((each) => [qualifiedName(each), `${space}.${each.name}`]));
  return (name) => {
    const bracket = name.indexOf('[');
    const plain = bracket < 0 ? name : name.slice(0, bracket);
    const now = names.get(plain);
    return now === undefined ? name : `${now}${name.slice(plain.length)}`;
  };
}

/** Returns true if a name is followed by that of something in it. */
const isReceiver = ({ $container }: WrittenPath['node']): boolean => ast.isMemberAccess($container);

function movedPaths(
  documents: readonly ModelDocument[],
  entity: ast.Entity,
  without: readonly ast.Entity[],
  path: string,
): readonly TextEdit[] {
  return pathsTo(documents, entity)
    .filter(({ node }) => !without.some((each) => isWithin(node, each)))
    .map(({ document, start, end }) => edit(document, start, end, path));
}

/** Returns the edits that say of another space what relations say of one, or of all that is in it. */
function alsoSaid(documents: readonly ModelDocument[], space: ast.Entity, path: string): readonly TextEdit[] {
  return pathsTo(documents, space).flatMap(({ document, node }): readonly TextEdit[] => {
    if (isWithin(node, space)) return [];
    const { $container: around } = node;
    const isAll = ast.isAllNested(around);
    const target = isAll ? around.$container : around;
    if (!ast.isRelationTarget(target)) {
      if (!ast.isSubjectRelation(target) || target.subject !== node) return [];
      const { text = '', end = 0 } = target.$cstNode ?? {};
      return [edit(document, end, end, `\n${path}${text.slice(text.search(/\s/))}`)];
    }
    const { end = 0 } = target.$cstNode ?? {};
    const as = target.as === undefined ? '' : ` as ${target.as}`;
    return [edit(document, end, end, `, ${path}${isAll ? '.*' : ''}${as}`)];
  });
}

/** Returns the edits that say of another space what is said of one, unless the same is said of it already. */
function saidOnce({ document, node, start, end }: WrittenPath, into: ast.Entity, path: string): readonly TextEdit[] {
  const { $container: around } = node;
  const isAll = ast.isAllNested(around);
  const target = isAll ? around.$container : around;
  if (ast.isRelationTarget(target) && !ast.isLink(target.$container) && !ast.isUnlink(target.$container)) {
    const relation = target.$container;
    const body = ast.isRelation(relation) ? relation.$container.members : undefined;
    const relations = body === undefined ? [relation] : [...body].filter(ast.isRelation);
    const isSaid = relations
      .filter(({ kind }) => kind === relation.kind)
      .flatMap(({ targets }) => targets)
      .some((each) => each.as === target.as && each !== target && means(each.entity, into, isAll));
    if (isSaid) return [withoutTarget(document, relation, target)];
  }
  return [edit(document, start, end, path)];
}

/** Returns true if a path means an entity, or all that is in it. */
function means(path: ast.Expression, entity: ast.Entity, isAll: boolean): boolean {
  if (ast.isAllNested(path)) return isAll && means(path.receiver, entity, false);
  const target = ast.isNameReference(path) ? path.target.ref : ast.isMemberAccess(path) ? path.member.ref : undefined;
  return !isAll && target === entity;
}

/** Returns the edit that adds lines to the end of a body. */
function atEnd(document: ModelDocument, entity: ast.Entity, lines: string): TextEdit {
  const { end = 0, text = '' } = entity.$cstNode ?? {};
  if (lines === '') return edit(document, end, end, '');
  if (!text.endsWith('}')) return edit(document, end, end, ` {\n${lines}}`);
  const isOpen = text.slice(0, -1).trimEnd().length < text.slice(0, -1).length && /\n\s*\}$/.test(text);
  return edit(document, end - 1, end - 1, isOpen ? lines : `\n${lines}`);
}

function freeName(documents: readonly ModelDocument[], { name }: ast.Entity): string {
  const isTaken = (each: string): boolean =>
    documents.some(({ parseResult }) => symbolsOf(parseResult.value).entitiesByLastName.has(each));
  const base = name.replaceAll(/^'|'$/g, '');
  for (let number = 2; ; number++) {
    const free = `${base}${/\d$/.test(base) ? '_' : ''}${String(number)}`;
    if (!isTaken(free)) return /^\w+$/.test(free) ? free : `'${free}'`;
  }
}
