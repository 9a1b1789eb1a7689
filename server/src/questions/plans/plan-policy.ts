/**
 * The policy of a plan: the parts the plan depends on, for users and programs.
 */
import { policyJson, policyText } from './crash-policy.ts';
import type { MadePlan } from './make-plan.ts';
import { t } from '../../../../language/src/model/common/translation.ts';

/** Returns the policy in words; depths and thresholds only for a crash. */
export function planPolicyText({ chosen, plan: { request } }: Pick<MadePlan, 'chosen' | 'plan'>): string {
  if (request.kind === 'crash') return policyText(chosen);
  const { conflict } = chosen.policy;
  return t`the policy ${chosen.name ?? ''} (in a conflict: ${conflict})`;
}

/** Returns the field `policy` of a plan. */
export function planPolicyJson({ chosen }: Pick<MadePlan, 'chosen'>): object {
  const { conflict, layers, throughSurvivors, deletion } = chosen.policy;
  return { ...policyJson(chosen), conflict, layers, throughSurvivors, deletion };
}
