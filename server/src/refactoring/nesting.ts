/**
 * Declares an entity somewhere else: out of the one that it is nested in, or in the one that owns it, hosts it, or that
 * it dies with. Every path to it, and every name in it, means the same as before.
 */
import { GrammarUtils, type Lexer } from 'langium';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import { mayBeCopied } from '../../../language/src/dsl/types/bodies.ts';
import { indexTree } from '../../../language/src/dsl/names/tree-index.ts';
import { relationKindOf } from '../../../language/src/dsl/types/relation-kind.ts';
import { qualifiedName } from '../../../language/src/dsl/types/symbols.ts';
import type { EntityKind } from '../../../language/src/model/entity-kind.ts';
import type { TextEdit } from '../../../language/src/model/finding.ts';
import { connectedTo } from '../workspace/change.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { fullPath, isWithin, nameAsWritten, namesOfOthers, outermost, pathsTo } from './paths.ts';
import { withoutTarget } from './relation-text.ts';
import type { Refactoring } from './refactoring.ts';
import { type Kept, type NewName, whatChanges } from './same-answers.ts';
import { edit, wholeText } from './whole-text.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Returns the change that declares a nested entity at file level; nothing if it cannot stand there. */
export function* unnest(
  workspace: Workspace,
  document: ModelDocument,
  entity: ast.Entity,
): Generator<undefined, Refactoring | undefined> {
  const { $container: around, kind } = entity;
  if (!ast.isEntity(around) || kind === 'resource' || mayBeCopied(entity)) return undefined;
  const documents = linked(workspace, document);
  const owned =
    kind === 'object' && around.kind === 'object' ? `${fullPath(around)} owns ${nameAsWritten(entity)}` : '';
  return yield* tried(workspace, documents, {
    title: t`Declare "${entity.name}" outside "${around.name}"`,
    edits: unnested(workspace, documents, document, entity, owned),
    kept: { keeps: 'relations', newName: movedName(qualifiedName(entity), entity.name) },
  });
}

/** Returns the edits that declare a nested entity at file level, with a line after it. */
export function unnested(
  { services }: Pick<Workspace, 'services'>,
  documents: readonly ModelDocument[],
  document: ModelDocument,
  entity: ast.Entity,
  line: string,
): readonly TextEdit[] {
  const { Lexer: lexer } = services.aftermath.parser;
  const { end } = wholeText(document, outermost(entity), lexer);
  const text = `${movedText(document, entity, lexer, '', nameAsWritten(entity))}${line === '' ? '' : `${line}\n`}`;
  const lead = document.textDocument.getText().slice(0, end).endsWith('\n') ? '' : '\n';
  return [
    removal(document, entity, lexer),
    edit(document, end, end, `${lead}${text}`),
    ...renamedPaths(documents, entity, nameAsWritten(entity)),
  ];
}

/** Returns the change that declares an entity of the file within its only owner, or within what it dies with. */
export function* nest(
  workspace: Workspace,
  document: ModelDocument,
  entity: ast.Entity,
): Generator<undefined, Refactoring | undefined> {
  if (entity.$container !== document.parseResult.value || mayBeCopied(entity)) return undefined;
  const documents = linked(workspace, document);
  const home = homeOf(documents, entity);
  if (home === undefined || isWithin(home.in, entity) || mayBeCopied(home.in)) return undefined;
  const { in: around, relation, document: at } = home;
  if (at !== document || !mayContain[around.kind].includes(entity.kind)) return undefined;
  const { Lexer: lexer } = workspace.services.aftermath.parser;
  const path = `${fullPath(around)}.${nameAsWritten(entity)}`;
  const isReplaced = relation.kind === 'owns';
  return yield* tried(workspace, documents, {
    title: t`Declare "${entity.name}" in "${around.name}"`,
    edits: [
      removal(document, entity, lexer),
      intoBody(document, around, movedText(document, entity, lexer, marginOf(document, around), path)),
      ...renamedPaths(documents, entity, path).filter(({ span }) => !isReplaced || !isIn(home.span, span)),
      ...(isReplaced ? [home.span] : []),
    ],
    kept: { keeps: 'relations', newName: movedName(entity.name, `${qualifiedName(around)}.${entity.name}`) },
  });
}

const isIn = (outer: TextEdit, inner: TextEdit['span']): boolean =>
  outer.span.uri === inner.uri &&
  (inner.start.line - outer.span.start.line || inner.start.character - outer.span.start.character) >= 0 &&
  (outer.span.end.line - inner.end.line || outer.span.end.character - inner.end.character) >= 0;

/** The kinds that may be nested in each kind, without resources. */
const mayContain: Readonly<Record<EntityKind, readonly EntityKind[]>> = {
  pd: ['pd', 'space', 'object', 'region'],
  node: ['pd', 'space', 'object', 'node'],
  object: ['object'],
  space: [],
  resource: [],
  region: [],
};

interface Home {
  readonly in: ast.Entity;
  readonly relation: ast.Relation | ast.SubjectRelation;
  readonly document: ModelDocument;
  /** The edit that takes the relation away. */
  readonly span: TextEdit;
}

/** Returns the only entity that a relation makes the natural place of another one. */
function homeOf(documents: readonly ModelDocument[], entity: ast.Entity): Home | undefined {
  const homes = documents.flatMap((document) =>
    ['Relation', 'SubjectRelation'].flatMap((type) =>
      indexTree(document.parseResult.value)
        .all(type as 'Relation')
        .flatMap((relation): readonly Home[] => {
          const subject = subjectOf(relation);
          for (const target of relation.targets) {
            const meant = entityMeant(target.entity);
            if (meant === undefined || subject === undefined) continue;
            const isHeld = meant === entity && (relation.kind === 'owns' || relation.kind === 'manages');
            const dies = subject === entity && relationKindOf(relation.kind) === 'dies with';
            if (!isHeld && !dies) continue;
            return [
              { in: isHeld ? subject : meant, relation, document, span: withoutTarget(document, relation, target) },
            ];
          }
          return [];
        }),
    ),
  );
  const owners = homes.filter(({ relation }) => relation.kind === 'owns');
  const [only, ...others] = owners.length > 0 ? owners : homes;
  return others.length > 0 ? undefined : only;
}

/** Returns the entity that a relation is about. */
export function subjectOf(relation: ast.Relation | ast.SubjectRelation): ast.Entity | undefined {
  if (ast.isSubjectRelation(relation)) return entityMeant(relation.subject);
  return ast.isEntity(relation.$container) ? relation.$container : undefined;
}

/** Returns the one entity that a path means, without copies. */
export function entityMeant(path: ast.Expression): ast.Entity | undefined {
  const target = ast.isMemberAccess(path) ? path.member.ref : ast.isNameReference(path) ? path.target.ref : undefined;
  return target !== undefined && ast.isEntity(target) ? target : undefined;
}

/** Returns the connected documents, linked. */
export function linked(workspace: Workspace, document: ModelDocument): readonly ModelDocument[] {
  const documents = connectedTo(workspace, document);
  for (const each of documents) workspace.models.link(each);
  return documents;
}

/** A change to try. */
interface Trying {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  readonly kept: Kept;
  readonly kind?: Refactoring['kind'];
}

/** Returns a refactoring with edits that leave every answer as it is, or its refusal. */
export function* tried(
  workspace: Workspace,
  documents: readonly ModelDocument[],
  { title, edits, kept, kind = 'rewrite' }: Trying,
): Generator<undefined, Refactoring> {
  const refusal = yield* whatChanges(workspace, documents, { edits }, kept);
  return refusal === undefined ? { kind, title, change: { edits } } : { kind, title, refusal };
}

/** Returns the names after an entity is declared elsewhere; what is in it goes along. */
export const movedName =
  (from: string, to: string): NewName =>
  (name) =>
    name === from || name.startsWith(`${from}.`) || name.startsWith(`${from}[`)
      ? `${to}${name.slice(from.length)}`
      : name;

function removal(document: ModelDocument, entity: ast.Entity, lexer: Lexer): TextEdit {
  const { start, end } = wholeText(document, entity, lexer);
  return edit(document, start, end, '');
}

/** Returns the declaration with its comments, indented by a margin, with full paths to what is outside it. */
function movedText(document: ModelDocument, entity: ast.Entity, lexer: Lexer, margin: string, path: string): string {
  const { start, end } = wholeText(document, entity, lexer);
  let text = document.textDocument.getText().slice(start, end);
  const replace = (from: number, to: number, by: string): void => {
    text = `${text.slice(0, from - start)}${by}${text.slice(to - start)}`;
  };
  const own = pathsTo([document], entity).filter(({ node }) => isWithin(node, entity));
  const others = namesOfOthers(entity).map(({ name, of }) => ({ leaf: name.target.$refNode, of }));
  const pieces = [
    ...own.map(({ start: from, end: to }) => ({ from, to, by: path })),
    ...others
      .filter(
        ({ leaf, of }) => leaf !== undefined && !mayBeCopied(of) && !own.some((each) => each.start === leaf.offset),
      )
      .map(({ leaf, of }) => ({ from: leaf?.offset ?? 0, to: leaf?.end ?? 0, by: fullPath(of) })),
  ];
  for (const { from, to, by } of pieces.toSorted((a, b) => b.from - a.from)) replace(from, to, by);
  const old = /^[^\S\n]*/.exec(text)?.[0] ?? '';
  const lines = text.trimEnd().split('\n');
  return `${lines.map((line) => (line.trim() === '' ? '' : margin + (line.startsWith(old) ? line.slice(old.length) : line.trimStart()))).join('\n')}\n`;
}

/** Returns the indentation of what is in the body of an entity. */
function marginOf(document: ModelDocument, entity: ast.Entity): string {
  const text = document.textDocument.getText();
  const { offset = 0 } = entity.$cstNode ?? {};
  return `${/^[^\S\n]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? ''}  `;
}

/** Returns the edit that adds lines at the beginning of a body, which begins one if there is none. */
function intoBody(document: ModelDocument, entity: ast.Entity, lines: string): TextEdit {
  const brace = GrammarUtils.findNodeForKeyword(entity.$cstNode, '{');
  const margin = marginOf(document, entity);
  if (brace === undefined) {
    const { end = 0 } = entity.$cstNode ?? {};
    return edit(document, end, end, ` {\n${lines}${margin.slice(2)}}`);
  }
  const isOpen = /^[^\S\n]*\n/.test(document.textDocument.getText().slice(brace.end));
  return edit(document, brace.end, brace.end, isOpen ? `\n${lines.trimEnd()}` : `\n${lines}${margin.slice(1)}`);
}

/** Returns the edits that write another path to an entity, but for those in it. */
const renamedPaths = (documents: readonly ModelDocument[], entity: ast.Entity, path: string): readonly TextEdit[] =>
  pathsTo(documents, entity)
    .filter(({ node }) => !isWithin(node, entity))
    .map(({ document, start, end }) => edit(document, start, end, path));
