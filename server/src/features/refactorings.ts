/**
 * The refactorings of the entities that a selection touches, or of what is named at the cursor.
 */
import type { AstNode } from 'langium';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import type { Position } from '../../../language/src/model/span.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import { type NameAt, nameAt } from '../workspace/name-at.ts';
import { changeOwner } from '../refactoring/change-owner.ts';
import { extractDefinition, inlineDefinition } from '../refactoring/definitions.ts';
import { nest, unnest } from '../refactoring/nesting.ts';
import { joinSpaces, splitSpace } from '../refactoring/spaces.ts';
import type { Refactoring } from '../refactoring/refactoring.ts';
import { isWhole } from '../workspace/whole.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { likeSiblings, makeCopies } from './make-copies.ts';
import { extractClass } from './extract-class.ts';
import { inlineIntoAll, inlineIntoOne } from './inline-class.ts';
import { moveToFile } from './move-to-file.ts';
import { t } from '../../../language/src/model/common/translation.ts';

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
  const named = from === to ? nameAt(document, from) : undefined;
  if (named?.kind === 'name' && !ast.isClass(named.target) && !ast.isEntity(named.target)) {
    if (!isWhole(workspace, document)) return [];
    yield;
    return yield* ofDefinition(workspace, document, named);
  }
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
  const split = yield* splitSpace(workspace, document, selected);
  const ofOne = selected.length === 1 ? yield* ofEntity(workspace, document, first) : [];
  return [moved, copies, extracted, inlined, split, ...ofOne].filter((each) => each !== undefined);
}

/** Returns the refactorings of one entity that change where it stands, and to whom it belongs. */
function* ofEntity(
  workspace: Workspace,
  document: ModelDocument,
  entity: ast.Entity,
): Generator<undefined, readonly (Refactoring | undefined)[]> {
  const user = `"${entity.name}"`;
  return [
    entity.machine === undefined ? undefined : yield* extractDefinition(workspace, document, entity, user),
    yield* nest(workspace, document, entity),
    yield* unnest(workspace, document, entity),
    yield* joinSpaces(workspace, document, entity),
    ...(yield* changeOwner(workspace, document, entity)),
  ];
}

/** Returns the refactorings of a machine or policy at its declaration, and of a policy where it is used. */
function* ofDefinition(
  workspace: Workspace,
  document: ModelDocument,
  { target, isDeclaration, node }: Extract<NameAt, { readonly kind: 'name' }>,
): Generator<undefined, readonly Refactoring[]> {
  if (target === undefined || !(ast.isMachine(target) || ast.isPolicy(target))) return [];
  const found = isDeclaration
    ? yield* inlineDefinition(workspace, document, target)
    : ast.isPolicy(target)
      ? yield* extractDefinition(workspace, document, node, t`this step`)
      : undefined;
  return found === undefined ? [] : [found];
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
