/**
 * Values that the fast readers of JSON and YAML make: small, and with places that are found only when asked for.
 */
import { itemAt } from '../../model/lookup.ts';
import type { TextPlace } from '../import/import-findings.ts';
import type { YamlEntry, YamlNode, YamlValue } from './yaml-value.ts';

/** A text with the offset at which each line begins. */
export interface LinedText {
  readonly text: string;
  readonly lineStarts: Int32Array;
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

/** A value that is read already; its place is found when it is asked for. */
export class PlainNode implements YamlNode {
  readonly tag = undefined;
  readonly #value: YamlValue;
  readonly #text: LinedText;
  readonly #start: number;
  readonly #end: number;

  constructor(value: YamlValue, text: LinedText, start: number, end: number) {
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

/** An entry of a map that is read already. */
export class PlainEntry implements YamlEntry {
  readonly key: string;
  readonly value: YamlNode;
  readonly #text: LinedText;
  readonly #start: number;
  readonly #end: number;

  constructor(key: string, value: YamlNode, text: LinedText, start: number, end: number) {
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

/** Returns the offset at which each line begins. */
export function lineStartsOf(text: string): Int32Array {
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
