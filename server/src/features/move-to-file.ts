/**
 * Moves entities of a file into a new file, which the first one then imports. Refuses if the moved text needs something
 * that stays, because files cannot import each other, or if the crash matrix would change.
 */
import { AstUtils, UriUtils, type AstNode, type Lexer } from 'langium';
import { referencesOf } from '../../../language/src/dsl/names/link.ts';
import { isBuiltIn } from '../../../language/src/dsl/types/built-ins.ts';
import type * as ast from '../../../language/src/dsl/generated/ast.ts';
import type { TextEdit } from '../../../language/src/model/finding.ts';
import { cleanName } from '../../../language/src/model/language-names.ts';
import { type FileChange, connectedTo } from '../workspace/change.ts';
import { importEdit, importPath, importsOf } from '../workspace/imports.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import { declarationName, type Declared } from '../workspace/name-at.ts';
import { whatChanges } from '../refactoring/same-answers.ts';
import { wholeText } from '../refactoring/whole-text.ts';
import type { Refactoring } from '../refactoring/refactoring.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Returns the change that moves some top-level entities of a document. */
export function* moveToFile(
  workspace: Workspace,
  document: ModelDocument,
  entities: readonly ast.Entity[],
): Generator<undefined, Refactoring | undefined> {
  const [first] = entities;
  if (first === undefined || entities.some(({ $container }) => $container !== document.parseResult.value))
    return undefined;
  const target = freeFile(workspace, document, cleanName(first.name));
  const what = entities.length === 1 ? `"${first.name}"` : t`${String(entities.length)} entities`;
  const title = t`Move ${what} to ${target.slice(target.lastIndexOf('/') + 1)}`;
  const stays = neededButStays(document, entities);
  if (stays !== undefined) return { kind: 'move', title, refusal: stays };
  const documents = connectedTo(workspace, document);
  for (const each of documents) workspace.models.link(each);
  const change = changeOf(document, entities, target, { documents, lexer: workspace.services.aftermath.parser.Lexer });
  const refused = yield* whatChanges(workspace, documents, change, { keeps: 'relations' });
  return refused === undefined ? { kind: 'move', title, change } : { kind: 'move', title, refusal: refused };
}

/** Returns the name of a file beside the document that does not exist in the workspace. */
function freeFile(workspace: Workspace, { uri }: ModelDocument, name: string): string {
  for (let number = 1; ; number++) {
    const file = `${name}${number === 1 ? '' : `-${String(number)}`}.aft`;
    const free = UriUtils.joinPath(UriUtils.dirname(uri), file).toString();
    if (workspace.find(free) === undefined) return free;
  }
}

/** Returns a sentence about the first name in the moved text that refers to something that stays. */
function neededButStays(document: ModelDocument, moved: readonly ast.Entity[]): string | undefined {
  for (const entity of moved) {
    for (const target of targetsIn(entity)) {
      if (AstUtils.getDocument(target) !== document || moved.some((each) => isWithin(target, each))) continue;
      return t`"${entity.name}" needs "${declarationName(target)}", which stays: a file cannot import the one that imports it.`;
    }
  }
  return undefined;
}

function targetsIn(node: AstNode): readonly Declared[] {
  const references = AstUtils.streamAst(node)
    .flatMap((each) => AstUtils.streamReferences(each))
    .toArray();
  return references.flatMap(({ reference }) => {
    const target = 'ref' in reference ? (reference.ref as Declared | undefined) : undefined;
    return target === undefined || isBuiltIn(target) ? [] : [target];
  });
}

function isWithin(node: AstNode, around: AstNode): boolean {
  for (let each: AstNode | undefined = node; each !== undefined; each = each.$container)
    if (each === around) return true;
  return false;
}

interface Surroundings {
  readonly documents: readonly ModelDocument[];
  readonly lexer: Lexer;
}

function changeOf(
  document: ModelDocument,
  entities: readonly ast.Entity[],
  target: string,
  { documents, lexer }: Surroundings,
): FileChange {
  const { textDocument } = document;
  const uri = document.uri.toString();
  const pieces = entities.map((entity) => wholeText(document, entity, lexer));
  const removals = pieces.map(({ start, end }): TextEdit => ({
    span: { uri, start: textDocument.positionAt(start), end: textDocument.positionAt(end) },
    text: '',
  }));
  const others = documents.filter((each) => each !== document && namesAny(each, entities));
  const imports = [document, ...others].map((each) => importEdit(each, importPath(each.uri.toString(), target)));
  const edits = [...removals, ...imports];
  const created = {
    uri: target,
    text: textOf(
      document,
      entities,
      target,
      pieces.map(({ start, end }) => textDocument.getText().slice(start, end)),
    ),
  };
  return others.length === 0 ? { edits, created } : { edits, created, confirm: t`Import the new file` };
}

/** Returns true if a document names one of some entities, or something in it. */
const namesAny = (document: ModelDocument, entities: readonly ast.Entity[]): boolean =>
  referencesOf(document).some((each) => {
    const target = 'ref' in each ? each.ref : undefined;
    return target !== undefined && entities.some((entity) => isWithin(target, entity));
  });

/** Returns the text of the new file: the imports it needs, then the moved text. */
function textOf(
  document: ModelDocument,
  entities: readonly ast.Entity[],
  target: string,
  texts: readonly string[],
): string {
  const needed = new Set(entities.flatMap(targetsIn).map((each) => AstUtils.getDocument(each).uri.toString()));
  const imports = importsOf(document)
    .filter(({ uri }) => needed.has(uri))
    .map(({ uri }) => `import "${importPath(target, uri)}"\n`);
  const body = texts.map((text) => (text.endsWith('\n') ? text : `${text}\n`)).join('');
  return imports.length === 0 ? body : `${imports.join('')}\n${body}`;
}
