/**
 * A setting that is given twice in one body: only one of the values could hold.
 */
import { AstUtils } from 'langium';
import * as ast from '../generated/ast.ts';
import type { LanguageCheck } from './check.ts';

export const settingDuplicate: LanguageCheck = {
  code: 'setting/duplicate',
  severity: 'error',
  run(document, report) {
    const first = new Map<object, Map<string, ast.Setting>>();
    for (const setting of AstUtils.streamAllContents(document).filter(ast.isSetting)) {
      const name = setting.property.$refText;
      const siblings = first.get(setting.$container) ?? new Map<string, ast.Setting>();
      first.set(setting.$container, siblings);
      const earlier = siblings.get(name);
      if (earlier === undefined) siblings.set(name, setting);
      else report(setting, 'property', `"${name}" is set in this body already. Leave one of the two out.`, earlier);
    }
  },
};
