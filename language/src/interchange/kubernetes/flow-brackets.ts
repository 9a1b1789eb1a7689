/**
 * Reads lists and maps in brackets that stand on one line, such as `["sh", "-c"]` and `{ name: web }`, with plain
 * scalars and scalars in quotes. Whatever else they have is left to the YAML library.
 */
import { type BlockReading, lineEnd, NotPlain, readQuoted, skipSpaces } from './block-lines.ts';
import { PlainEntry, PlainNode, quotedEnd } from './plain-node.ts';
import type { YamlEntry, YamlNode, YamlValue } from './yaml-value.ts';

/** A value, and the offset after it. */
interface Read {
  readonly node: YamlNode;
  readonly end: number;
}

const deepest = 20;
const word = /[\w./$][\w./$@%+=-]*/y;

/** Reads the value at an offset, in brackets of a depth. Throws `NotPlain` for anything unusual. */
export function readFlowNode(reading: BlockReading, at: number, depth: number): Read {
  const first = reading.text.charAt(at);
  if (depth > deepest) throw new NotPlain();
  if (first === '[') return readList(reading, at, depth);
  if (first === '{') return readMap(reading, at, depth);
  const { text, end } = readText(reading, at);
  const isNull = first !== '"' && first !== "'" && /^(?:null|Null|NULL)$/.test(text);
  return { node: new PlainNode(isNull ? { is: 'nothing' } : { is: 'text', text }, reading, at, end), end };
}

/** Reads a scalar in quotes, or one plain word. */
function readText(reading: BlockReading, at: number): { readonly text: string; readonly end: number } {
  const { text } = reading;
  const first = text.charAt(at);
  if (first === '"' || first === "'") {
    const end = quotedEnd(text, at);
    const quoted = text.slice(at, end);
    if (end < 0 || end > lineEnd(reading, reading.line) || quoted.includes('\t')) throw new NotPlain();
    const read = readQuoted(quoted);
    if (read === undefined) throw new NotPlain();
    return { text: read, end };
  }
  word.lastIndex = at;
  const [found = ''] = word.exec(text) ?? [];
  // What goes on after a blank, or with a sign that has a meaning, is no single word.
  const next = text.charAt(skipSpaces(reading, at + found.length));
  if (found === '' || !/^[,\]}:]$/.test(next)) throw new NotPlain();
  return { text: found, end: at + found.length };
}

function readList(reading: BlockReading, start: number, depth: number): Read {
  const items: YamlNode[] = [];
  const end = readItems(reading, start, ']', (at) => {
    const item = readFlowNode(reading, at, depth + 1);
    items.push(item.node);
    return item.end;
  });
  return made({ is: 'list', items }, reading, start, end);
}

function readMap(reading: BlockReading, start: number, depth: number): Read {
  const entries: YamlEntry[] = [];
  const end = readItems(reading, start, '}', (at) => {
    const key = readText(reading, at);
    const isQuoted = /["']/.test(reading.text.charAt(at));
    if (!reading.text.startsWith(': ', key.end) || (!isQuoted && /^null$/i.test(key.text))) throw new NotPlain();
    const value = readFlowNode(reading, skipSpaces(reading, key.end + 1), depth + 1);
    entries.push(new PlainEntry(key.text, value.node, reading, at));
    return value.end;
  });
  return made({ is: 'map', entries }, reading, start, end);
}

const made = (value: YamlValue, reading: BlockReading, start: number, end: number): Read => ({
  node: new PlainNode(value, reading, start, end),
  end,
});

/** Reads what stands between brackets, separated by commas, on one line. Returns the offset after them. */
function readItems(reading: BlockReading, start: number, close: string, readItem: (at: number) => number): number {
  const { text } = reading;
  let at = skipSpaces(reading, start + 1);
  if (text.charAt(at) === close) return at + 1;
  for (;;) {
    at = skipSpaces(reading, readItem(at));
    const next = text.charAt(at);
    if (next === close) return at + 1;
    if (next !== ',' || !/^[ "']$/.test(text.charAt(at + 1))) throw new NotPlain();
    at = skipSpaces(reading, at + 1);
  }
}
