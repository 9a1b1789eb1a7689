/**
 * The policy of a question.
 */
import { defaultPolicyOf, findPolicy, policiesOf } from '../../../../language/src/analysis/facts/policies.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import type { Depth, Policy } from '../../../../language/src/model/policy.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { didYouMean } from '../files/nearest-names.ts';
import { t } from '../../../../language/src/model/common/translation.ts';

/** The policy to use: by name, or depths instead. */
export interface PolicyChoice {
  readonly policy?: string | undefined;
  readonly pdDepth?: Depth | undefined;
  readonly spaceDepth?: Depth | undefined;
}

/** The chosen policy; without a name if depths were given. */
export interface ChosenPolicy {
  readonly name: string | undefined;
  readonly policy: Policy;
}

/** Returns a policy in words: its name and thresholds, if any, and its depths. */
export function policyText({ name, policy }: ChosenPolicy): string {
  const { pdDepth, spaceDepth, minRsi, rsiType, maxFaultRadius } = policy;
  const rsi = rsiType === undefined ? t`RSI` : t`RSI in ${rsiType}`;
  const parts = [
    t`PD depth ${String(pdDepth)}`,
    t`space depth ${String(spaceDepth)}`,
    ...(minRsi === undefined ? [] : [t`${rsi} of at least ${String(minRsi)}`]),
    ...(maxFaultRadius === undefined ? [] : [t`fault radius of at most ${String(maxFaultRadius)}`]),
  ].join(', ');
  return name === undefined ? parts : t`the policy ${name} (${parts})`;
}

/** Returns the field `policy`: the parts that a crash depends on. */
export const policyJson = ({ name, policy }: ChosenPolicy): object => ({
  name,
  pdDepth: policy.pdDepth,
  spaceDepth: policy.spaceDepth,
  minRsi: policy.minRsi,
  rsiType: policy.rsiType,
  maxFaultRadius: policy.maxFaultRadius,
});

/** Returns the requested policy; without a choice the model's `default`, which also supplies a missing depth. */
export function choosePolicy(model: Pick<Model, 'policies'>, choice: PolicyChoice): Answer<ChosenPolicy> {
  const { policy: name, pdDepth, spaceDepth } = choice;
  const isByDepths = pdDepth !== undefined || spaceDepth !== undefined;
  if (name !== undefined) {
    if (isByDepths) return { refusal: t`A policy has its own depths; give either a policy or depths.` };
    return named(model, name);
  }
  const usual = defaultPolicyOf(model);
  if (!isByDepths) return { value: { name: usual.name, policy: usual } };
  const given: readonly (string | number | undefined)[] = [pdDepth, spaceDepth];
  const wrong = given.find((depth) => depth !== undefined && !isDepth(depth));
  if (wrong !== undefined) {
    const quoted = typeof wrong === 'string' ? `"${wrong}"` : String(wrong);
    return { refusal: t`A depth is a whole number from 0, or "unlimited"; ${quoted} is neither.` };
  }
  const policy = { ...usual, pdDepth: pdDepth ?? usual.pdDepth, spaceDepth: spaceDepth ?? usual.spaceDepth };
  return { value: { name: undefined, policy } };
}

/** Returns true if a value from outside is a depth. */
export const isDepth = (value: unknown): value is Depth =>
  value === 'unlimited' || (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0);

function named(model: Pick<Model, 'policies'>, name: string): Answer<ChosenPolicy> {
  // A shell removes the quotes that a name may need in the language.
  const policy = findPolicy(model, name) ?? findPolicy(model, `'${name}'`);
  if (policy !== undefined) return { value: { name: policy.name, policy } };
  const names = [...new Set(['default', ...policiesOf(model).map((each) => each.name)])];
  return { refusal: t`There is no policy "${name}".${didYouMean(name, names)} The policies are ${names.join(', ')}.` };
}
