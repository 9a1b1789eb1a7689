/**
 * Data of an object, space or resource that has no meaning in the language: it may hold any value.
 */
import * as ast from '../generated/ast.ts';

/** Returns true if a target of `set` is such data. */
export function settingIsOwnData(target: ast.Expression): boolean {
  const setting = ast.isMemberAccess(target) ? target.member.ref : undefined;
  return setting !== undefined && ast.isSetting(setting) && setting.property.ref === setting;
}
