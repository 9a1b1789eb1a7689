/**
 * Values that the fast readers of JSON and YAML make: small, and with places that are found only when asked for.
 */
import { itemAt } from '../../model/common/lookup.ts';
import type { TextPlace } from '../import/import-findings.ts';
import type { YamlEntry, YamlNode, YamlValue } from './yaml-value.ts';

/** A text with the offset at which each line begins. */
export interface LinedText {
  readonly text: string;
  readonly lineStarts: Int32Array;
  /** The keys so far, so that each is stored once. */
  readonly keys: Map<string, string>;
}

/** Returns the offset after a text in quotes; -1 if they are not closed. Takes texts of any length, as no pattern does. */
export function quotedEnd(text: string, at: number): number {
  const quote = text.charAt(at);
  for (let end = text.indexOf(quote, at + 1); end >= 0; end = text.indexOf(quote, end + 1)) {
    if (quote === "'") {
      if (text.charAt(end + 1) !== quote) return end + 1;
      end += 1;
    } else {
      let slashes = 0;
      while (text.charAt(end - 1 - slashes) === '\\') slashes += 1;
      if (slashes % 2 === 0) return end + 1;
    }
  }
  return -1;
}

/** A scalar whose text is that in the file, without the quotes around it. */
const asWritten = Symbol('as written');

/**
 * A value that is read already; its place is found when it is asked for, and so is a scalar that is as written. Large
 * files have millions of these.
 */
export class PlainNode implements YamlNode {
  readonly #value: YamlValue | string | typeof asWritten;
  readonly #text: LinedText;
  readonly #start: number;
  readonly #end: number;

  constructor(value: YamlValue, text: LinedText, start: number, end: number) {
    this.#text = text;
    this.#start = start;
    this.#end = end;
    this.#value = value.is !== 'text' ? trimmed(value) : this.#written() === value.text ? asWritten : value.text;
  }

  get tag(): undefined {
    return undefined;
  }

  read(): YamlValue {
    const value = this.#value;
    if (value === asWritten) return { is: 'text', text: this.#written() };
    return typeof value === 'string' ? { is: 'text', text: value } : value;
  }

  #written(): string {
    const { text } = this.#text;
    const quotes = /^["']/.test(text.charAt(this.#start)) ? 1 : 0;
    return text.slice(this.#start + quotes, this.#end - quotes);
  }

  get place(): TextPlace {
    return placeOf(this.#text, this.#start, this.#end);
  }
}

/** Returns a value whose list has no room for more. */
function trimmed(value: YamlValue): YamlValue {
  if (value.is === 'map') return { is: 'map', entries: value.entries.slice() };
  return value.is === 'list' ? { is: 'list', items: value.items.slice() } : value;
}

/** An entry of a map that is read already. */
export class PlainEntry implements YamlEntry {
  readonly key: string;
  readonly value: YamlNode;
  readonly #text: LinedText;
  readonly #start: number;

  constructor(key: string, value: YamlNode, text: LinedText, start: number) {
    const known = text.keys.get(key);
    if (known === undefined) text.keys.set(key, key);
    this.key = known ?? key;
    this.value = value;
    this.#text = text;
    this.#start = start;
  }

  get place(): TextPlace {
    const { text } = this.#text;
    const isQuoted = /^["']/.test(text.charAt(this.#start));
    return placeOf(this.#text, this.#start, isQuoted ? quotedEnd(text, this.#start) : this.#start + this.key.length);
  }
}

/** Returns a text with its lines. */
export const linedText = (text: string): LinedText => ({ text, lineStarts: lineStartsOf(text), keys: new Map() });

function lineStartsOf(text: string): Int32Array {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return Int32Array.from(starts);
}

/** Returns the location of a range, cut at the end of its first line. */
function placeOf({ text, lineStarts }: LinedText, from: number, to: number): TextPlace {
  let [low, high] = [0, lineStarts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (itemAt(lineStarts, middle) <= from) low = middle;
    else high = middle - 1;
  }
  const start = from - itemAt(lineStarts, low);
  const [shown = ''] = text.slice(from, Math.min(to, from + 10_000)).split(/[\r\n]/, 1);
  return { line: low, start, end: start + shown.length };
}
