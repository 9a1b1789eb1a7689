/**
 * Data that has no meaning in the language, in `data` or directly in an object, space or resource: it may hold any value.
 */
import { isBuiltIn } from '../types/built-ins.ts';
import * as ast from '../generated/ast.ts';

/** Returns true if a target of `set` is such data. */
export function settingIsOwnData(target: ast.Expression): boolean {
  const setting = ast.isMemberAccess(target) ? target.member.ref : undefined;
  if (setting === undefined) return false;
  if (isBuiltIn(setting)) return setting.group === 'data';
  return ast.isSetting(setting) && setting.property.ref === setting;
}
