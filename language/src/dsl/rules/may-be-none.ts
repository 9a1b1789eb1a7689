/**
 * Tells which values may be lacking, so that a comparison with `none` makes sense.
 */
import { settingsWithoutDefault } from '../../model/fixed-settings.ts';
import * as ast from '../generated/ast.ts';
import { typeOf } from '../types/typing.ts';
import { settingIsOwnData } from './own-data.ts';

/** The functions whose number may be none. */
const mayReturnNone: ReadonlySet<string> = new Set(['faultRadius', 'smallestCutSet']);

/**
 * Returns true for the values that may be lacking: the author's own, settings without a default, and what some
 * functions return.
 */
export function mayBeNone(expression: ast.Expression): boolean {
  if (ast.isParenthesis(expression)) return mayBeNone(expression.inner);
  if (ast.isNameReference(expression)) return expression.isCall && mayReturnNone.has(expression.target.$refText);
  // What has no type label has none.
  if (ast.isMemberAccess(expression) && typeOf(expression).kind === 'label') return true;
  if (ast.isMemberAccess(expression) && settingsWithoutDefault.has(expression.member.$refText)) return true;
  return settingIsOwnData(expression);
}
