/**
 * Writes a policy as text of the language: the settings that differ from their defaults.
 */
import { defaultPolicy, type Policy } from '../../model/policy.ts';
import { writeName } from '../../model/language-names.ts';
import { printDuration } from '../../model/machines/print-expression.ts';

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
  'protection',
  'minRsi',
  'rsiType',
  'maxFaultRadius',
] as const;

function printValue(name: (typeof policySettings)[number], value: string | number | boolean): string {
  if (name === 'rsiType') return writeName(String(value));
  if (typeof value !== 'number') return String(value);
  return name === 'deletionDelay' ? printDuration(value) : printNumber(value);
}

/** Writes a number with too many digits for a decimal as the quotient it came from, such as 1/3. */
function printNumber(value: number): string {
  const decimal = String(value);
  if (Number(value.toPrecision(15)) === value) return decimal;
  for (let divisor = 3; divisor <= 1000; divisor++) {
    const dividend = Math.round(value * divisor);
    if (dividend / divisor === value) return `${dividend}/${divisor}`;
  }
  return value.toPrecision(15);
}
