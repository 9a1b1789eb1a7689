/**
 * The paths by which a text names entities, such as `o.part`, and what has to be written in their place when an entity
 * is declared somewhere else.
 */
import { type AstNode, AstUtils, GrammarUtils, isReference } from 'langium';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import { referencesOf } from '../../../language/src/dsl/names/link.ts';
import { isBody } from '../../../language/src/dsl/types/bodies.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';

/** A path from its first name to the name of the entity that it means, as offsets. */
export interface WrittenPath {
  readonly document: ModelDocument;
  readonly start: number;
  readonly end: number;
  /** The node that names the entity. */
  readonly node: AstNode;
}

/** Returns every path in some documents that leads to an entity, or through it. */
export function pathsTo(documents: readonly ModelDocument[], entity: ast.Entity): readonly WrittenPath[] {
  return documents.flatMap((document) =>
    referencesOf(document).flatMap((each): readonly WrittenPath[] => {
      if (!isReference(each) || each.ref !== entity || each.$refNode === undefined) return [];
      const node = each.$refNode.astNode;
      return [{ document, start: beginning(node, each.$refNode.offset), end: each.$refNode.end, node }];
    }),
  );
}

/** Returns the offset at which the path begins that a node ends. */
function beginning(node: AstNode, own: number): number {
  let at: AstNode = node;
  while (ast.isMemberAccess(at) || ast.isSelection(at) || ast.isAllNested(at)) at = at.receiver;
  return at === node ? own : (at.$cstNode?.offset ?? own);
}

/** Returns the name of a declaration as it is written there, quotes included. */
export const nameAsWritten = (named: ast.Entity | ast.Machine | ast.Policy): string =>
  GrammarUtils.findNodeForProperty(named.$cstNode, 'name')?.text ?? named.name;

/** Returns the path to an entity that means it everywhere, without copy numbers. */
export function fullPath(entity: ast.Entity): string {
  const { $container } = entity;
  return ast.isEntity($container) ? `${fullPath($container)}.${nameAsWritten(entity)}` : nameAsWritten(entity);
}

/** Returns the declaration at file level that an entity is in, or is. */
export function outermost(entity: ast.Entity): ast.Entity | ast.Class {
  let at: ast.Entity | ast.Class = entity;
  while (isBody(at.$container)) at = at.$container;
  return at;
}

/** Returns the names in a node that mean entities outside it, the last first. */
export function namesOfOthers(node: AstNode): readonly { readonly name: ast.NameReference; readonly of: ast.Entity }[] {
  const found = AstUtils.streamAst(node)
    .filter(ast.isNameReference)
    .toArray()
    .flatMap((name) => {
      const of = name.target.ref;
      return of !== undefined && ast.isEntity(of) && !isWithin(of, node) ? [{ name, of }] : [];
    });
  const offsetOf = ({ name }: (typeof found)[number]): number => name.target.$refNode?.offset ?? 0;
  return found.toSorted((a, b) => offsetOf(b) - offsetOf(a));
}

/** Returns true if a node is another one, or in it. */
export function isWithin(node: AstNode, around: AstNode): boolean {
  for (let at: AstNode | undefined = node; at !== undefined; at = at.$container) if (at === around) return true;
  return false;
}
