/**
 * The options that choose a policy.
 */
import type { Model } from '../../../../language/src/model/model.ts';
import type { Depth } from '../../../../language/src/model/policy.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { choosePolicy, isDepth, type ChosenPolicy, type PolicyChoice } from '../../questions/plans/crash-policy.ts';
import type { Arguments, Option } from './command.ts';
import { required } from '../../../../language/src/model/common/lookup.ts';

/** The options that choose a policy. */
export const policyOptions = {
  policy: { value: 'NAME', summary: 'the policy: one of the model, or a predefined one' },
  'pd-depth': { value: 'N', summary: 'how far dependent PDs are destroyed' },
  'space-depth': { value: 'N', summary: 'how far mapped spaces are destroyed' },
} as const satisfies Readonly<Record<string, Option>>;

/** The same options in a usage line. */
export const policyUsage = '[--policy NAME | --pd-depth N --space-depth N]';

/** Returns the policy choice that the options make. */
export function readPolicy({ values }: Pick<Arguments, 'values'>): Answer<PolicyChoice> {
  const policy = values.get('policy');
  const depths = (['pd-depth', 'space-depth'] as const).filter((option) => values.has(option));
  if (policy !== undefined && depths.length > 0) {
    return { refusal: 'A policy has its own depths; give either --policy or the depths.' };
  }
  const wrong = depths.find((option) => depthOf(values.get(option)) === undefined);
  if (wrong !== undefined) {
    const text = required(values.get(wrong));
    if (/^\d+$/.test(text))
      return {
        refusal: `The option "--${wrong}" takes at most ${String(Number.MAX_SAFE_INTEGER)}; "unlimited" is more.`,
      };
    return {
      refusal: `The option "--${wrong}" takes a whole number from 0, or "unlimited"; "${text}" is neither.`,
    };
  }
  return {
    value: { policy, pdDepth: depthOf(values.get('pd-depth')), spaceDepth: depthOf(values.get('space-depth')) },
  };
}

/** Returns the policy of the model that the options choose. */
export function policyFrom(model: Pick<Model, 'policies'>, given: Pick<Arguments, 'values'>): Answer<ChosenPolicy> {
  const choice = readPolicy(given);
  return 'refusal' in choice ? choice : choosePolicy(model, choice.value);
}

function depthOf(text: string | undefined): Depth | undefined {
  const depth = text === undefined || text === 'unlimited' ? text : /^\d+$/.test(text) ? Number(text) : undefined;
  return isDepth(depth) ? depth : undefined;
}
