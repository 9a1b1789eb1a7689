/**
 * Turns entities that differ only in the numbers in their names into copies of one declaration. Refuses if they differ
 * in more than that, or if the crash matrix would change.
 */
import type { Lexer } from 'langium';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import type { TextEdit } from '../../../language/src/model/finding.ts';
import { connectedTo } from '../workspace/change.ts';
import { writtenName } from '../completion/written-name.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import { declarationSpan } from '../workspace/name-at.ts';
import { type NewName, whatChanges } from '../refactoring/same-answers.ts';
import { wholeText } from '../refactoring/whole-text.ts';
import type { Refactoring } from '../refactoring/refactoring.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { occurrencesOf } from './references.ts';
import { qualifiedName } from '../../../language/src/dsl/types/symbols.ts';
import { isWithin, type Span } from '../../../language/src/model/span.ts';
import { itemAt } from '../../../language/src/model/common/lookup.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Returns the change that makes consecutive siblings copies; nothing if their names are not numbered. */
export function* makeCopies(
  workspace: Workspace,
  document: ModelDocument,
  entities: readonly ast.Entity[],
): Generator<undefined, Refactoring | undefined> {
  const [first, ...others] = entities;
  const last = others.at(-1);
  const base = baseOf(entities);
  if (first === undefined || last === undefined || base === undefined) return undefined;
  const copies = `${writtenName(base)}[${String(entities.length)}]`;
  const title = t`Turn "${first.name}" to "${last.name}" into ${copies}`;
  const { Lexer: lexer } = workspace.services.aftermath.parser;
  const different = others.find((other) => !isAlike(document, lexer, first, other));
  if (different !== undefined)
    return {
      kind: 'rewrite',
      title,
      refusal: t`"${different.name}" differs from "${first.name}" in more than its name.`,
    };
  const documents = connectedTo(workspace, document);
  for (const each of documents) workspace.models.link(each);
  const edits = yield* editsOf(workspace, documents, entities, writtenName(base), (entity) =>
    wholeText(document, entity, lexer),
  );
  if (edits === undefined) return undefined;
  const change = { edits };
  const refused = yield* whatChanges(workspace, documents, change, {
    keeps: 'relations',
    newName: newNames(entities, base),
  });
  return refused === undefined ? { kind: 'rewrite', title, change } : { kind: 'rewrite', title, refusal: refused };
}

/** Returns the siblings of an entity, itself included, that differ only in the numbers in their names. */
export function likeSiblings(workspace: Workspace, document: ModelDocument, entity: ast.Entity): readonly ast.Entity[] {
  const { Lexer: lexer } = workspace.services.aftermath.parser;
  const around = ast.isEntity(entity.$container) ? entity.$container.members : document.parseResult.value.declarations;
  const at = around.findIndex((each) => each === entity);
  const isLike = (each: (typeof around)[number] | undefined): each is ast.Entity =>
    each !== undefined &&
    ast.isEntity(each) &&
    baseOf([entity, each]) !== undefined &&
    isAlike(document, lexer, entity, each);
  let [from, to] = [at, at];
  while (isLike(around[from - 1])) from--;
  while (isLike(around[to + 1])) to++;
  return around.slice(from, to + 1).filter(ast.isEntity);
}

/** Returns the common name without the numbers at its end, if there is one. */
function baseOf(entities: readonly ast.Entity[]): string | undefined {
  const bases = entities.map(({ name, count }) =>
    count === undefined ? /^(.+?)[-_]?\d+$/.exec(name)?.[1] : undefined,
  );
  const [base] = bases;
  return bases.every((each) => each === base) ? base : undefined;
}

/** Returns true if two declarations differ only in their names, comments included. */
function isAlike(document: ModelDocument, lexer: Lexer, a: ast.Entity, b: ast.Entity): boolean {
  const wordsOf = (entity: ast.Entity): string => {
    const { start, end } = wholeText(document, entity, lexer);
    const { tokens, hidden } = lexer.tokenize(document.textDocument.getText().slice(start, end));
    const nameOffset = (findName(entity) ?? start) - start;
    const words = [...tokens, ...hidden.filter(({ tokenType }) => tokenType.name.endsWith('COMMENT'))]
      .filter(({ image }) => image !== '')
      .sort((one, other) => one.startOffset - other.startOffset);
    return JSON.stringify(words.map(({ image, startOffset }) => (startOffset === nameOffset ? '' : image)));
  };
  return wordsOf(a) === wordsOf(b);
}

function findName(entity: ast.Entity): number | undefined {
  const named = entity.$cstNode;
  if (named === undefined) return undefined;
  const words = /^(?:(?:absent|root)\s+)*\w+\s+/.exec(named.text);
  return named.offset + (words?.[0].length ?? 0);
}

/** The first declaration gets the number of copies, the others are removed, and each name becomes that of its copy. */
function* editsOf(
  workspace: Workspace,
  documents: readonly ModelDocument[],
  entities: readonly ast.Entity[],
  base: string,
  pieceOf: (entity: ast.Entity) => { readonly start: number; readonly end: number },
): Generator<undefined, readonly TextEdit[] | undefined> {
  const edits: TextEdit[] = [];
  const names: TextEdit[] = [];
  for (const [index, entity] of entities.entries()) {
    const span = declarationSpan(workspace, entity);
    const document = span === undefined ? undefined : workspace.find(span.uri);
    if (span === undefined || document === undefined) return undefined;
    const { start, end } = pieceOf(entity);
    const { textDocument } = document;
    if (index === 0) edits.push({ span, text: `${base}[${String(entities.length)}]` });
    else
      edits.push({
        span: { uri: span.uri, start: textDocument.positionAt(start), end: textDocument.positionAt(end) },
        text: '',
      });
    for (const { span: place, isDeclaration } of yield* occurrencesOf(workspace, entity, documents)) {
      if (!isDeclaration) names.push({ span: place, text: `${base}[${String(index)}]` });
    }
  }
  // Removed text takes the names in it with it.
  const isGone = ({ span }: TextEdit): boolean => edits.slice(1).some((edit) => isIn(span, edit.span));
  return [...edits, ...names.filter((name) => !isGone(name))];
}

const isIn = (inner: Span, outer: Span): boolean => inner.uri === outer.uri && isWithin(inner, outer);

/** Maps `pod2` and the names in it to `pod[1]`; the enclosing entities may be copied too. */
function newNames(entities: readonly ast.Entity[], base: string): NewName {
  const [first] = entities;
  const around =
    first !== undefined && ast.isEntity(first.$container) ? qualifiedName(first.$container).split('.') : [];
  const before = around.map((name) => `${quoted(name)}(?:\\[\\d+\\])?\\.`).join('');
  const patterns = entities.map(({ name }) => new RegExp(`^(${before})${quoted(name)}(?=\\.|$)`));
  return (name) => {
    const index = patterns.findIndex((pattern) => pattern.test(name));
    return index < 0 ? name : name.replace(itemAt(patterns, index), `$1${base}[${String(index)}]`);
  };
}

/** Escapes a text for a regular expression. */
const quoted = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
