/**
 * Values of YAML and JSON with their places in the text.
 */
import type { TextPlace } from '../import/import-findings.ts';

/** A value, unpacked when read. An empty text or `null` is `nothing`. */
export type YamlValue =
  | { readonly is: 'nothing' | 'other' }
  /** The target is undefined for an alias without an anchor before it. */
  | { readonly is: 'alias'; readonly target: YamlNode | undefined }
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'list'; readonly items: readonly YamlNode[] }
  | { readonly is: 'map'; readonly entries: readonly YamlEntry[] };

/** An entry of a map. */
export interface YamlEntry {
  readonly key: string;
  readonly value: YamlNode;
  /** The place of the key. */
  readonly place: TextPlace;
}

/** A value with its location in the text. */
export interface YamlNode {
  readonly read: () => YamlValue;
  readonly place: TextPlace;
  /** Its own tag, such as `!reset`. */
  readonly tag: string | undefined;
}
