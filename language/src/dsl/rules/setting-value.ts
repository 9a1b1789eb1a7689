/**
 * Finds settings with a meaningless value: a probability above 1, a negative time, a channel between three ends, a
 * weaker protection of what is protected. Values that parameters give are checked in the model, and settings of policies
 * when they are lowered.
 */
import { isBody, kindOf } from '../types/bodies.ts';
import * as ast from '../generated/ast.ts';
import type { StaticType } from '../types/static-type.ts';
import { typeOfNamed } from '../types/typing.ts';
import type { LanguageRule } from './rule.ts';
import type { Fix } from '../../model/finding.ts';
import { isSize } from '../../model/machines/constant.ts';
import { constantOf } from './constants.ts';
import { deletionFault } from './deletion-value.ts';
import { removeItem } from './fixes/edits.ts';
import { entityLimits, limitMessage, type Limits, notNegative, positive, share } from '../../model/setting-limits.ts';
import { tableOf } from '../../model/common/table.ts';
import { t } from '../../model/common/translation.ts';

const limits: Readonly<Record<string, Limits>> = tableOf({
  Channel: { delay: notNegative, loss: share },
  Collector: { duration: positive, period: positive, sweep: positive, index: notNegative, indexLimit: notNegative },
  Check: { horizon: positive },
  ...entityLimits,
});

/** Reports settings with a meaningless value. */
export const settingValue: LanguageRule = {
  code: 'setting/value',
  run(tree, report) {
    for (const setting of tree.all('Setting')) {
      const deletion = deletionFault(setting);
      if (deletion !== undefined) report(deletion);
      const target = setting.property.ref;
      if (target?.$type !== 'BuiltIn') continue;
      const around = setting.$container;
      const name = setting.property.$refText;
      if (ast.isChannel(around) && name === 'between') {
        const legal = t`the two ends of the channel`;
        if (!isPair(setting.value))
          report({ node: setting, property: 'value', message: t`"${name}" must name ${legal}. Correct the value.` });
        continue;
      }
      if (name === 'protection' && ast.isEntity(around) && around.modifiers.includes('protected')) {
        report({ node: setting, message: twiceProtected, severity: 'warning', fixes: [removal(setting)] });
      }
      const limit = limits[isBody(around) ? (kindOf(around) ?? '') : around.$type]?.[name];
      if (limit === undefined || numbersIn(setting.value, typeOfNamed(target).kind).every(limit.isLegal)) continue;
      report({ node: setting, property: 'value', message: limitMessage(name, limit) });
    }
  },
};

const twiceProtected = t`"protected" already refuses every step that would end it, so "protection: named" changes nothing. Remove one of them.`;

const removal = (setting: ast.Setting): Fix => ({ title: t`Remove "protection"`, edits: [removeItem(setting)] });

function isPair(value: ast.Expression): boolean {
  if (!ast.isListLiteral(value)) return true;
  // Copies are several ends; their number cannot be read from the text alone.
  return (
    value.items.length === 2 || value.items.some((item) => !ast.isNameReference(item) && !ast.isMemberAccess(item))
  );
}

/**
 * Returns the plain values of a setting, or of the ends of its range; values of another kind are reported elsewhere.
 */
function numbersIn(value: ast.Expression, kind: StaticType['kind']): readonly number[] {
  const ends = ast.isRange(value) ? [value.from, value.to] : [value];
  return ends.map((end) => constantOf(end)).flatMap((end) => (isSize(end) && end.kind === kind ? [end.value] : []));
}
