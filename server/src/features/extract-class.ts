/**
 * Makes a class of what an entity and its like siblings say, and instances of them. Refuses if a result could change,
 * for a class sees nothing of what is around its instances.
 */
import { GrammarUtils, type Lexer } from 'langium';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import { isBody } from '../../../language/src/dsl/types/bodies.ts';
import { symbolsOf } from '../../../language/src/dsl/types/symbols.ts';
import type { TextEdit } from '../../../language/src/model/finding.ts';
import { connectedTo } from '../workspace/change.ts';
import { writtenName } from '../completion/written-name.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import { whatChanges } from '../refactoring/same-answers.ts';
import { edit, wholeText } from '../refactoring/whole-text.ts';
import type { Refactoring } from '../refactoring/refactoring.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Returns the change that extracts a class; nothing if there is nothing to extract. */
export function* extractClass(
  workspace: Workspace,
  document: ModelDocument,
  selected: readonly ast.Entity[],
): Generator<undefined, Refactoring | undefined> {
  const [first] = selected;
  if (first === undefined || first.class !== undefined || restOf(document, first).trim() === '') return undefined;
  const alike = siblingsOf(document, first).filter((each) => isAlike(document, first, each));
  if (!selected.every((each) => alike.includes(each))) return undefined;
  const entities = selected.length > 1 ? selected : alike;
  const documents = connectedTo(workspace, document);
  const name = writtenName(newName(documents, first.name));
  const { Lexer: lexer } = workspace.services.aftermath.parser;
  const edits = [
    classBefore(document, first, name, lexer),
    ...entities.map((entity) => edit(document, headEnd(entity), entity.$cstNode?.end ?? 0, ` is ${name}`)),
  ];
  const others = entities.length === 1 ? '' : t` and ${String(entities.length - 1)} like it`;
  const title = t`Extract the class "${name}" from "${first.name}"${others}`;
  for (const each of documents) workspace.models.link(each);
  const refused = yield* whatChanges(workspace, documents, { edits }, { keeps: 'model' });
  return refused === undefined
    ? { kind: 'extract', title, change: { edits } }
    : { kind: 'extract', title, refusal: refused };
}

/** Returns the offset after the name and copy count of an entity. */
export function headEnd(entity: ast.Entity): number {
  const bracket = GrammarUtils.findNodeForKeyword(entity.$cstNode, ']');
  const named = GrammarUtils.findNodeForProperty(entity.$cstNode, 'name');
  return (entity.count === undefined ? named : bracket)?.end ?? 0;
}

/** Returns what an entity says after its name: label, machine and body. */
const restOf = (document: ModelDocument, entity: ast.Entity): string =>
  document.textDocument.getText().slice(headEnd(entity), entity.$cstNode?.end);

function siblingsOf(document: ModelDocument, { $container }: ast.Entity): readonly ast.Entity[] {
  const around: readonly ast.Declaration[] | readonly ast.ClassMember[] = isBody($container)
    ? $container.members
    : document.parseResult.value.declarations;
  return [...around].filter((each) => ast.isEntity(each));
}

function isAlike(document: ModelDocument, first: ast.Entity, other: ast.Entity): boolean {
  const text = (entity: ast.Entity): string => restOf(document, entity).replaceAll(/\s+/g, ' ').trim();
  return other.kind === first.kind && other.class === undefined && text(other) === text(first);
}

/** Writes the class before the declaration at file level that the entity is in. */
function classBefore(document: ModelDocument, entity: ast.Entity, name: string, lexer: Lexer): TextEdit {
  const text = document.textDocument.getText();
  let outermost: ast.Entity | ast.Class = entity;
  while (isBody(outermost.$container)) outermost = outermost.$container;
  const { start } = wholeText(document, outermost, lexer);
  const { offset = 0 } = entity.$cstNode ?? {};
  const margin = /^[^\S\n]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? '';
  const rest = restOf(document, entity).replaceAll(`\n${margin}`, '\n').trimStart();
  return edit(document, start, start, `class ${name} for ${entity.kind} ${rest}\n\n`);
}

/** Returns a name that no class or label has. */
function newName(documents: readonly ModelDocument[], name: string): string {
  const symbols = documents.map(({ parseResult }) => symbolsOf(parseResult.value));
  const isTaken = (each: string): boolean =>
    symbols.some(({ classes, labels }) => classes.has(each) || labels.has(each));
  const base = name.replace(/[-_]?\d+$/, '') || name;
  const wanted = base.charAt(0).toUpperCase() + base.slice(1);
  let number = 1;
  while (isTaken(number === 1 ? wanted : `${wanted}${String(number)}`)) number++;
  return number === 1 ? wanted : `${wanted}${String(number)}`;
}
