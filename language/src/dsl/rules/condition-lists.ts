/**
 * Recognizes lists of subjects that were written without parentheses, or with `and`: `a destroyed and b, c alive`,
 * `a and b alive`.
 */
import * as ast from '../generated/ast.ts';
import { typeOf } from '../types/typing.ts';
import { t } from '../../model/common/translation.ts';

/** Returns true for `b` in `expect a destroyed and b, c alive`, a list without its parentheses, reported as such. */
export function beginsList(operand: ast.Expression): boolean {
  let at: ast.Expression = operand;
  while (ast.isBinary(at.$container) && at.$container.right === at) at = at.$container;
  const around = at.$container;
  return ast.isConditionExpectation(around) && around.conditions.at(-1) !== at && mayBeEntity(operand);
}

/** Returns what to write for `a and b alive`, of which the first is no condition; undefined if it is no such list. */
export function listMeant(first: ast.Expression, last: ast.Expression): string | undefined {
  if (!ast.isTest(last) || !mayBeEntity(first)) return undefined;
  const list = [first, last.subject].map(({ $cstNode }) => $cstNode?.text ?? 'x').join(', ');
  return t`A list stands in parentheses: ${`(${list}) ${last.predicate}`}`;
}

function mayBeEntity(operand: ast.Expression): boolean {
  const { kind } = typeOf(operand);
  return kind === 'entity' || kind === 'unknown';
}
