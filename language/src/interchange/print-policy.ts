/**
 * Writes a policy as text of the language: the settings that differ from their defaults.
 */
import { defaultPolicy, type Policy } from '../model/policy.ts';
import { writeName } from '../model/language-names.ts';
import { printDuration } from '../model/print-expression.ts';

/** Returns the declaration of a policy. */
export function printPolicy(policy: Policy): string {
  const settings = policySettings.flatMap((name) => {
    const value = policy[name];
    if (value === undefined || value === defaultPolicy[name]) return [];
    return [`  ${name}: ${printValue(name, value)}\n`];
  });
  return `policy ${writeName(policy.name)} {${settings.length === 0 ? ' ' : '\n'}${settings.join('')}}`;
}

const policySettings = [
  'pdDepth',
  'spaceDepth',
  'conflict',
  'layers',
  'throughSurvivors',
  'subscriptions',
  'subscribers',
  'deletion',
  'deletionDelay',
  'minRsi',
  'rsiType',
  'maxFaultRadius',
] as const;

function printValue(name: (typeof policySettings)[number], value: string | number | boolean): string {
  if (name === 'rsiType') return writeName(String(value));
  return name === 'deletionDelay' && typeof value === 'number' ? printDuration(value) : String(value);
}
