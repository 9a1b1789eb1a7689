/**
 * Applies the severities given by options.
 */
import { rules } from '../../analysis/rules/registry.ts';
import type { Finding, Severity } from '../../model/finding.ts';
import type { FindingCode } from '../../model/finding-codes.ts';
import { languageRules } from './registry.ts';

/**
 * Severities by finding code. `off` silences a rule; any severity switches on one that is off by default. Findings
 * that leave gaps in the model, such as syntax errors and unknown names, are not affected.
 */
export type Severities = Readonly<Partial<Record<string, Severity | 'off'>>>;

const optional: readonly FindingCode[] = rules.filter(({ isOptional }) => isOptional).map(({ code }) => code);

const ofDirectives = ['ignore/unused', 'ignore/no-reason', 'ignore/unknown-code', 'lock/unused', 'lock/no-reason'];

/** The codes whose severity options may change. */
export const gradedCodes: readonly string[] = [
  ...new Set([...languageRules.map(({ code }) => code), ...rules.map(({ code }) => code)]),
  ...['cycle/import', 'name/two-imports', ...ofDirectives],
];

/** Returns the rules that are off by default and switched on. */
export const switchedOn = (severities: Severities): FindingCode[] => optional.filter((code) => isOn(code, severities));

/** Returns true if the rule of a code is on. */
export function isOn(code: string, severities: Severities): boolean {
  const severity = severities[code];
  if (severity === undefined) return !optional.some((each) => each === code);
  return severity !== 'off';
}

/** Returns findings with their configured severities, without those that are off. */
export function regraded(findings: readonly Finding[], severities: Severities): Finding[] {
  return findings.flatMap((finding) => {
    const severity = severities[finding.code];
    if (severity === undefined) return [finding];
    return severity === 'off' ? [] : [{ ...finding, severity }];
  });
}
