/**
 * Finds regions that never recover from a failure: a member needs at least the reset timeout to restore its state, or
 * runs a machine that does not handle the order to do so.
 */
import type { Action } from '../../model/machines/action.ts';
import type { Machine } from '../../model/machines/machine.ts';
import { declaredName } from '../../model/language-names.ts';
import { entitySpan } from '../../model/model.ts';
import { type RuleContext, defineRule, type RuleFault } from './rule.ts';
import { quotedEntityName } from './declarations.ts';
import { machineRunBy, regionMembers, regionsOf } from './region-settings.ts';
import { slowMemberFaults } from './region-slow-members.ts';
import { t } from '../../model/common/translation.ts';

/** Finds regions that cannot complete a reset. */
export const regionNoRecovery = defineRule('region/no-recovery', (context) => [
  ...slowMemberFaults(context, {
    timeout: 'resetTimeout',
    times: ['resetTime'],
    fault: t`to restore its state`,
    consequence: t`no reset ever completes`,
    possibility: t`resets may never complete`,
  }),
  ...deafMemberFaults(context),
]);

/** The event that orders a reset, by its name in `std/consistent-region`. */
const resetOrder = 'TriggerReset';

/**
 * Returns one fault per region, at the first member that ignores the order. A member without a machine is not reported;
 * the scenario decides.
 */
function deafMemberFaults(context: RuleContext): RuleFault[] {
  // Where several files declare it, one has the name of its file before its own.
  const orders = context.model.events.map(({ name }) => name).filter((name) => declaredName(name) === resetOrder);
  return regionsOf(context).flatMap((region) => {
    const machine = machineRunBy(context, region);
    const order = orders.find((each) => machine !== undefined && sends(machine, each));
    if (order === undefined) return [];
    const deaf = regionMembers(context, region.id).find((member) => {
      const own = machineRunBy(context, member);
      return own !== undefined && !takes(own, order);
    });
    if (deaf === undefined) return [];
    const its = machineRunBy(context, deaf)?.name ?? '';
    return [
      {
        message:
          t`${quotedEntityName(context, deaf.id)} runs "${its}", which never takes "${order}", so no reset of ${quotedEntityName(context, region.id)} ever completes. ` +
          t`Let the machine take it and answer with "ResetDone", or remove ${quotedEntityName(context, deaf.id)} from the region.`,
        span: entitySpan(context.sources, region.id),
        related: [{ message: t`The member is declared here.`, span: entitySpan(context.sources, deaf.id) }],
      },
    ];
  });
}

function takes({ transitions, states }: Machine, event: string): boolean {
  const all = [...transitions, ...states.flatMap((state) => state.transitions)];
  return all.some(({ trigger }) => trigger.kind === 'event' && trigger.event === event);
}

function sends({ transitions, states }: Machine, event: string): boolean {
  const all = [...transitions, ...states.flatMap((state) => state.transitions)];
  const actions = [
    ...all.flatMap((each) => each.actions),
    ...states.flatMap(({ enter, leave }) => [...enter, ...leave]),
  ];
  return actions.some((action) => contains(action, event));
}

function contains(action: Action, event: string): boolean {
  switch (action.kind) {
    case 'send':
      return action.event === event;
    case 'if':
      return [...action.then, ...action.else].some((each) => contains(each, event));
    case 'for':
      return action.body.some((each) => contains(each, event));
    default:
      return false;
  }
}
