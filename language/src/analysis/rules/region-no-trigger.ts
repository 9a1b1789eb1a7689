/**
 * Finds operator-driven regions that no operator may ask for a checkpoint: a reset always goes back to the start.
 */
import { defineRule } from './rule.ts';
import { declaredEntities, namedCopies } from './declarations.ts';
import { isOperatorDriven, machineRunBy, regionsOf, settingOf } from './region-settings.ts';
import { t } from '../../model/common/translation.ts';

/** Finds operator-driven regions whose trigger operator is `none`. */
export const regionNoTrigger = defineRule('region/no-trigger', (context) => {
  const idle = regionsOf(context).filter((region) => {
    if (!isOperatorDriven(context, region)) return false;
    const parameters = machineRunBy(context, region)?.parameters ?? [];
    return (
      parameters.some(({ name }) => name === 'triggerOperator') &&
      settingOf(context, region, 'triggerOperator')?.kind === 'none'
    );
  });
  return declaredEntities(
    context,
    idle.map(({ id }) => id),
  ).map(({ first, count, span }) => ({
    message:
      t`Nothing can ask the operator-driven region ${namedCopies(context, first, count)} for a checkpoint, so it never takes one. ` +
      t`Set "triggerOperator" to the PD that asks.`,
    span,
    setting: { entity: first, name: 'trigger' },
  }));
});
