/**
 * Edits of a text, computed from its tree so that the layout around them stays as it is: what is
 * taken away leaves no empty line behind, and what is added is indented like its neighbours.
 */
import { type AstNode, AstUtils, type CstNode, CstUtils, GrammarUtils } from 'langium';
import type { TextEdit } from '../../../model/finding.ts';

/** A piece of a text, by offsets; half-open. */
export interface Piece {
  readonly start: number;
  readonly end: number;
}

/** Makes the edit that puts a text in the place of a piece of a node's document. */
export function replacePiece(node: AstNode, { start, end }: Piece, text: string): TextEdit {
  const { uri, textDocument } = AstUtils.getDocument(node);
  const span = {
    uri: uri.toString(),
    start: textDocument.positionAt(start),
    end: textDocument.positionAt(end),
  };
  return { span, text };
}

/** Returns the edit that replaces a node, or one property of it. */
export const replaceNode = (node: AstNode, text: string, property?: string): TextEdit =>
  replacePiece(node, pieceOf(node, property), text);

/** Returns the edit that inserts a text before a node; what documents the node stays before that. */
export const insertBefore = (node: AstNode, text: string): TextEdit => {
  const { offset } = cstOf(node);
  return replacePiece(node, { start: offset, end: offset }, text);
};

/** Returns the edit that inserts a text right behind a node, or one property of it. */
export const insertBehind = (node: AstNode, text: string, property?: string): TextEdit => {
  const { end } = cstOf(node, property);
  return replacePiece(node, { start: end, end }, text);
};

/** Returns the edit that takes away a keyword of a node with the blanks behind it. */
export function removeKeyword(node: AstNode, keyword: string): TextEdit | undefined {
  const found = GrammarUtils.findNodeForKeyword(node.$cstNode, keyword);
  if (found === undefined) return undefined;
  const text = textOf(node);
  let { end } = found;
  while (text[end] === ' ') end++;
  return replacePiece(node, { start: found.offset, end }, '');
}

/** Returns the edit that takes away a member, step or declaration, with its documentation and, if it has lines of its own, with these. */
export function removeItem(node: AstNode): TextEdit {
  const { offset, end } = cstOf(node);
  return replacePiece(node, withSpace(textOf(node), { start: documentationStart(node, offset), end }), '');
}

/** Returns the edit that takes away one item of a list with commas; it must not be the only one. */
export function removeListed(list: readonly AstNode[], item: AstNode): TextEdit {
  const index = list.indexOf(item);
  const [before, after] = [list[index - 1], list[index + 1]];
  const own = cstOf(item);
  if (before !== undefined) return replacePiece(item, { start: cstOf(before).end, end: own.end }, '');
  const end = after === undefined ? own.end : cstOf(after).offset;
  return replacePiece(item, { start: own.offset, end }, '');
}

/** Returns the text of the document that a node is in. */
export const textOf = (node: AstNode): string => AstUtils.getDocument(node).textDocument.getText();

/** Returns how far the line is indented that a node begins on. */
export function indentation(node: AstNode): string {
  const text = textOf(node);
  const lineStart = text.lastIndexOf('\n', cstOf(node).offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? '';
}

/** Returns where a node, or one property of it, stands. What was built by the parser has such a place. */
export function cstOf(node: AstNode, property?: string): CstNode {
  const cst = property === undefined ? node.$cstNode : GrammarUtils.findNodeForProperty(node.$cstNode, property);
  if (cst === undefined) throw new Error(`A ${node.$type} without a place in the text was to be edited.`);
  return cst;
}

function pieceOf(node: AstNode, property?: string): Piece {
  const { offset, end } = cstOf(node, property);
  return { start: offset, end };
}

function documentationStart(node: AstNode, offset: number): number {
  const before = node.$cstNode && CstUtils.getPreviousNode(node.$cstNode, true);
  return before?.hidden === true && before.text.startsWith('/**') ? before.offset : offset;
}

/** Widens a piece over the line ends that it would leave empty, or the blanks that it would leave double. */
function withSpace(text: string, { start, end }: Piece): Piece {
  let from = start;
  while (text[from - 1] === ' ' || text[from - 1] === '\t') from--;
  const behind = /^[ \t]*(?:\/\/[^\r\n]*)?(?:\r?\n|$)/.exec(text.slice(end));
  const isAtLineStart = from === 0 || text[from - 1] === '\n';
  const isFirst = isAtLineStart || text[from - 1] === '{';
  if (isAtLineStart && behind !== null) return { start: from, end: end + behind[0].length };
  if (isFirst && !/^ *}/.test(text.slice(end))) {
    let to = end;
    while (text[to] === ' ') to++;
    return { start, end: to };
  }
  return { start: from, end };
}
