/**
 * Reads JSON as the same values that the reader of YAML gives, in a tenth of its time and memory: what `kubectl -o json`
 * prints of a large cluster. What is not plain JSON is left to the reader of YAML, which is more lenient and explains.
 */
import { linedText, PlainEntry, PlainNode, quotedEnd, type LinedText } from './plain-node.ts';
import type { YamlEntry, YamlNode, YamlValue } from './yaml-value.ts';

class NotPlain extends Error {}

const word = /[\w.+-]*/y;
const blank = /[ \t\r\n]*/y;
const plainWord = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

/**
 * Returns the values of a text that is plain JSON arrays or objects, one after the other as several commands print them,
 * nested at most so deep; undefined otherwise.
 */
export function readJson(text: string, deepest: number): readonly YamlNode[] | undefined {
  blank.lastIndex = 0;
  blank.exec(text);
  if (!'[{'.includes(text.charAt(blank.lastIndex)) || text.length === 0) return undefined;
  try {
    const reading = { ...linedText(text), at: 0, deepest };
    const nodes: YamlNode[] = [];
    while (reading.at < text.length) {
      nodes.push(readNode(reading, 0));
      skipBlanks(reading);
      if (reading.at < text.length && !'[{'.includes(text.charAt(reading.at))) return undefined;
    }
    return nodes;
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

interface Reading extends LinedText {
  readonly deepest: number;
  at: number;
}

function readNode(reading: Reading, depth: number): YamlNode {
  if (depth >= reading.deepest) throw new NotPlain();
  skipBlanks(reading);
  const start = reading.at;
  const first = reading.text.charAt(start);
  const value =
    first === '{' ? readMap(reading, depth) : first === '[' ? readList(reading, depth) : readScalar(reading);
  return new PlainNode(value, reading, start, reading.at);
}

function readMap(reading: Reading, depth: number): YamlValue {
  const entries: YamlEntry[] = [];
  readItems(reading, '}', () => {
    const start = reading.at;
    const key = readText(reading);
    skipBlanks(reading);
    if (reading.text.charAt(reading.at) !== ':') throw new NotPlain();
    reading.at += 1;
    entries.push(new PlainEntry(key, readNode(reading, depth + 1), reading, start));
  });
  return { is: 'map', entries };
}

function readList(reading: Reading, depth: number): YamlValue {
  const items: YamlNode[] = [];
  readItems(reading, ']', () => void items.push(readNode(reading, depth + 1)));
  return { is: 'list', items };
}

/** Reads the items between two brackets, separated by commas. */
function readItems(reading: Reading, close: string, readItem: () => void): void {
  reading.at += 1;
  skipBlanks(reading);
  if (reading.text.charAt(reading.at) === close) {
    reading.at += 1;
    return;
  }
  for (;;) {
    skipBlanks(reading);
    readItem();
    skipBlanks(reading);
    const next = reading.text.charAt(reading.at);
    reading.at += 1;
    if (next === close) return;
    if (next !== ',') throw new NotPlain();
  }
}

const nothing: YamlValue = { is: 'nothing' };

function readScalar(reading: Reading): YamlValue {
  if (reading.text.charAt(reading.at) === '"') return { is: 'text', text: readText(reading) };
  word.lastIndex = reading.at;
  const [found = ''] = word.exec(reading.text) ?? [];
  if (!plainWord.test(found)) throw new NotPlain();
  reading.at += found.length;
  return found === 'null' ? nothing : { is: 'text', text: found };
}

function readText(reading: Reading): string {
  const end = reading.text.startsWith('"', reading.at) ? quotedEnd(reading.text, reading.at) : -1;
  const found = reading.text.slice(reading.at, end);
  if (end < 0 || /[\n\r]/.test(found)) throw new NotPlain();
  reading.at += found.length;
  if (!found.includes('\\')) return found.slice(1, -1);
  try {
    return JSON.parse(found) as string;
  } catch {
    throw new NotPlain();
  }
}

function skipBlanks(reading: Reading): void {
  blank.lastIndex = reading.at;
  blank.exec(reading.text);
  reading.at = blank.lastIndex;
}
