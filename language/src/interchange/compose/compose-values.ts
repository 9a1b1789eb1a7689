/**
 * The values of a Compose file with their places: aliases and merge keys resolved, variables replaced. Bounded, so that
 * aliases of aliases cannot fill the memory.
 */
import type { Span } from '../../model/span.ts';
import { type Occurrence, placeSpan } from '../import/import-findings.ts';
import type { YamlNode } from '../kubernetes/yaml-value.ts';
import { interpolate, type ComposeVariables } from './interpolation.ts';

/** A value. */
export type ComposeValue = { readonly place: Span; readonly tag?: 'reset' | 'override' | undefined } & (
  | { readonly is: 'nothing' }
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'list'; readonly items: readonly ComposeValue[] }
  | { readonly is: 'map'; readonly entries: ReadonlyMap<string, ComposeValue> }
);

/** The values of one file may be used so often in all. */
const mostValues = 100_000;
const deepest = 100;

const tags = new Map<string | undefined, 'reset' | 'override'>([
  ['!reset', 'reset'],
  ['!override', 'override'],
]);

/** The context of reading a file. */
export interface ReadingOptions {
  readonly uri: string;
  readonly variables: ComposeVariables;
  /** Receives the keys that a map has already. */
  readonly repeated: Occurrence[];
}

/** Returns the value of a document; undefined if aliases make it too large. */
export function readYamlValue(node: YamlNode, options: ReadingOptions): ComposeValue | undefined {
  const budget = { left: mostValues };
  const value = read(node, { ...options, budget, depth: 0 });
  return budget.left < 0 ? undefined : value;
}

interface Reading extends ReadingOptions {
  readonly budget: { left: number };
  readonly depth: number;
}

function read(node: YamlNode, reading: Reading): ComposeValue {
  const { uri, variables, budget, depth } = reading;
  budget.left -= 1;
  const place = placeSpan(uri, node.place);
  const tag = tags.get(node.tag);
  const own = { place, tag } as const;
  if (budget.left < 0 || depth > deepest) return { ...own, is: 'nothing' };
  const inner = { ...reading, depth: depth + 1 };
  const value = node.read();
  switch (value.is) {
    case 'text':
      return { ...own, is: 'text', text: interpolate(value.text, variables) };
    case 'alias':
      return value.target === undefined ? { ...own, is: 'nothing' } : read(value.target, inner);
    case 'list':
      return { ...own, is: 'list', items: value.items.map((item) => read(item, inner)) };
    case 'map': {
      const entries = new Map<string, ComposeValue>();
      const merged: ComposeValue[] = [];
      for (const { key, value: child, place: keyPlace } of value.entries) {
        const each = { ...read(child, inner), place: placeSpan(uri, keyPlace) };
        if (key === '<<') merged.push(...(each.is === 'list' ? each.items : [each]));
        else if (entries.has(key)) reading.repeated.push({ about: key, place: keyPlace });
        else entries.set(key, each);
      }
      // What the map says itself counts, then the earlier of what it merges.
      for (const each of merged)
        for (const [key, child] of each.is === 'map' ? each.entries : [])
          if (!entries.has(key)) entries.set(key, child);
      return { ...own, is: 'map', entries };
    }
    default:
      return { ...own, is: 'nothing' };
  }
}

/** Returns an entry of a map; undefined for other values. */
export const entryIn = (value: ComposeValue | undefined, key: string): ComposeValue | undefined =>
  value?.is === 'map' ? value.entries.get(key) : undefined;

/** Returns the entries of a map; none for other values. */
export const entriesIn = (value: ComposeValue | undefined): readonly (readonly [string, ComposeValue])[] =>
  value?.is === 'map' ? [...value.entries] : [];

/** Returns a text; undefined for other values. */
export const textIn = (value: ComposeValue | undefined): string | undefined =>
  value?.is === 'text' ? value.text : undefined;

/** Returns true for a yes, also in the words of YAML 1.1: Compose reads `Yes` and `on` as `true`. */
export const isTrue = (value: ComposeValue | undefined): boolean => /^(?:true|yes|y|on)$/i.test(textIn(value) ?? '');

/** Returns true for a no; a missing value is none. */
export const isFalse = (value: ComposeValue | undefined): boolean => /^(?:false|no|n|off)$/i.test(textIn(value) ?? '');

/** Returns the texts of a list, or a single text, each with its value. */
export const textsIn = (
  value: ComposeValue | undefined,
): readonly { readonly text: string; readonly place: Span }[] => {
  if (value?.is === 'text') return [value];
  return value?.is === 'list' ? value.items.flatMap((item) => (item.is === 'text' ? [item] : [])) : [];
};
