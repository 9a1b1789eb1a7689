/**
 * Computes text edits from the tree that preserve the layout around them: a removal leaves no empty line, and an
 * addition is indented like its neighbours.
 */
import { type AstNode, AstUtils } from 'langium';
import type { Piece } from '../../syntax/tree/cst.ts';
import { commentBefore, keywordsOf, pieceOf } from '../../syntax/tree/places.ts';
import type { TextEdit } from '../../../model/finding.ts';

/** A piece of a text as offsets `[start, end)`. */
export interface Offsets {
  readonly start: number;
  readonly end: number;
}

/** Returns the edit that replaces a piece of a node's document by a text. */
export function replacePiece(node: AstNode, { start, end }: Offsets, text: string): TextEdit {
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
  replacePiece(node, offsetsOf(node, property), text);

/** Returns the edit that inserts a text before a node but after its documentation. */
export const insertBefore = (node: AstNode, text: string): TextEdit => {
  const { offset } = placeOf(node);
  return replacePiece(node, { start: offset, end: offset }, text);
};

/** Returns the edit that inserts a text directly after a node, or one property of it. */
export const insertAfter = (node: AstNode, text: string, property?: string): TextEdit => {
  const { end } = placeOf(node, property);
  return replacePiece(node, { start: end, end }, text);
};

/** Returns the edit that removes a keyword of a node and the blanks after it. */
export function removeKeyword(node: AstNode, keyword: string): TextEdit | undefined {
  const [found] = keywordsOf(node, keyword);
  if (found === undefined) return undefined;
  const text = documentText(node);
  let { end } = found;
  while (text[end] === ' ') end++;
  return replacePiece(node, { start: found.offset, end }, '');
}

/**
 * Returns the edit that removes a member, step or declaration with its documentation, and its lines if it has them to
 * itself.
 */
export function removeItem(node: AstNode): TextEdit {
  const { offset, end } = placeOf(node);
  return replacePiece(node, withSpace(documentText(node), { start: documentationStart(node, offset), end }), '');
}

/** Returns the edit that removes one item of a comma-separated list; it must not be the only one. */
export function removeListed(list: readonly AstNode[], item: AstNode): TextEdit {
  const index = list.indexOf(item);
  const [before, after] = [list[index - 1], list[index + 1]];
  const own = placeOf(item);
  if (before !== undefined) return replacePiece(item, { start: placeOf(before).end, end: own.end }, '');
  const end = after === undefined ? own.end : placeOf(after).offset;
  return replacePiece(item, { start: own.offset, end }, '');
}

/** Returns the text of the document that a node is in. */
export const documentText = (node: AstNode): string => AstUtils.getDocument(node).textDocument.getText();

/** Returns the indentation of the line that a node begins on. */
export function indentation(node: AstNode): string {
  const text = documentText(node);
  const lineStart = text.lastIndexOf('\n', placeOf(node).offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? '';
}

/** Returns the position of a node, or of one property of it, in the text. Nodes built by the parser have one. */
export function placeOf(node: AstNode, property?: string): Piece {
  const piece = pieceOf(node, property);
  if (piece === undefined) throw new Error(`A ${node.$type} that has no location in the text cannot be edited.`);
  return piece;
}

function offsetsOf(node: AstNode, property?: string): Offsets {
  const { offset, end } = placeOf(node, property);
  return { start: offset, end };
}

function documentationStart(node: AstNode, offset: number): number {
  const before = commentBefore(node);
  return before?.text.startsWith('/**') === true ? before.offset : offset;
}

/** Extends a piece over line ends that would be left empty, or blanks that would be doubled. */
function withSpace(text: string, { start, end }: Offsets): Offsets {
  let from = start;
  while (text[from - 1] === ' ' || text[from - 1] === '\t') from--;
  const after = /^[ \t]*(?:\/\/[^\r\n]*)?(?:\r?\n|$)/.exec(text.slice(end));
  const isAtLineStart = from === 0 || text[from - 1] === '\n';
  const isFirst = isAtLineStart || text[from - 1] === '{';
  if (isAtLineStart && after !== null) return { start: from, end: end + after[0].length };
  if (isFirst && !/^ *}/.test(text.slice(end))) {
    let to = end;
    while (text[to] === ' ') to++;
    return { start, end: to };
  }
  return { start: from, end };
}
