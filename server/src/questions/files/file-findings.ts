/**
 * Findings by file, and the number of each severity.
 */
import type { Finding } from '../../../../language/src/model/finding.ts';
import { append } from '../../../../language/src/model/common/append.ts';
import { comparePositions } from '../../../../language/src/model/span.ts';
import { counted, type Noun } from '../../../../language/src/model/common/word-list.ts';
import { t } from '../../../../language/src/model/common/translation.ts';

/** The findings of one file, in text order. */
export interface FileFindings {
  readonly uri: string;
  readonly findings: readonly Finding[];
}

/** Groups findings by file: first these files, with or without findings, then others in order of appearance. */
export function mergeFindings(uris: readonly string[], findings: readonly Finding[]): readonly FileFindings[] {
  const byFile = new Map<string, Finding[]>(uris.map((uri) => [uri, []]));
  const seen = new Set<string>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.code, finding.message, finding.span]);
    if (seen.has(key)) continue;
    seen.add(key);
    append(byFile, finding.span.uri, finding);
  }
  return [...byFile].map(([uri, list]) => ({ uri, findings: list.sort(byPlace) }));
}

const byPlace = ({ span: { start: a } }: Finding, { span: { start: b } }: Finding): number => comparePositions(a, b);

/** The number of findings of each severity. */
export interface FindingCounts {
  readonly errors: number;
  readonly warnings: number;
  readonly information: number;
  readonly hints: number;
}

/** Counts the findings of each severity. */
export function countFindings(files: readonly FileFindings[]): FindingCounts {
  const all = files.flatMap(({ findings }) => findings);
  const count = (severity: Finding['severity']): number => all.filter((each) => each.severity === severity).length;
  return {
    errors: count('error'),
    warnings: count('warning'),
    information: count('information'),
    hints: count('hint'),
  };
}

/** Returns a count in words, such as `1 error, 2 warnings`. */
export function countsText({ errors, warnings, information, hints }: FindingCounts): string {
  const parts = [
    unlessNone(errors, 'error'),
    unlessNone(warnings, 'warning'),
    information === 0 ? '' : t`${String(information)} information`,
    unlessNone(hints, 'hint'),
  ].filter((part) => part !== '');
  return parts.length === 0 ? t`no findings` : parts.join(', ');
}

const unlessNone = (count: number, word: Noun): string => (count === 0 ? '' : counted(count, word));
