/**
 * Reads the syntax of unit files and drop-ins (man page systemd.syntax): sections, `Key=value`, comments, lines
 * continued by a backslash. Knows no key.
 */
import type { TextPlace } from '../import/import-findings.ts';
import type { UnitFile } from './unit-output.ts';

/** One `Key=value`. */
export interface UnitLine {
  readonly section: string;
  readonly key: string;
  readonly value: string;
  readonly uri: string;
  readonly place: TextPlace;
}

/** The statements of a file, and the lines that are none. */
export interface UnitText {
  readonly statements: readonly UnitLine[];
  readonly broken: readonly { readonly text: string; readonly place: TextPlace }[];
}

/** Returns the statements of a file, in order. `O(text)`. */
export function readUnitText({ text, uri, line: start = 0 }: UnitFile): UnitText {
  const statements: UnitLine[] = [];
  const broken: { text: string; place: TextPlace }[] = [];
  let section = '';
  let begun: { readonly words: string[]; readonly place: TextPlace } | undefined;
  const end = (): void => {
    if (begun === undefined) return;
    const { words, place } = begun;
    begun = undefined;
    const whole = words.join(' ').trim();
    const [, header] = /^\[(.*)\]$/.exec(whole) ?? [];
    const at = whole.indexOf('=');
    if (header !== undefined) section = header;
    else if (at <= 0 || section === '') broken.push({ text: whole, place });
    else statements.push({ section, key: whole.slice(0, at).trim(), value: whole.slice(at + 1).trim(), uri, place });
  };
  for (const [line, words] of text.split(/\r?\n/).entries()) {
    const trimmed = words.trim();
    if (/^[#;]/.test(trimmed) || (trimmed === '' && begun === undefined)) continue;
    begun ??= { words: [], place: { line: start + line, start: 0, end: words.length } };
    begun.words.push(trimmed.replace(/\\$/, ''));
    if (!trimmed.endsWith('\\')) end();
  }
  end();
  return { statements, broken };
}

/** Splits a value into its words; quotes join what they enclose. */
export const splitWords = (value: string): string[] =>
  [...value.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, plain]) => double ?? single ?? plain ?? '');
