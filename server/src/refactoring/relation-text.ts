/**
 * Edits of the targets of a relation in the text.
 */
import type * as ast from '../../../language/src/dsl/generated/ast.ts';
import type { TextEdit } from '../../../language/src/model/finding.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import { edit } from './whole-text.ts';

/** Returns the edit that takes a target out of a relation, and the whole relation if it is the only one. */
export function withoutTarget(
  document: ModelDocument,
  relation: ast.Relation | ast.SubjectRelation,
  target: ast.RelationTarget,
): TextEdit {
  const text = document.textDocument.getText();
  const index = relation.targets.indexOf(target);
  const { offset = 0, end = 0 } = target.$cstNode ?? {};
  const before = relation.targets[index - 1]?.$cstNode;
  const after = relation.targets[index + 1]?.$cstNode;
  if (before !== undefined) return edit(document, before.end, end, '');
  if (after !== undefined) return edit(document, offset, after.offset, '');
  return withoutLine(document, text, relation.$cstNode?.offset ?? 0, relation.$cstNode?.end ?? 0);
}

/** Returns the edit that removes a piece, and the line if nothing else is on it. */
function withoutLine(document: ModelDocument, text: string, start: number, end: number): TextEdit {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const isFirst = text.slice(lineStart, start).trim() === '';
  const rest = /^[^\S\n]*(?:\n|$)/.exec(text.slice(end));
  if (isFirst && rest !== null) return edit(document, lineStart, end + rest[0].length, '');
  // Between others on a line, one of the spaces around it goes as well.
  const spaces = /^[^\S\n]*/.exec(text.slice(end))?.[0].length ?? 0;
  return edit(document, start, end + spaces, '');
}
