/**
 * Cuts HCL, the language of `.tf` files, into tokens with their lines. Templates in texts are cut into tokens of their
 * own, so that what they refer to is found. Never throws.
 */
import { t } from '../../model/common/translation.ts';

/** A token. */
export interface HclToken {
  readonly kind: 'name' | 'number' | 'text' | 'mark' | 'line';
  /** A text without its quotes, escapes as written; everything else as written. */
  readonly text: string;
  /** Counted from 0. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** The tokens of the templates in a text. */
  readonly inner?: readonly HclToken[];
}

/** The tokens of a text, or the line on which something does not end. */
export type HclTokens = { readonly tokens: readonly HclToken[] } | { readonly line: number; readonly fault: string };

const name = /[\p{ID_Start}_][\p{ID_Continue}-]*/uy;
const number = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const mark = /\.\.\.|=>|==|!=|<=|>=|&&|\|\||::|[^]/y;
const heredoc = /<<-?([\p{ID_Start}_][\p{ID_Continue}-]*)\r?\n/uy;
/** Templates nest at most this deep. */
const deepest = 50;

/** Returns the tokens of a text. `O(length)`. */
export function hclTokens(text: string): HclTokens {
  const reader: Reader = { text, at: 0, line: 0, lineStart: 0, fault: undefined };
  const tokens = readUntil(reader, undefined, 0);
  return reader.fault ?? { tokens };
}

interface Reader {
  readonly text: string;
  at: number;
  line: number;
  lineStart: number;
  fault: { readonly line: number; readonly fault: string } | undefined;
}

/** Reads tokens up to the end of the text, or within a template up to the brace that closes it. */
function readUntil(reader: Reader, close: '}' | undefined, depth: number): HclToken[] {
  const tokens: HclToken[] = [];
  const begin = reader.line;
  let braces = 0;
  while (reader.at < reader.text.length && reader.fault === undefined) {
    const next = reader.text.charAt(reader.at);
    if (next === '}' && close !== undefined && braces === 0) {
      reader.at++;
      return tokens;
    }
    if (skipBlank(reader)) continue;
    if (next === '"') tokens.push(quoted(reader, depth));
    else if (next === '<' && match(reader, heredoc) !== undefined) tokens.push(readHeredoc(reader, depth));
    else {
      const token = plain(reader);
      if (token.text === '{') braces++;
      if (token.text === '}') braces--;
      tokens.push(token);
    }
  }
  if (close !== undefined) reader.fault ??= { line: begin, fault: t`A template that begins with "\${" does not end` };
  return tokens;
}

function match(reader: Reader, pattern: RegExp): string | undefined {
  pattern.lastIndex = reader.at;
  return pattern.exec(reader.text)?.[0];
}

/** Skips a blank or a comment; returns whether there was one. */
function skipBlank(reader: Reader): boolean {
  const { text, at } = reader;
  if (text[at] === ' ' || text[at] === '\t' || text[at] === '\r') {
    reader.at++;
    return true;
  }
  if (text[at] === '#' || text.startsWith('//', at)) {
    const end = text.indexOf('\n', at);
    reader.at = end < 0 ? text.length : end;
    return true;
  }
  if (!text.startsWith('/*', at)) return false;
  const end = text.indexOf('*/', at + 2);
  if (end < 0) reader.fault = { line: reader.line, fault: t`A comment that begins with "/*" does not end` };
  advance(reader, end < 0 ? text.length : end + 2);
  return true;
}

/** Goes on to an offset, counting lines. */
function advance(reader: Reader, to: number): void {
  for (let end = reader.text.indexOf('\n', reader.at); end >= 0 && end < to; end = reader.text.indexOf('\n', end + 1)) {
    reader.line++;
    reader.lineStart = end + 1;
  }
  reader.at = to;
}

function plain(reader: Reader): HclToken {
  const { line, lineStart, at } = reader;
  const own = { line, start: at - lineStart };
  if (reader.text[at] === '\n') {
    advance(reader, at + 1);
    return { kind: 'line', text: '\n', ...own, end: own.start };
  }
  for (const [kind, pattern] of [
    ['name', name],
    ['number', number],
    ['mark', mark],
  ] as const) {
    const text = match(reader, pattern);
    if (text === undefined) continue;
    reader.at += text.length;
    return { kind, text, ...own, end: own.start + text.length };
  }
  reader.at++;
  return { kind: 'mark', text: '', ...own, end: own.start + 1 };
}

function quoted(reader: Reader, depth: number): HclToken {
  const { line, lineStart, at: begin } = reader;
  const inner: HclToken[] = [];
  reader.at++;
  while (reader.fault === undefined) {
    const next = reader.text[reader.at];
    if (next === undefined || next === '\n') reader.fault = { line, fault: t`A text in quotes does not end` };
    else if (next === '"') break;
    else if (next === '\\') reader.at += 2;
    else inner.push(...readTemplate(reader, depth));
  }
  const text = reader.text.slice(begin + 1, reader.at);
  reader.at++;
  const start = begin - lineStart;
  return { kind: 'text', text, line, start, end: start + text.length + 2, inner };
}

function readHeredoc(reader: Reader, depth: number): HclToken {
  const { line, lineStart, at: begin, text } = reader;
  const head = match(reader, heredoc) ?? '';
  const word = head.replace(/^<<-?/, '').trim();
  const start = begin - lineStart;
  advance(reader, begin + head.length);
  const inner: HclToken[] = [];
  const from = reader.at;
  while (reader.fault === undefined) {
    const lineEnd = text.indexOf('\n', reader.at);
    const isLineStart = reader.at === reader.lineStart;
    if (isLineStart && text.slice(reader.at, lineEnd < 0 ? text.length : lineEnd).trim() === word) break;
    if (reader.at >= text.length) reader.fault = { line, fault: t`A text that begins with "<<${word}" does not end` };
    else if (text[reader.at] === '\n') advance(reader, reader.at + 1);
    else inner.push(...readTemplate(reader, depth));
  }
  const content = text.slice(from, reader.at);
  const end = text.indexOf('\n', reader.at);
  reader.at = end < 0 ? text.length : end;
  return { kind: 'text', text: content, line, start, end: start + head.trimEnd().length, inner };
}

/** Reads one character of a text, or a template in it. */
function readTemplate(reader: Reader, depth: number): HclToken[] {
  const { text, at } = reader;
  const isTemplate = text[at + 1] === '{' && (text[at] === '$' || text[at] === '%');
  if (!isTemplate) {
    const isEscaped = (text.startsWith('$${', at) || text.startsWith('%%{', at)) && true;
    reader.at += isEscaped ? 3 : 1;
    return [];
  }
  if (depth >= deepest) {
    reader.fault = { line: reader.line, fault: t`Templates nest more than ${String(deepest)} deep` };
    return [];
  }
  reader.at += 2;
  return readUntil(reader, '}', depth + 1);
}
