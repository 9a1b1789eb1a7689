/**
 * Finds the objects in a text of Murano: what each is, whose definition contains it, what it refers to, and who
 * subscribed to its end.
 */
import type { TextPlace } from '../import/import-findings.ts';
import type { YamlEntry, YamlNode } from '../kubernetes/yaml-value.ts';

/** A text with its place. */
export interface MuranoText {
  readonly text: string;
  readonly place: TextPlace;
}

/** A subscription to the end of an object. */
export interface Subscription extends MuranoText {
  /** The action that is called, if one is named. */
  readonly handler: string | undefined;
}

/** An object of a model. */
export interface MuranoObject {
  readonly id: string;
  readonly type: string;
  /** Its name for people, in its header or among its properties. */
  readonly name: string | undefined;
  /** The id of the object whose definition contains it, its owner. */
  readonly owner: string | undefined;
  readonly isDestroyed: boolean;
  readonly place: TextPlace;
  /** All texts in its definition, outside of other objects: some are ids that it refers to. */
  readonly texts: readonly MuranoText[];
  /** Its own properties that are plain values. */
  readonly values: readonly (readonly [string, string])[];
  readonly subscriptions: readonly Subscription[];
}

/** The objects of one tree, and the places of headers without an id. */
export interface ObjectTree {
  readonly objects: readonly MuranoObject[];
  readonly withoutId: readonly TextPlace[];
}

/** The name of the header. */
export const header = '?';

/** Returns the value of a key of a map; of several, the last, as in JSON. */
export function lastEntry(node: YamlNode | undefined, key: string): YamlNode | undefined {
  return entriesOf(node).findLast((entry) => entry.key === key)?.value;
}

/** Returns the entries of a map; none for anything else. */
function entriesOf(node: YamlNode | undefined): readonly YamlEntry[] {
  const value = node?.read();
  return value?.is === 'map' ? value.entries : [];
}

/** Returns the text of a plain value. */
function textOf(node: YamlNode | undefined): string | undefined {
  const value = node?.read();
  return value?.is === 'text' ? value.text : undefined;
}

/** Returns the objects of a tree, an owner before what it owns. `O(text)`. */
export function objectsIn(root: YamlNode): ObjectTree {
  const objects: MuranoObject[] = [];
  const withoutId: TextPlace[] = [];
  const waiting: { node: YamlNode; owner: string | undefined; texts: MuranoText[] }[] = [
    { node: root, owner: undefined, texts: [] },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, owner, texts } = next;
    const value = node.read();
    if (value.is === 'text') texts.push({ text: value.text, place: node.place });
    if (value.is === 'list') for (const item of value.items.toReversed()) waiting.push({ node: item, owner, texts });
    if (value.is !== 'map') continue;
    const head = lastEntry(node, header);
    const id = textOf(lastEntry(head, 'id'));
    if (head !== undefined && id === undefined) withoutId.push(head.place);
    const own: MuranoText[] = id === undefined ? texts : [];
    if (id !== undefined) objects.push(objectOf(node, { id, owner, texts: own }));
    for (const entry of value.entries.toReversed())
      if (entry.key !== header) waiting.push({ node: entry.value, owner: id ?? owner, texts: own });
  }
  return { objects, withoutId };
}

function objectOf(node: YamlNode, { id, owner, texts }: Pick<MuranoObject, 'id' | 'owner' | 'texts'>): MuranoObject {
  const head = lastEntry(node, header);
  const values = entriesOf(node).flatMap(({ key, value }): (readonly [string, string])[] => {
    const text = key === header ? undefined : textOf(value);
    return text === undefined ? [] : [[key, text]];
  });
  const listed = lastEntry(lastEntry(head, 'dependencies'), 'onDestruction')?.read();
  const subscriptions = (listed?.is === 'list' ? listed.items : []).flatMap((item): Subscription[] => {
    const text = textOf(lastEntry(item, 'subscriber'));
    return text === undefined ? [] : [{ text, handler: textOf(lastEntry(item, 'handler')), place: item.place }];
  });
  return {
    id,
    owner,
    texts,
    type: (textOf(lastEntry(head, 'type')) ?? 'object').replace(/[@/].*$/u, ''),
    name: textOf(lastEntry(head, 'name')) ?? textOf(lastEntry(node, 'name')),
    isDestroyed: textOf(lastEntry(head, 'destroyed')) === 'true',
    place: lastEntry(head, 'id')?.place ?? node.place,
    values: [...new Map(values)],
    subscriptions,
  };
}
