/**
 * Severities as options change them.
 */
import { checks } from '../../analysis/checks/registry.ts';
import type { Finding, Severity } from '../../model/finding.ts';
import type { FindingCode } from '../../model/finding-codes.ts';
import { languageChecks } from './registry.ts';

/**
 * By finding code. `off` silences a check; any severity switches on one that is off by default. Findings
 * that leave something out of the model, such as those of syntax and names, are not touched.
 */
export type Severities = Readonly<Partial<Record<string, Severity | 'off'>>>;

const optional: readonly FindingCode[] = checks.filter(({ isOptional }) => isOptional).map(({ code }) => code);

const ofDirectives = ['ignore/unused', 'ignore/no-reason', 'ignore/unknown-code', 'lock/unused', 'lock/no-reason'];

/** The codes whose severity options may change. */
export const gradedCodes: readonly string[] = [
  ...new Set([...languageChecks.map(({ code }) => code), ...checks.map(({ code }) => code)]),
  ...['cycle/import', ...ofDirectives],
];

/** Returns the checks off by default that are to run. */
export const switchedOn = (severities: Severities): FindingCode[] => optional.filter((code) => isOn(code, severities));

/** Returns whether findings with a code are looked for. */
export function isOn(code: string, severities: Severities): boolean {
  const severity = severities[code];
  if (severity === undefined) return !optional.some((each) => each === code);
  return severity !== 'off';
}

/** Returns findings with the severities that are wanted, without those that are not. */
export function regraded(findings: readonly Finding[], severities: Severities): Finding[] {
  return findings.flatMap((finding) => {
    const severity = severities[finding.code];
    if (severity === undefined) return [finding];
    return severity === 'off' ? [] : [{ ...finding, severity }];
  });
}
