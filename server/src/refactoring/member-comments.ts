/** The comments in bodies, by the member that they are about. */
import type { AstNode, Lexer } from 'langium';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import type { Body } from '../../../language/src/dsl/types/bodies.ts';
import { append } from '../../../language/src/model/common/append.ts';

/** The comments around the members of bodies. */
export interface MemberComments {
  /** Returns the comments before a member and after it on its last line, and those in it if its text is not kept. */
  readonly of: (member: AstNode) => readonly string[];
  /** Those after the last member of a body. */
  readonly last: readonly string[];
}

/** Finds the comments around the members of bodies, each as it is written, without its margin. */
export function memberComments(bodies: readonly Body[], lexer: Lexer): MemberComments {
  const found = new Map<AstNode | undefined, string[]>();
  for (const body of bodies) {
    const { text = '', offset = 0 } = body.$cstNode ?? {};
    const { tokens, hidden } = lexer.tokenize(text);
    const brace = tokens.find(({ image }) => image === '{')?.startOffset ?? text.length;
    for (const { tokenType, image, startOffset } of hidden) {
      if (!tokenType.name.endsWith('COMMENT') || startOffset < brace) continue;
      const margin = startOffset - text.lastIndexOf('\n', startOffset) - 1;
      const owner = ownerOf(body, offset + startOffset, (start) => text.slice(start - offset, startOffset));
      if (owner !== 'itself') append(found, owner, image.replaceAll(`\n${' '.repeat(margin)}`, '\n'));
    }
  }
  return { of: (member) => found.get(member) ?? [], last: found.get(undefined) ?? [] };
}

/**
 * Returns the member that a comment is about, undefined after the last one; `itself` in a member whose text has it.
 * `since` returns the text between an offset and the comment.
 */
function ownerOf(
  { members }: Body,
  at: number,
  since: (offset: number) => string,
): ast.ClassMember | 'itself' | undefined {
  let before: ast.ClassMember | undefined;
  for (const member of members as readonly ast.ClassMember[]) {
    const { offset = 0, end = 0 } = member.$cstNode ?? {};
    if (at < offset) return isSameLine(before, since) ? before : member;
    if (at < end)
      return ast.isEntity(member) || ast.isRelation(member) || ast.isEntityAction(member) ? 'itself' : member;
    before = member;
  }
  return isSameLine(before, since) ? before : undefined;
}

const isSameLine = (before: AstNode | undefined, since: (offset: number) => string): boolean =>
  before?.$cstNode !== undefined && !since(before.$cstNode.end).includes('\n');
