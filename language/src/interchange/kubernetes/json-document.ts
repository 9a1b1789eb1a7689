/**
 * Reads JSON as the same values that the reader of YAML gives, in a tenth of its time and memory: what `kubectl -o json`
 * prints of a large cluster. What is not plain JSON is left to the reader of YAML, which is more lenient and explains.
 */
import type { TextPlace } from '../import/import-findings.ts';
import type { YamlEntry, YamlNode, YamlValue } from './yaml-value.ts';

/** The offset at which each line begins. */
interface Text {
  readonly text: string;
  readonly lineStarts: Int32Array;
}

class NotPlain extends Error {}

const word = /[\w.+-]*/y;
const blank = /[ \t\r\n]*/y;
const quoted = /"(?:[^"\\\n\r]|\\["\\/bfnrtu])*"/y;
const plainWord = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

/** Returns the value of a text that is one plain JSON array or object, nested at most so deep; undefined otherwise. */
export function readJson(text: string, deepest: number): YamlNode | undefined {
  blank.lastIndex = 0;
  blank.exec(text);
  if (!'[{'.includes(text.charAt(blank.lastIndex)) || text.length === 0) return undefined;
  try {
    const reading = { text, lineStarts: lineStartsOf(text), at: 0, deepest };
    const node = readNode(reading, 0);
    skipBlanks(reading);
    return reading.at === text.length ? node : undefined;
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

interface Reading extends Text {
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
  return new JsonNode(value, reading, start, reading.at);
}

function readMap(reading: Reading, depth: number): YamlValue {
  const entries: YamlEntry[] = [];
  readItems(reading, '}', () => {
    const start = reading.at;
    const key = readText(reading);
    const end = reading.at;
    skipBlanks(reading);
    if (reading.text.charAt(reading.at) !== ':') throw new NotPlain();
    reading.at += 1;
    entries.push(new JsonEntry(key, readNode(reading, depth + 1), reading, start, end));
  });
  return { is: 'map', entries };
}

function readList(reading: Reading, depth: number): YamlValue {
  const items: YamlNode[] = [];
  readItems(reading, ']', () => void items.push(readNode(reading, depth + 1)));
  return { is: 'list', items };
}

/** Reads what stands between two brackets, separated by commas. */
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
  quoted.lastIndex = reading.at;
  const [found] = quoted.exec(reading.text) ?? [];
  if (found === undefined) throw new NotPlain();
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

/** A value; its place is found when it is asked for. */
class JsonNode implements YamlNode {
  readonly tag = undefined;
  readonly #value: YamlValue;
  readonly #text: Text;
  readonly #start: number;
  readonly #end: number;

  constructor(value: YamlValue, text: Text, start: number, end: number) {
    this.#value = value;
    this.#text = text;
    this.#start = start;
    this.#end = end;
  }

  read(): YamlValue {
    return this.#value;
  }

  get place(): TextPlace {
    return placeOf(this.#text, this.#start, this.#end);
  }
}

class JsonEntry implements YamlEntry {
  readonly key: string;
  readonly value: YamlNode;
  readonly #text: Text;
  readonly #start: number;
  readonly #end: number;

  constructor(key: string, value: YamlNode, text: Text, start: number, end: number) {
    this.key = key;
    this.value = value;
    this.#text = text;
    this.#start = start;
    this.#end = end;
  }

  get place(): TextPlace {
    return placeOf(this.#text, this.#start, this.#end);
  }
}

function lineStartsOf(text: string): Int32Array {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return Int32Array.from(starts);
}

/** Returns the location of a range, cut at the end of its first line. */
function placeOf({ text, lineStarts }: Text, from: number, to: number): TextPlace {
  let [low, high] = [0, lineStarts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lineStarts[middle] ?? Infinity) <= from) low = middle;
    else high = middle - 1;
  }
  const start = from - (lineStarts[low] ?? 0);
  const [shown = ''] = text.slice(from, Math.min(to, from + 10_000)).split(/[\r\n]/, 1);
  return { line: low, start, end: start + shown.length };
}
