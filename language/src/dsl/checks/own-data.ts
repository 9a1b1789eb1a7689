/**
 * Data of an object, space or resource that has no meaning to the language: it may hold any value.
 */
import * as ast from '../generated/ast.ts';

/** Returns whether a name that is set stands for such data. */
export function settingIsOwnData(target: ast.Expression): boolean {
  const setting = ast.isMemberAccess(target) ? target.member.ref : undefined;
  return setting !== undefined && ast.isSetting(setting) && setting.property.ref === setting;
}
