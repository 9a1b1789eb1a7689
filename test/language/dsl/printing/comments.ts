/**
 * Finds the documentation comments of a tree, which are in its text and not in its nodes.
 */
import { type AstNode, type CstNode, CstUtils } from 'langium';
import { documentationText } from '../../../../language/src/dsl/lowering/documentation.ts';
import type { Comment } from './layout.ts';

/** Returns the non-empty comments that begin with two stars, between a node and the text before it. */
export function commentsBefore(node: AstNode): Comment[] {
  const comments: Comment[] = [];
  let following: CstNode | undefined = node.$cstNode;
  let before = following && CstUtils.getPreviousNode(following, true);
  for (; before?.hidden === true && following !== undefined; before = CstUtils.getPreviousNode(before, true)) {
    const text = documentationText(before.text);
    if (text !== undefined) {
      const isDetached = following !== node.$cstNode || following.range.start.line > before.range.end.line + 1;
      comments.unshift({ lines: text.split('\n'), isDetached });
    }
    following = before;
  }
  return comments;
}
