/**
 * Adds a member to the body of an entity, state or machine in the style of the body: one line, several lines, empty, or
 * missing.
 */
import type { AstNode } from 'langium';
import type { TextEdit } from '../../../model/finding.ts';
import type * as ast from '../../generated/ast.ts';
import { keywordsOf, startOf } from '../../syntax/tree/places.ts';
import { indentation, insertAfter, replacePiece, documentText } from './edits.ts';

/** Returns the edit that adds members at the end of a body, each on a line of its own if the body has lines. */
export function addMembers(owner: ast.Entity | ast.State | ast.Machine, members: readonly string[]): TextEdit {
  const open = keywordsOf(owner, '{')[0];
  const close = keywordsOf(owner, '}').at(-1);
  if (open === undefined || close === undefined) return insertAfter(owner, ` { ${members.join('  ')} }`);
  const text = documentText(owner);
  const inside = text.slice(open.end, close.offset);
  if (!inside.includes('\n')) {
    const trimmed = open.end + inside.trimEnd().length;
    const separator = inside.trim() === '' ? ' ' : '  ';
    return replacePiece(owner, { start: trimmed, end: close.offset }, `${separator}${members.join('  ')} `);
  }
  const indent = indentationOfMembers(owner);
  const added = members.map((member) => `\n${indent}${member}`).join('');
  const start = open.end + inside.trimEnd().length;
  const lineEnd = text.indexOf('\n', start);
  // A comment at the end of the body may extend to the end of its line, so nothing can follow it there.
  const at = lineEnd < 0 || lineEnd > close.offset ? start : lineEnd;
  return replacePiece(owner, { start: at, end: at }, added);
}

function indentationOfMembers(owner: AstNode & { readonly members: readonly AstNode[] }): string {
  const own = startOf(owner)?.line ?? 0;
  const onOwnLine = owner.members.find((member) => (startOf(member)?.line ?? own) > own);
  return onOwnLine === undefined ? `${indentation(owner)}  ` : indentation(onOwnLine);
}
