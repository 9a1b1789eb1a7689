/**
 * Looks into JSON with places: entries, texts and lists, absent ones as undefined or empty.
 */
import type { YamlEntry, YamlNode } from '../kubernetes/yaml-value.ts';

/** Returns the entries of a map; empty for anything else. */
export function entriesOf(node: YamlNode | undefined): readonly YamlEntry[] {
  const value = node?.read();
  return value?.is === 'map' ? value.entries : [];
}

/** Returns the value of a key. */
export const entryOf = (node: YamlNode | undefined, key: string): YamlNode | undefined =>
  entriesOf(node).find((entry) => entry.key === key)?.value;

/** Returns the items of a list; empty for anything else. */
export function itemsOf(node: YamlNode | undefined): readonly YamlNode[] {
  const value = node?.read();
  return value?.is === 'list' ? value.items : [];
}

/** Returns a text, a number as written, or undefined. */
export function textOf(node: YamlNode | undefined): string | undefined {
  const value = node?.read();
  return value?.is === 'text' ? value.text : undefined;
}

/** Returns the texts of a list. */
export const textsOf = (node: YamlNode | undefined): readonly string[] =>
  itemsOf(node).flatMap((item) => textOf(item) ?? []);
