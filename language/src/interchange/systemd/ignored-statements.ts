/**
 * Finds statements of unit files that count for nothing in the model: those that systemd itself ignores because of their
 * section, and what it would do after a failure or a stop that the model has no word for.
 */
import type { Finding } from '../../model/finding.ts';
import { type Occurrence, summarize } from '../import/import-findings.ts';
import { type LoadedUnit, misplacedIn, statementsOf, valueOf } from './loaded-unit.ts';
import type { UnitLine } from './unit-file.ts';
import { tableOf } from '../../model/common/table.ts';
import { t } from '../../model/common/translation.ts';

/** The statements that change what follows an end, each with the values by which it does nothing. */
const unmodelled: Readonly<Record<string, readonly string[]>> = tableOf({
  FailureAction: ['none'],
  StartLimitAction: ['none'],
  OnSuccess: [],
  RestartSteps: ['0'],
  RestartPreventExitStatus: [],
});

/** Returns a finding for each of both; a statement of a template or of a drop-in for many counts once. */
export function ignoredFindings(units: readonly LoadedUnit[]): Finding[] {
  return [
    ...found(units.flatMap(misplacedIn), {
      code: 'import/left-out',
      severity: 'warning',
      message: (names, count) =>
        t`${count === 1 ? t`1 statement is` : t`${String(count)} statements are`} in a section where systemd ignores ${count === 1 ? t`it` : t`them`}: ${names}. Move ${count === 1 ? t`it` : t`them`} to the section of the man page.`,
      about: ({ section, key }) => `${key}= in [${section}]`,
    }),
    ...found(units.flatMap(unmodelledIn), {
      code: 'import/left-out',
      severity: 'information',
      message: (names, count) =>
        t`${count === 1 ? t`1 statement that systemd acts on after an end is` : t`${String(count)} statements that systemd acts on after an end are`} left out: ${names}. Answers are without ${count === 1 ? t`it` : t`them`}.`,
      about: ({ key, value }) => `${key}=${value}`,
    }),
  ];
}

function unmodelledIn(unit: LoadedUnit): UnitLine[] {
  return Object.entries(unmodelled).flatMap(([key, nothing]) => {
    const value = valueOf(unit, key);
    const isIdle = value === undefined || nothing.includes(value);
    return isIdle ? [] : statementsOf(unit, key).slice(-1);
  });
}

function found(
  lines: readonly UnitLine[],
  { about, ...fault }: Parameters<typeof summarize>[1] & { readonly about: (line: UnitLine) => string },
): Finding[] {
  const occurrences = [...new Set(lines)].map((line): Occurrence => ({
    about: about(line),
    uri: line.uri,
    place: line.place,
  }));
  return summarize(lines[0]?.uri ?? '', fault, occurrences);
}
