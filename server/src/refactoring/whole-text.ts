/**
 * The full text of a declaration: the comments before it, and the rest of its last line; and edits of pieces of a text.
 */
import type { AstNode, Lexer } from 'langium';
import type { TextEdit } from '../../../language/src/model/finding.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';

/** A piece of a text, by offsets. */
export interface PieceOffsets {
  readonly start: number;
  readonly end: number;
}

/** Returns the full lines of a declaration, with the comments directly before it and after it on its last line. */
export function wholeText(document: ModelDocument, node: AstNode, lexer: Lexer): PieceOffsets {
  const text = document.textDocument.getText();
  const { offset = 0, end = 0 } = node.$cstNode ?? {};
  let start = offset;
  const comments = lexer.tokenize(text).hidden.filter(({ tokenType }) => tokenType.name.endsWith('COMMENT'));
  for (const comment of comments.toReversed()) {
    const commentEnd = comment.startOffset + comment.image.length;
    if (commentEnd > start) continue;
    const between = text.slice(commentEnd, start);
    const isOwnLine = text.slice(lineStart(text, comment.startOffset), comment.startOffset).trim() === '';
    if (between.trim() !== '' || /\n\s*\n/.test(between) || !isOwnLine) break;
    start = comment.startOffset;
  }
  const isFirst = text.slice(lineStart(text, start), start).trim() === '';
  const rest = /^[^\S\n]*(?:\/\/[^\n]*)?(?:\n|$)/.exec(text.slice(end));
  return { start: isFirst ? lineStart(text, start) : start, end: end + (rest?.[0].length ?? 0) };
}

/** Returns the edit that removes a declaration, but for those of its comments that `isKept` selects by their offset. */
export function removal(
  document: ModelDocument,
  node: AstNode,
  lexer: Lexer,
  isKept: (offset: number) => boolean,
): TextEdit {
  const { start, end } = wholeText(document, node, lexer);
  const text = document.textDocument.getText();
  const kept = lexer
    .tokenize(text)
    .hidden.filter(({ tokenType, startOffset: at }) => tokenType.name.endsWith('COMMENT') && start <= at && at < end)
    .filter(({ startOffset }) => isKept(startOffset))
    .map(({ image }) => `${image}\n`);
  // After an empty line, so that they are not taken for those of what follows.
  const after = kept.length === 0 || /^\s*(\n|$)/.test(text.slice(end)) ? '' : '\n';
  return edit(document, start, end, `${kept.join('')}${after}`);
}

const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;

/** Returns an edit of a piece of a document. */
export const edit = ({ uri, textDocument }: ModelDocument, start: number, end: number, text: string): TextEdit => ({
  span: { uri: uri.toString(), start: textDocument.positionAt(start), end: textDocument.positionAt(end) },
  text,
});
