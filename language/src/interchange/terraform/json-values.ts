/**
 * Looks into JSON with places: entries, texts and lists, absent ones as undefined or empty.
 */
import type { YamlEntry, YamlNode } from '../kubernetes/yaml-value.ts';

/** Returns the entries of a map; empty for anything else. */
export function jsonEntries(node: YamlNode | undefined): readonly YamlEntry[] {
  const value = node?.read();
  return value?.is === 'map' ? value.entries : [];
}

/** Returns the value of a key. */
export const jsonEntry = (node: YamlNode | undefined, key: string): YamlNode | undefined =>
  jsonEntries(node).find((entry) => entry.key === key)?.value;

/** Returns the items of a list; empty for anything else. */
export function jsonItems(node: YamlNode | undefined): readonly YamlNode[] {
  const value = node?.read();
  return value?.is === 'list' ? value.items : [];
}

/** Returns a text, a number as written, or undefined. */
export function jsonText(node: YamlNode | undefined): string | undefined {
  const value = node?.read();
  return value?.is === 'text' ? value.text : undefined;
}

/** Returns the texts of a list. */
export const jsonTexts = (node: YamlNode | undefined): readonly string[] =>
  jsonItems(node).flatMap((item) => jsonText(item) ?? []);
