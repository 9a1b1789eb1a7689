/**
 * Lowers policies: their settings become the fields of a policy, and illegal values are reported.
 */
import { constantOf, millisecondsOf, numberOf } from '../../model/machines/constant-of.ts';
import type { Expression } from '../../model/machines/expression.ts';
import type { Model, Sources } from '../../model/model.ts';
import { defaultPolicy, type Policy, predefinedPolicies } from '../../model/policy.ts';
import type * as ast from '../generated/ast.ts';
import { lowerExpression } from './expressions.ts';
import type { PathContext } from './path-context.ts';
import { tableOf } from '../../model/common/table.ts';
import { t } from '../../model/common/translation.ts';

type Reader = (value: Expression) => Partial<Policy> | undefined;

const readers: Readonly<Record<string, { readonly read: Reader; readonly legal: string }>> = tableOf({
  pdDepth: depth('pdDepth'),
  spaceDepth: depth('spaceDepth'),
  conflict: word('conflict', ['ownership', 'dependency', 'error']),
  layers: word('layers', ['earliest', 'latest']),
  throughSurvivors: {
    legal: t`true or false`,
    read: (value) => {
      const known = constantOf(value);
      return known?.kind === 'bool' ? { throughSurvivors: known.value } : undefined;
    },
  },
  subscriptions: word('subscriptions', ['counted', 'set']),
  subscribers: word('subscribers', ['sentence', 'turn']),
  deletion: word('deletion', ['background', 'foreground', 'orphan']),
  deletionDelay: {
    legal: t`a duration such as 1s`,
    read: (value) => {
      const deletionDelay = millisecondsOf(value);
      return deletionDelay === undefined || deletionDelay < 0 ? undefined : { deletionDelay };
    },
  },
  protection: word('protection', ['respect', 'ignore']),
  minRsi: {
    legal: t`a number from 0 to 1, such as 1/2`,
    read: (value) => within(value, 0, 1, (minRsi) => ({ minRsi })),
  },
  rsiType: {
    legal: t`a type label`,
    read: (value) => (value.kind === 'symbol' ? { rsiType: value.name } : undefined),
  },
  maxFaultRadius: {
    legal: t`a number from 0`,
    read: (value) => within(value, 0, Infinity, (maxFaultRadius) => ({ maxFaultRadius })),
  },
});

/** Lowers a policy; an illegal setting keeps its default. */
export function lowerPolicy(policy: ast.Policy, context: PathContext): Policy {
  let lowered: Policy = { ...defaultPolicy, name: context.names.of(policy) };
  for (const setting of policy.settings) {
    const value = context.collector.attempt(() => lowerExpression(setting.value, context));
    const reader = readers[setting.property.$refText];
    if (value === undefined || reader === undefined) continue;
    const fields = reader.read(value);
    if (fields !== undefined) lowered = { ...lowered, ...fields };
    else {
      context.collector.report(setting, 'value', {
        code: 'setting/value',
        message: t`"${setting.property.$refText}" must be ${reader.legal}. Correct the value.`,
      });
    }
  }
  return lowered;
}

/** Adds the predefined policies that a file means which does not see what replaces them, at the places of these. */
export function withPredefined(
  { model, sources }: { readonly model: Model; readonly sources: Sources },
  { names }: PathContext,
): { readonly model: Model; readonly sources: Sources } {
  const meant = predefinedPolicies.flatMap((policy) => {
    const name = names.meantPredefined().get(policy.name);
    const place = sources.policies[model.policies.findIndex((each) => each.name === policy.name)];
    return name === undefined || place === undefined ? [] : [{ policy: { ...policy, name }, place }];
  });
  if (meant.length === 0) return { model, sources };
  return {
    model: { ...model, policies: [...model.policies, ...meant.map(({ policy }) => policy)] },
    sources: { ...sources, policies: [...sources.policies, ...meant.map(({ place }) => place)] },
  };
}

function depth(name: 'pdDepth' | 'spaceDepth') {
  const read: Reader = (value) => {
    if (value.kind === 'symbol' && value.name === 'unlimited') return { [name]: 'unlimited' };
    const number = numberOf(value);
    return number !== undefined && Number.isInteger(number) && number >= 0 ? { [name]: number } : undefined;
  };
  return { read, legal: t`a whole number from 0, or unlimited` };
}

function word(name: keyof Policy, words: readonly string[]) {
  const read: Reader = (value) =>
    value.kind === 'symbol' && words.includes(value.name) ? { [name]: value.name } : undefined;
  return { read, legal: t`one of ${words.join(', ')}` };
}

function within(
  value: Expression,
  least: number,
  most: number,
  field: (number: number) => Partial<Policy>,
): Partial<Policy> | undefined {
  const number = numberOf(value);
  return number === undefined || number < least || number > most ? undefined : field(number);
}
