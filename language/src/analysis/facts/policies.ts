/**
 * Finds the policies of a model: the predefined and the declared ones.
 */
import type { Model } from '../../model/model.ts';
import { defaultPolicy, type Policy, predefinedPolicies } from '../../model/policy.ts';

/**
 * Returns the predefined policies, then the declared ones; a declared one replaces a predefined one of the same name.
 */
export function policiesOf({ policies }: Pick<Model, 'policies'>): Policy[] {
  const declared = new Set(policies.map(({ name }) => name));
  return [...predefinedPolicies.filter(({ name }) => !declared.has(name)), ...policies];
}

/** Returns the policy of that name; undefined if there is none. `default` always exists. */
export function findPolicy(model: Pick<Model, 'policies'>, name: string): Policy | undefined {
  if (name === defaultPolicy.name) return defaultPolicyOf(model);
  return policiesOf(model).find((policy) => policy.name === name);
}

/**
 * Returns the policy that applies if none is named: the declared `default`, otherwise the first value of each setting.
 */
export function defaultPolicyOf({ policies }: Pick<Model, 'policies'>): Policy {
  return policies.find(({ name }) => name === defaultPolicy.name) ?? defaultPolicy;
}
