/**
 * Where nodes and their properties are in the text, and how they are written there: without making Langium's concrete
 * tree of what was read quickly.
 */
import { type AstNode, type CstNode, CstUtils, GrammarUtils, isLeafCstNode, type LeafCstNode } from 'langium';
import { itemAt } from '../../../model/common/lookup.ts';
import type * as ast from '../../generated/ast.ts';
import { type Piece, startOfPart } from './cst.ts';
import { placeOf, treeOf } from './flat-tree.ts';
import { findPropertyNode } from './property-node.ts';

type Range = CstNode['range'];

/** Returns where a node is; undefined if it is not in a text. */
export function rangeOf(node: AstNode): Range | undefined {
  const place = placeOf(node);
  return place === undefined || place.at < 0 ? node.$cstNode?.range : place.tree.range(place.at);
}

/** Returns where a node begins, after the comments before it; undefined if it is not in a text. */
export function startOf(node: AstNode): Range['start'] | undefined {
  const place = placeOf(node);
  if (place !== undefined && place.at >= 0) return place.tree.start(place.at);
  return node.$cstNode && startOfPart(node.$cstNode);
}

/** Returns how a node is written; undefined if it is not in a text. */
export function textOf(node: AstNode): string | undefined {
  const place = placeOf(node);
  return place === undefined || place.at < 0 ? node.$cstNode?.text : place.tree.piece(place.at).text;
}

/** Returns the text from an offset up to a node. */
export function textBetween(offset: number, node: AstNode): string {
  const place = placeOf(node);
  if (place !== undefined && place.at >= 0) return place.tree.textBefore(place.at, offset);
  return node.$cstNode?.root.fullText.slice(offset, node.$cstNode.offset) ?? '';
}

/** Returns where the first part of a node's text is that a property was read from; undefined if it is not written. */
export function rangeOfProperty(node: AstNode, property: string): Range | undefined {
  const place = placeOf(node);
  if (place === undefined || place.at < 0) return findPropertyNode(node, property)?.range;
  const found = place.tree.find(place.at, property);
  return found === undefined ? undefined : place.tree.range(found);
}

/** Returns how the first part is written that a property was read from; undefined if it is not written. */
export function textOfProperty(node: AstNode, property: string): string | undefined {
  const place = placeOf(node);
  if (place === undefined || place.at < 0) return findPropertyNode(node, property)?.text;
  const found = place.tree.find(place.at, property);
  return found === undefined ? undefined : place.tree.piece(found).text;
}

/** Returns a node, or the first part that one property of it was read from, as a piece of the text. */
export function pieceOf(node: AstNode, property?: string): Piece | undefined {
  const place = placeOf(node);
  if (place === undefined || place.at < 0)
    return property === undefined ? node.$cstNode : findPropertyNode(node, property);
  const at = property === undefined ? place.at : place.tree.find(place.at, property);
  return at === undefined ? undefined : place.tree.piece(at);
}

/** Returns where a keyword of a node is written. */
export function keywordsOf(node: AstNode, keyword: string): readonly Piece[] {
  const place = placeOf(node);
  if (place === undefined || place.at < 0) return GrammarUtils.findNodesForKeyword(node.$cstNode, keyword);
  return place.tree.keywords(place.at, keyword).map((at) => place.tree.piece(at));
}

/** Returns the comment directly before a node, without other words between them. */
export function commentBefore(node: AstNode): Piece | undefined {
  const place = placeOf(node);
  if (place !== undefined && place.at >= 0) return place.tree.commentBefore(place.at);
  const before = node.$cstNode && CstUtils.getPreviousNode(node.$cstNode, true);
  return before?.hidden === true ? before : undefined;
}

/**
 * Returns the leaf of a file at an offset; of what was read quickly, only the declaration around it is made as
 * Langium's tree.
 */
export function leafAtOffset(document: ast.Document, offset: number): LeafCstNode | undefined {
  const { declarations } = document;
  let [from, to] = [0, declarations.length - 1];
  while (from <= to) {
    const middle = (from + to) >> 1;
    const declaration = itemAt(declarations, middle);
    const { start, end } = extentOf(declaration);
    if (end <= offset) from = middle + 1;
    else if (start > offset) to = middle - 1;
    else return leafIn(declaration, offset);
  }
  // Comments that are in no tree of declarations may be there.
  const isBetweenTrees = [declarations[to], declarations[from]].every((each) => each && treeOf(each));
  if (isBetweenTrees || document.$cstNode === undefined) return undefined;
  return CstUtils.findLeafNodeAtOffset(document.$cstNode, offset);
}

function leafIn(declaration: ast.Declaration, offset: number): LeafCstNode | undefined {
  const tree = treeOf(declaration);
  if (tree === undefined) return declaration.$cstNode && CstUtils.findLeafNodeAtOffset(declaration.$cstNode, offset);
  const at = tree.leafAt(offset);
  const leaf = at === undefined ? undefined : tree.part(at);
  return isLeafCstNode(leaf) ? leaf : undefined;
}

/** Returns between which offsets a declaration is, with the comments and declarations that are read with it. */
const extentOf = (declaration: ast.Declaration): { readonly start: number; readonly end: number } =>
  treeOf(declaration)?.extent ?? { start: declaration.$cstNode?.offset ?? 0, end: declaration.$cstNode?.end ?? 0 };
