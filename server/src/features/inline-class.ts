/**
 * Writes what a class says into its instances: into one of them, or into all, and then the class is gone. Refuses if a
 * result could change.
 */
import type { Lexer } from 'langium';
import type * as ast from '../../../language/src/dsl/generated/ast.ts';
import { classesOf } from '../../../language/src/dsl/types/bodies.ts';
import { indexTree } from '../../../language/src/dsl/names/tree-index.ts';
import type { TextEdit } from '../../../language/src/model/finding.ts';
import { connectedTo, isStandard } from '../workspace/change.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import { declarationSpan } from '../workspace/name-at.ts';
import { withoutClass } from '../refactoring/class-text.ts';
import { whatChanges } from '../refactoring/same-answers.ts';
import { edit, removal } from '../refactoring/whole-text.ts';
import type { Refactoring } from '../refactoring/refactoring.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { headEnd } from './extract-class.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Returns the change that writes its class into an instance; nothing if it has no class. */
export function* inlineIntoOne(
  workspace: Workspace,
  document: ModelDocument,
  entity: ast.Entity,
): Generator<undefined, Refactoring | undefined> {
  const used = entity.class?.ref;
  if (used === undefined) return undefined;
  const title = t`Inline the class "${used.name}" into "${entity.name}"`;
  return yield* tried(workspace, document, title, classesOf(entity), () =>
    editsFor(document, entity, workspace.services.aftermath.parser.Lexer),
  );
}

/** Returns the change that writes a class into all its instances and removes it. */
export function* inlineIntoAll(
  workspace: Workspace,
  document: ModelDocument,
  declaration: ast.Class,
): Generator<undefined, Refactoring | undefined> {
  const title = t`Inline the class "${declaration.name}" into all its instances`;
  const span = declarationSpan(workspace, declaration);
  if (span === undefined || isStandard(span.uri) || document.uri.toString() !== span.uri) return undefined;
  const documents = connectedTo(workspace, document);
  const extending = documents
    .flatMap(({ parseResult }) => [...indexTree(parseResult.value).all('Class')])
    .find(({ base }) => base?.ref === declaration);
  if (extending !== undefined)
    return { kind: 'inline', title, refusal: t`"${extending.name}" extends it. Inline that class first.` };
  return yield* tried(workspace, document, title, classesOf(declaration), () => {
    const lexer = workspace.services.aftermath.parser.Lexer;
    // The instances take over what is in it.
    const edits: TextEdit[] = [removal(document, declaration, lexer, (offset) => !isWithin(declaration, offset))];
    for (const each of documents) {
      for (const entity of indexTree(each.parseResult.value).all('Entity')) {
        if (entity.class?.ref !== declaration) continue;
        const own = editsFor(each, entity, lexer);
        if (own === undefined) return undefined;
        edits.push(...own);
      }
    }
    return edits;
  });
}

/** Returns a refactoring with edits that leave every result as it is, or its refusal. */
function* tried(
  workspace: Workspace,
  document: ModelDocument,
  title: string,
  classes: readonly ast.Class[],
  editsOf: () => readonly TextEdit[] | undefined,
): Generator<undefined, Refactoring> {
  const kind = 'inline';
  const documents = connectedTo(workspace, document);
  for (const each of documents) workspace.models.link(each);
  const asked = documents
    .flatMap(({ parseResult }) => [...indexTree(parseResult.value).all('InstanceOf')])
    .find((test) => classes.some((each) => each === test.class.ref));
  if (asked !== undefined) return { kind, title, refusal: t`"${asked.$cstNode?.text ?? ''}" asks for the class.` };
  const edits = editsOf();
  if (edits === undefined) return { kind, title, refusal: t`A parameter has no value. Set it first.` };
  const refusal = yield* whatChanges(workspace, documents, { edits }, { keeps: 'model' });
  return refusal === undefined ? { kind, title, change: { edits } } : { kind, title, refusal };
}

const isWithin = ({ $cstNode }: ast.Class, offset: number): boolean =>
  $cstNode !== undefined && $cstNode.offset <= offset && offset < $cstNode.end;

function editsFor(document: ModelDocument, entity: ast.Entity, lexer: Lexer): readonly TextEdit[] | undefined {
  const text = document.textDocument.getText();
  const { offset = 0, end = 0 } = entity.$cstNode ?? {};
  const margin = /^[^\S\n]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? '';
  const written = withoutClass(entity, lexer)?.replaceAll('\n', `\n${margin}`);
  return written === undefined ? undefined : [edit(document, headEnd(entity), end, written)];
}
