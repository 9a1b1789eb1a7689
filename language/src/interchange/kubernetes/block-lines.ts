/**
 * The lines of a text in YAML's block style: their indents, their keys, and the markers between documents.
 */
import { quotedEnd, type LinedText } from './plain-node.ts';

/** Returns the text of a scalar over several lines; undefined if it is not plain. */
export type FlowReader = (scalar: string) => string | undefined;

/** The text that is read, and the line that comes next. */
export interface BlockReading extends LinedText {
  readonly deepest: number;
  readonly readFlow: FlowReader;
  /** The index of the next line that has more than blanks and comments; the number of lines at the end. */
  line: number;
  /** The number of blanks before it; -1 at the marker of a document and at the end. */
  indent: number;
}

/** Thrown where a text is not in plain block style. */
export class NotPlain extends Error {}

/** The longest key on one line is 1,024 characters in YAML. */
const longestKey = 1000;
const blanks = / */y;

/** Returns the offset at which a line begins, the end of the text for the line after the last. */
export function startOfLine({ text, lineStarts }: LinedText, line: number): number {
  return line < lineStarts.length ? (lineStarts[line] ?? NaN) : text.length;
}

/** Returns the offset at which a line ends, without its line end. */
export const lineEnd = (reading: LinedText, line: number): number =>
  line + 1 < reading.lineStarts.length ? startOfLine(reading, line + 1) - 1 : reading.text.length;

/** Returns the offset of the first character from here that is no blank. */
export function skipSpaces({ text }: LinedText, from: number): number {
  blanks.lastIndex = from;
  blanks.exec(text);
  return blanks.lastIndex;
}

/** Goes to the next line, from this one on, that has more than blanks and comments. */
export function advance(reading: BlockReading, from: number): void {
  const { text, lineStarts } = reading;
  for (let line = from; line < lineStarts.length; line += 1) {
    const start = startOfLine(reading, line);
    const at = skipSpaces(reading, start);
    if (at === lineEnd(reading, line) || text.startsWith('#', at)) continue;
    if (text.startsWith('\t', at)) throw new NotPlain();
    const isMarker = at === start && /^(?:---|\.\.\.)(?:[ \t\n]|$)/.test(text.slice(at, at + 4));
    reading.line = line;
    reading.indent = isMarker ? -1 : at - start;
    return;
  }
  reading.line = lineStarts.length;
  reading.indent = -1;
}

/** Tells whether a list's item begins at an offset. */
export function isDashAt({ text }: LinedText, at: number): boolean {
  if (!text.startsWith('-', at)) return false;
  return at + 1 === text.length || text.startsWith(' ', at + 1) || text.startsWith('\n', at + 1);
}

/** Returns the offset of the colon after the key at an offset of the current line; -1 if there is none. */
export function keyEnd(reading: BlockReading, at: number): number {
  const { text } = reading;
  const end = lineEnd(reading, reading.line);
  if (text.startsWith('"', at) || text.startsWith("'", at)) {
    const colon = quotedEnd(text, at);
    if (colon < 0 || colon > end) return -1;
    const isKey = text.startsWith(':', colon) && (colon + 1 === end || text.startsWith(' ', colon + 1));
    return isKey ? colon : -1;
  }
  const line = text.slice(at, end);
  const inside = line.indexOf(': ');
  if (inside >= 0) return at + inside;
  return line.endsWith(':') ? end - 1 : -1;
}

/** Returns the text of a key. */
export function readKey({ text }: BlockReading, at: number, colon: number): string {
  if (colon - at > longestKey) throw new NotPlain();
  const key = text.slice(at, colon);
  if (key.startsWith('"') || key.startsWith("'")) return readQuoted(key) ?? leave();
  if (!/^[^\s\-?:,[\]{}#&*!|>'"%@`]/.test(key) || /\t| #| $|^(?:~|null)$/i.test(key)) throw new NotPlain();
  return key;
}

/** Leaves the text to the library. */
function leave(): never {
  throw new NotPlain();
}

/** Returns the text of a scalar in quotes on one line; undefined if it has escapes that JSON has not. */
export function readQuoted(quoted: string): string | undefined {
  if (quoted.startsWith("'")) return quoted.slice(1, -1).replaceAll("''", "'");
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return undefined;
  }
}
