/**
 * The refactorings of the entities that a selection touches, or of the entity or class named at the cursor.
 */
import type { AstNode } from 'langium';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import type { Position } from '../../../language/src/model/span.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import { nameAt } from '../workspace/name-at.ts';
import type { Refactoring } from '../refactoring/refactoring.ts';
import { isWhole } from '../workspace/whole.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { likeSiblings, makeCopies } from './make-copies.ts';
import { extractClass } from './extract-class.ts';
import { inlineIntoAll, inlineIntoOne } from './inline-class.ts';
import { moveToFile } from './move-to-file.ts';

interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** Returns the possible refactorings, and the impossible ones with reasons. Returns nothing for an incomplete model. */
export function* refactoringsAt(
  workspace: Workspace,
  document: ModelDocument,
  { start, end }: Range,
): Generator<undefined, readonly Refactoring[]> {
  const [from, to] = [start, end].map((each) => document.textDocument.offsetAt(each));
  if (from === undefined || to === undefined) return [];
  const inClass = from === to ? classAt(document, from) : undefined;
  if (inClass !== undefined && isWhole(workspace, document)) {
    yield;
    const inlined = yield* inlineIntoAll(workspace, document, inClass);
    return inlined === undefined ? [] : [inlined];
  }
  const selected =
    from === to ? declaredAt(document, from) : touched(document.parseResult.value.declarations, from, to);
  const [first] = selected;
  if (first === undefined || !isWhole(workspace, document)) return [];
  yield;
  const moved = yield* moveToFile(workspace, document, selected);
  const alike = selected.length > 1 ? selected : likeSiblings(workspace, document, first);
  const copies = alike.length > 1 ? yield* makeCopies(workspace, document, alike) : undefined;
  const extracted = yield* extractClass(workspace, document, selected);
  const inlined = selected.length === 1 ? yield* inlineIntoOne(workspace, document, first) : undefined;
  return [moved, copies, extracted, inlined].filter((each) => each !== undefined);
}

/** Returns the class that an offset declares. */
function classAt(document: ModelDocument, offset: number): ast.Class | undefined {
  const found = nameAt(document, offset);
  return found?.kind === 'name' && found.isDeclaration && ast.isClass(found.target) ? found.target : undefined;
}

function declaredAt(document: ModelDocument, offset: number): readonly ast.Entity[] {
  const found = nameAt(document, offset);
  const isDeclared = found?.kind === 'name' && found.isDeclaration;
  return isDeclared && found.target !== undefined && ast.isEntity(found.target) ? [found.target] : [];
}

/** Returns the entities that a selection touches, all in one body: the innermost one that contains the selection. */
function touched(members: readonly AstNode[], from: number, to: number): readonly ast.Entity[] {
  const found = members.filter(ast.isEntity).filter(({ $cstNode }) => {
    const { offset = 0, end = 0 } = $cstNode ?? {};
    return offset < to && from < end;
  });
  const [only] = found;
  if (only?.$cstNode === undefined || found.length > 1) return found;
  const isWithin = only.$cstNode.offset < from && to < only.$cstNode.end;
  const inner = isWithin ? touched(only.members, from, to) : [];
  return inner.length > 0 ? inner : found;
}
