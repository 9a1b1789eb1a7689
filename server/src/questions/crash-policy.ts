/**
 * The policy that the options of a command ask for.
 */
import { defaultPolicyOf, findPolicy, policiesOf } from '../../../language/src/analysis/facts/policies.ts';
import type { Model } from '../../../language/src/model/model.ts';
import type { Depth, Policy } from '../../../language/src/model/policy.ts';
import type { Answer } from './answer.ts';
import type { Arguments, Option } from './options.ts';
import { didYouMean } from './nearest-names.ts';

/** What a crash goes by; without a name the depths were given one by one. */
export interface ChosenPolicy {
  readonly name: string | undefined;
  readonly policy: Policy;
}

export const policyOptions = {
  policy: { value: 'NAME', summary: 'the policy: one of the model, or a predefined one' },
  'pd-depth': { value: 'N', summary: 'how far dependent PDs are destroyed' },
  'space-depth': { value: 'N', summary: 'how far mapped spaces are destroyed' },
} as const satisfies Readonly<Record<string, Option>>;

export const policyUsage = '[--policy NAME | --pd-depth N --space-depth N]';

/** Returns a policy in words: its name if it has one, its depths, and its thresholds if it has any. */
export function policyText({ name, policy }: ChosenPolicy): string {
  const { pdDepth, spaceDepth, minRsi, rsiType, maxFaultRadius } = policy;
  const rsi = rsiType === undefined ? 'RSI' : `RSI in ${rsiType}`;
  const parts = [
    `PD depth ${String(pdDepth)}`,
    `space depth ${String(spaceDepth)}`,
    ...(minRsi === undefined ? [] : [`${rsi} of at least ${String(minRsi)}`]),
    ...(maxFaultRadius === undefined ? [] : [`fault radius of at most ${String(maxFaultRadius)}`]),
  ].join(', ');
  return name === undefined ? parts : `the policy ${name} (${parts})`;
}

/** Returns the field `policy`: what of it a crash goes by. */
export const policyJson = ({ name, policy }: ChosenPolicy): object => ({
  name,
  pdDepth: policy.pdDepth,
  spaceDepth: policy.spaceDepth,
  minRsi: policy.minRsi,
  rsiType: policy.rsiType,
  maxFaultRadius: policy.maxFaultRadius,
});

/** Returns the policy asked for; without options, and for a depth that is not given, that of the model named `default`. */
export function choosePolicy(
  model: Pick<Model, 'policies'>,
  { values }: Pick<Arguments, 'values'>,
): Answer<ChosenPolicy> {
  const name = values.get('policy');
  const [pdDepth, spaceDepth] = [values.get('pd-depth'), values.get('space-depth')];
  const isByDepths = pdDepth !== undefined || spaceDepth !== undefined;
  if (name !== undefined) {
    if (isByDepths) return { refusal: 'A policy says its own depths; give either --policy or the depths.' };
    return named(model, name);
  }
  const usual = defaultPolicyOf(model);
  if (!isByDepths) return { value: { name: usual.name, policy: usual } };
  const depths = { pd: readDepth(pdDepth, usual.pdDepth), space: readDepth(spaceDepth, usual.spaceDepth) };
  if (depths.pd === undefined) return { refusal: noDepth('--pd-depth', pdDepth) };
  if (depths.space === undefined) return { refusal: noDepth('--space-depth', spaceDepth) };
  return { value: { name: undefined, policy: { ...usual, pdDepth: depths.pd, spaceDepth: depths.space } } };
}

function named(model: Pick<Model, 'policies'>, name: string): Answer<ChosenPolicy> {
  // A shell takes away the quotes that a name may need in the language.
  const policy = findPolicy(model, name) ?? findPolicy(model, `'${name}'`);
  if (policy !== undefined) return { value: { name: policy.name, policy } };
  const names = [...new Set(['default', ...policiesOf(model).map((each) => each.name)])];
  return { refusal: `There is no policy "${name}".${didYouMean(name, names)} The policies are ${names.join(', ')}.` };
}

function readDepth(text: string | undefined, usual: Depth): Depth | undefined {
  if (text === undefined) return usual;
  if (text === 'unlimited') return text;
  const depth = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(depth) ? depth : undefined;
}

const noDepth = (option: string, text = ''): string =>
  `The option "${option}" takes a whole number from 0, or "unlimited"; "${text}" is neither.`;
