/**
 * Fixes that rewrite `set x = e` as `x := e`, and the other way round.
 */
import { type AstNode, GrammarUtils } from 'langium';
import type { Fix } from '../../../model/finding.ts';
import type * as ast from '../../generated/ast.ts';
import { insertBefore, removeKeyword, replacePiece } from './edits.ts';
import { t } from '../../../model/common/translation.ts';

/** Returns the fix that writes a `set` as an assignment of a machine. */
export function asAssignment(step: ast.SetStep): Fix[] {
  return replaceSign(step, '=', ':=', removeKeyword(step, 'set'));
}

/** Returns the fix that writes an assignment as a `set`. */
export function asSetStep(step: ast.Assignment): Fix[] {
  return replaceSign(step, ':=', '=', insertBefore(step, 'set '));
}

function replaceSign(step: AstNode, from: string, to: string, edit: ReturnType<typeof removeKeyword>): Fix[] {
  const sign = GrammarUtils.findNodeForKeyword(step.$cstNode, from);
  if (sign === undefined || edit === undefined) return [];
  const edits = [edit, replacePiece(step, { start: sign.offset, end: sign.end }, to)];
  return [{ title: t`Write "${to}"`, edits, isPreferred: true }];
}
