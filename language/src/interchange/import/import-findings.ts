/**
 * Makes findings about an imported text: many lines with the same fault give one finding, with the count, the first
 * names and the first locations. Independent of the individual faults.
 */
import type { Finding, Outcome, Severity } from '../../model/finding.ts';
import type { Span } from '../../model/span.ts';
import { t } from '../../model/common/translation.ts';

/** A location within one line of the imported text: zero-based line, and columns as a half-open range. */
export interface TextPlace {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** One location of a fault, and its subject there (an id, or the text of a line). */
export interface Occurrence {
  readonly about: string;
  /** Its document, if several are imported. */
  readonly uri?: string;
  readonly place: TextPlace;
}

/** A fault with its message. */
export interface ImportFault {
  readonly code: string;
  readonly severity: Severity;
  /** Returns the message for the first different names in quotes (`"a", "b" and 3 more`) and the number of faults. */
  readonly message: (names: string, count: number) => string;
}

const namedAtMost = 3;
const placedAtMost = 10;

/** Returns one finding for all locations of a fault, at the first of them; empty if there is none. */
export function summarize(uri: string, fault: ImportFault, occurrences: readonly Occurrence[]): Finding[] {
  const [first, ...others] = occurrences.slice(0, placedAtMost);
  if (first === undefined) return [];
  const message = fault.message(nameList(occurrences), occurrences.length);
  const related = others.map((each) => ({ message: each.about, span: placeSpan(each.uri ?? uri, each.place) }));
  return [
    { code: fault.code, severity: fault.severity, message, span: placeSpan(first.uri ?? uri, first.place), related },
  ];
}

/** Returns the outcome of a file that is not imported at all, with its finding at the start of the file. */
export const failedImport = (uri: string, code: string, message: string): Outcome<undefined> => ({
  value: undefined,
  findings: [fileFinding(uri, { code, severity: 'error', message })],
});

/** Returns a finding at the start of a file, or of a line of it. */
export const fileFinding = (uri: string, fault: Pick<Finding, 'code' | 'severity' | 'message'>, line = 0): Finding => ({
  ...fault,
  span: placeSpan(uri, { line, start: 0, end: 0 }),
  related: [],
});

/** Returns the start of a file, where a model has no better origin. */
export const fileStart = (uri: string): Span => placeSpan(uri, { line: 0, start: 0, end: 0 });

/** Returns a location as a span of the document. */
export const placeSpan = (uri: string, { line, start, end }: TextPlace): Span => ({
  uri,
  start: { line, character: start },
  end: { line, character: end },
});

function nameList(occurrences: readonly Occurrence[]): string {
  const all = [...new Set(occurrences.map(({ about }) => about))];
  const names = all.slice(0, namedAtMost).map((about) => `"${about}"`);
  const rest = all.length - names.length;
  return rest === 0 ? names.join(', ') : t`${names.join(', ')} and ${String(rest)} more`;
}
