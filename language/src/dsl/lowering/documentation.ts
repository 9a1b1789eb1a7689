/**
 * Reads the documentation comment before a declaration.
 */
import type { AstNode } from 'langium';
import { commentBefore, startOf, textBetween } from '../syntax/tree/places.ts';

/**
 * Returns the text of the comment that begins with two stars directly before a node, without stars. A comment followed
 * by an empty line belongs to the file, not to the first declaration.
 */
export function documentationOf(node: AstNode): string | undefined {
  const comment = commentBefore(node);
  if (comment?.text.startsWith('/*') !== true) return undefined;
  // Skipped text is not in the tree, and a comment before it is not about the node after it.
  if (/\S/.test(textBetween(comment.end, node))) return undefined;
  if ((startOf(node)?.line ?? 0) > comment.range.end.line + 1) return undefined;
  return documentationText(comment.text);
}

/** Returns the words of a comment that begins with two stars; undefined for any other, or one without words. */
export function documentationText(comment: string): string | undefined {
  if (!comment.startsWith('/**') || comment.length < 5) return undefined;
  const lines = comment.slice(3, -2).split(/\r?\n/);
  const text = lines.map((line) => line.replace(/^\s*\*? ?/, '').trimEnd()).join('\n');
  return text.trim() === '' ? undefined : text.trim();
}
