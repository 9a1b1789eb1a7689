/**
 * Reads fields of YAML maps with an expected type, and records those of another type.
 */
import type { Occurrence } from '../import/import-findings.ts';
import type { YamlNode } from './yaml-value.ts';

/** The fields of a map by their names. */
export type MapFields = ReadonlyMap<string, YamlNode>;

/** Reads fields; a field that does not have the expected type counts as absent. */
export interface FieldReader {
  readonly fieldsOf: (node: YamlNode | undefined, about: string) => MapFields;
  readonly textOf: (fields: MapFields, name: string) => string | undefined;
  readonly itemsOf: (fields: MapFields, name: string) => readonly YamlNode[];
  /** The texts of a list. */
  readonly textsOf: (fields: MapFields, name: string) => readonly string[];
  /** Fields of an unexpected type, in the order read. */
  readonly unreadable: Occurrence[];
}

/** Makes a reader of fields. */
export function createFieldReader(): FieldReader {
  const unreadable: Occurrence[] = [];
  const reject = (about: string, node: YamlNode): void => {
    unreadable.push({ about, place: node.place });
  };
  const text = (node: YamlNode, about: string): string | undefined => {
    const value = node.read();
    if (value.is === 'text') return printable(value.text);
    if (value.is !== 'nothing') reject(about, node);
    return undefined;
  };
  const itemsOf = (fields: MapFields, name: string): readonly YamlNode[] => {
    const node = fields.get(name);
    const value = node?.read();
    if (value?.is === 'list') return value.items;
    if (node !== undefined && value?.is !== 'nothing') reject(name, node);
    return [];
  };
  return {
    unreadable,
    itemsOf,
    fieldsOf: (node, about) => {
      const value = node?.read();
      const fields = new Map<string, YamlNode>();
      if (value?.is === 'map') {
        for (const entry of value.entries) {
          if (fields.has(entry.key)) reject(entry.key, entry.value);
          else fields.set(entry.key, entry.value);
        }
      } else if (node !== undefined && value?.is !== 'nothing') reject(about, node);
      return fields;
    },
    textOf: (fields, name) => {
      const node = fields.get(name);
      return node && text(node, name);
    },
    textsOf: (fields, name) =>
      itemsOf(fields, name)
        .map((item) => text(item, name))
        .filter((each) => each !== undefined),
  };
}

/** Replaces control characters and line ends, which no name or label of Kubernetes has, by blanks. */
const printable = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
