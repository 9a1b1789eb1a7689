/**
 * Reads what is below the metadata of an object, by paths of keys. What is not there, or of another type, counts as
 * absent.
 */
import type { YamlEntry, YamlNode } from './yaml-value.ts';

/** Returns the value at a path of keys. */
export function nodeAt(node: YamlNode | undefined, ...path: readonly string[]): YamlNode | undefined {
  let current = node;
  for (const key of path) {
    const value = current?.read();
    current = value?.is === 'map' ? value.entries.find((entry) => entry.key === key)?.value : undefined;
  }
  return current;
}

/** Returns the text or number at a path, as text; undefined if it is empty. */
export function textAt(node: YamlNode | undefined, ...path: readonly string[]): string | undefined {
  const value = nodeAt(node, ...path)?.read();
  return value?.is === 'text' && value.text !== '' ? value.text : undefined;
}

/** Returns the whole number at a path. */
export function numberAt(node: YamlNode | undefined, ...path: readonly string[]): number | undefined {
  const text = textAt(node, ...path);
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Returns the items of the list at a path. */
export function itemsAt(node: YamlNode | undefined, ...path: readonly string[]): readonly YamlNode[] {
  const value = nodeAt(node, ...path)?.read();
  return value?.is === 'list' ? value.items : [];
}

/** Returns the entries of the map at a path. */
export function entriesAt(node: YamlNode | undefined, ...path: readonly string[]): readonly YamlEntry[] {
  const value = nodeAt(node, ...path)?.read();
  return value?.is === 'map' ? value.entries : [];
}

/** Returns the texts in the map at a path by their keys. */
export function textsAt(node: YamlNode | undefined, ...path: readonly string[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { key, value } of entriesAt(node, ...path)) {
    const read = value.read();
    if (read.is === 'text' && !texts.has(key)) texts.set(key, read.text);
  }
  return texts;
}
