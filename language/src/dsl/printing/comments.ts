/**
 * The documentation comments of a tree, which stand in its text and not in its nodes.
 */
import { type AstNode, CstUtils } from 'langium';
import { documentationText } from '../lowering/documentation.ts';
import type { Comment } from './layout.ts';

/** Returns the comment that begins with two stars right before a node; nothing for one without words. */
export function commentBefore(node: AstNode): Comment | undefined {
  const comment = CstUtils.findCommentNode(node.$cstNode, ['BLOCK_COMMENT']);
  const text = comment === undefined ? undefined : documentationText(comment.text);
  if (comment === undefined || text === undefined) return undefined;
  const line = node.$cstNode?.range.start.line ?? 0;
  return { lines: text.split('\n'), isDetached: line > comment.range.end.line + 1 };
}
