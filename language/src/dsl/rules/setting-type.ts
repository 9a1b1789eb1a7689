/**
 * Finds settings with a value of the wrong type, such as a number instead of a duration.
 */
import * as ast from '../generated/ast.ts';
import { typeOf, typeOfNamed } from '../types/typing.ts';
import { aType } from './article.ts';
import type { LanguageRule } from './rule.ts';
import { typeFits } from './fits.ts';
import { unitAdvice, unitFixes } from './fixes/units.ts';
import { t } from '../../model/common/translation.ts';

/** Reports settings with a value of the wrong type. */
export const settingType: LanguageRule = {
  code: 'setting/type',
  run(tree, report) {
    for (const setting of tree.all('Setting')) {
      const target = setting.property.ref;
      if (target === undefined || target === setting || ast.isPolicy(setting.$container)) continue;
      const wanted = typeOfNamed(target);
      const given = typeOf(setting.value);
      if (typeFits(given, wanted)) continue;
      const hint = unitAdvice(setting.value, given, wanted) ?? quotesAdvice(setting.value) ?? t`Correct the value.`;
      const message = t`"${setting.property.$refText}" takes ${aType(wanted)}, not ${aType(given)}. ${hint}`;
      report({ node: setting, property: 'value', message, fixes: unitFixes(setting.value, wanted) });
    }
  },
};

/** Advises on a text that begins with a number, as in `mttr: "10min"`. */
const quotesAdvice = (value: ast.Expression): string | undefined =>
  /^"\d/.test(value.$cstNode?.text ?? '') ? t`Write it without quotes.` : undefined;
