/**
 * Reads the scalars of YAML's block style: plain and quoted texts, also over several lines, blocks after `|` and `>`,
 * and brackets on one line.
 */
import { advance, lineEnd, NotPlain, readQuoted, skipSpaces, startOfLine, type BlockReading } from './block-lines.ts';
import { readFlowNode } from './flow-brackets.ts';
import { PlainNode, quotedEnd } from './plain-node.ts';
import type { YamlNode, YamlValue } from './yaml-value.ts';

const nothing: YamlValue = { is: 'nothing' };

/**
 * Reads the scalar at an offset of the current line, in a map or list at a column, and goes to the line after it.
 * Throws `NotPlain` for anything else.
 */
export function readScalar(reading: BlockReading, at: number, column: number): YamlNode {
  const first = reading.text.charAt(at);
  if (first === '"' || first === "'") return readQuotedAt(reading, at, column);
  if (first === '|' || first === '>') return readBlockText(reading, at, column);
  if (first === '{' || first === '[') return readBrackets(reading, at);
  return readPlain(reading, at, column);
}

/** Reads a list or a map in brackets on one line. */
function readBrackets(reading: BlockReading, at: number): YamlNode {
  const { node, end } = readFlowNode(reading, at, 0);
  endLine(reading, end);
  return node;
}

/** Goes to the next line, if this one has nothing after an offset but a comment. */
function endLine(reading: BlockReading, from: number): void {
  const at = skipSpaces(reading, from);
  const isComment = at > from && reading.text.startsWith('#', at);
  if (at !== lineEnd(reading, reading.line) && !isComment) throw new NotPlain();
  advance(reading, reading.line + 1);
}

function readQuotedAt(reading: BlockReading, at: number, column: number): YamlNode {
  const end = quotedEnd(reading.text, at);
  const wide = reading.text.slice(at, end);
  if (end < 0 || wide.includes('\t')) throw new NotPlain();
  if (!wide.includes('\n')) {
    endLine(reading, end);
    return textNode(reading, readQuoted(wide) ?? flowText(reading, wide), at, end);
  }
  const [, ...rest] = wide.split('\n');
  for (const line of rest) {
    const indent = line.search(/[^ ]/);
    if (indent >= 0 && indent <= column) throw new NotPlain();
  }
  reading.line += rest.length;
  endLine(reading, end);
  return textNode(reading, flowText(reading, wide), at, end);
}

function flowText({ readFlow }: BlockReading, scalar: string): string {
  const text = readFlow(scalar);
  if (text === undefined) throw new NotPlain();
  return text;
}

/** Reads the lines after `|` or `>`: all that are indented more than the column. */
function readBlockText(reading: BlockReading, at: number, column: number): YamlNode {
  const { text, lineStarts } = reading;
  const end = lineEnd(reading, reading.line);
  const header = text.slice(at, end);
  if (!/^[|>][-+]?$/.test(header)) throw new NotPlain();
  let line = reading.line + 1;
  for (; line < lineStarts.length; line += 1) {
    const from = startOfLine(reading, line);
    const begin = skipSpaces(reading, from);
    if (begin - from <= column && begin !== lineEnd(reading, line)) break;
  }
  const body = text.slice(Math.min(end + 1, text.length), startOfLine(reading, line));
  const value = literalOf(header, body) ?? flowText(reading, `${header}\n${body}`);
  advance(reading, line);
  return textNode(reading, value, at, end);
}

/** Returns the text of a literal block without peculiarities. */
function literalOf(header: string, body: string): string | undefined {
  const indent = /^ +(?=[^ \t\n])/.exec(body)?.[0];
  if (!header.startsWith('|') || indent === undefined || !body.endsWith('\n')) return undefined;
  const lines = body.slice(0, -1).split('\n');
  if (lines.some((line) => line !== '' && (!line.startsWith(indent) || line.length === indent.length)))
    return undefined;
  const content = lines.map((line) => line.slice(indent.length)).join('\n');
  if (/(?:^|\n)[ \t]+\n*$/.test(content)) return undefined;
  if (header === '|+') return `${content}\n`;
  const stripped = content.replace(/\n+$/, '');
  return header === '|-' ? stripped : `${stripped}\n`;
}

const startsPlain = /^(?:[^\s\-?:,[\]{}#&*!|>'"%@`]|-[^\s])/;
const hasMark = /\t|: |:$| #/;

function readPlain(reading: BlockReading, at: number, column: number): YamlNode {
  const first = reading.line;
  const end = lineEnd(reading, first);
  let value = reading.text.slice(at, end);
  const comment = value.indexOf(' #');
  if (comment >= 0) value = value.slice(0, comment);
  value = withoutSpaces(value);
  if (!startsPlain.test(value) || hasMark.test(value)) throw new NotPlain();
  advance(reading, first + 1);
  if (reading.indent <= column) return textNode(reading, value, at, at + value.length, true);
  if (comment >= 0) throw new NotPlain();
  for (let last = first; reading.indent > column;) {
    const more = withoutSpaces(reading.text.slice(startOfLine(reading, reading.line), lineEnd(reading, reading.line)));
    const between = reading.text.slice(startOfLine(reading, last + 1), startOfLine(reading, reading.line));
    if (hasMark.test(more) || /\S/.test(between)) throw new NotPlain();
    const gap = reading.line - last - 1;
    value += `${gap === 0 ? ' ' : '\n'.repeat(gap)}${more}`;
    last = reading.line;
    advance(reading, last + 1);
  }
  return textNode(reading, value, at, end);
}

/** Returns a line without the spaces around it. What only JavaScript takes for a space belongs to a text of YAML. */
function withoutSpaces(line: string): string {
  const text = line.trim();
  if (text.length === line.length) return line;
  const start = line.indexOf(text);
  if (/[^ \t\r]/.test(line.slice(0, start) + line.slice(start + text.length))) throw new NotPlain();
  return text;
}

function textNode(reading: BlockReading, text: string, at: number, end: number, mayBeNull = false): YamlNode {
  const isNull = mayBeNull && /^(?:~|null|Null|NULL)$/.test(text);
  return new PlainNode(isNull ? nothing : { is: 'text', text }, reading, at, end);
}
