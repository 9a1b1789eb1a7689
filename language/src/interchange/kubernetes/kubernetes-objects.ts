/**
 * Reads the objects in the output of `kubectl get … -o yaml` or `-o json`: the identity of each, its owners, and what
 * holds up its deletion. Does not resolve owners.
 */
import type { Finding, Outcome } from '../../model/finding.ts';
import { summarize, type Occurrence, type TextPlace } from '../import/import-findings.ts';
import { createFieldReader, type FieldReader, type MapFields } from './kubernetes-fields.ts';
import type { YamlNode } from './yaml-value.ts';
import { t } from '../../model/common/translation.ts';

/** The identity of an object, without its namespace. */
export interface KubernetesIdentity {
  readonly kind: string;
  /** The API group; empty for the core. */
  readonly group: string;
  readonly name: string;
  readonly uid: string | undefined;
}

/** A reference to an owner. */
export interface OwnerReference extends KubernetesIdentity {
  readonly isController: boolean;
  readonly isBlocking: boolean;
  readonly place: TextPlace;
}

/** An object in the output. */
export interface KubernetesObject extends KubernetesIdentity {
  /** Undefined for objects of the whole cluster. */
  readonly namespace: string | undefined;
  readonly deletionTimestamp: string | undefined;
  readonly finalizers: readonly string[];
  /** In the form `name=value`. */
  readonly labels: readonly string[];
  readonly owners: readonly OwnerReference[];
  readonly uri: string;
  readonly place: TextPlace;
  /** The places of its namespace and kind, if the object itself states them. */
  readonly namespacePlace: TextPlace | undefined;
  readonly kindPlace: TextPlace | undefined;
  /** Its metadata, specification and status, as they are in the file: what relations are read from. */
  readonly body: YamlNode;
}

/**
 * Returns the objects in all documents and lists, in order. Findings `import/incomplete-object`,
 * `import/unreadable-field`.
 */
export function readObjects(documents: readonly YamlNode[], uri: string): Outcome<readonly KubernetesObject[]> {
  const reader = createFieldReader();
  const incomplete: Occurrence[] = [];
  const objects: KubernetesObject[] = [];
  const waiting: Entry[] = documents.map((node) => ({ node, kind: undefined })).reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const inner = innerEntries(next, reader);
    if (inner !== undefined) {
      for (const entry of inner.reverse()) waiting.push(entry);
      continue;
    }
    const object = readObject(next, reader, uri);
    if (object !== undefined) objects.push(object);
    else incomplete.push({ about: next.kind ?? kindOf(next.node) ?? t`no kind`, place: next.node.place });
  }
  return { value: objects, findings: objectFindings(uri, incomplete, reader.unreadable) };
}

/** A value that should be an object or a list of objects. */
interface Entry {
  readonly node: YamlNode;
  /** The kind given by the list around it: items of a `PodList` do not repeat theirs. */
  readonly kind: string | undefined;
}

/** Returns the items of an entry that is a list. */
function innerEntries({ node }: Entry, reader: FieldReader): Entry[] | undefined {
  const value = node.read();
  if (value.is === 'list') return value.items.map((item) => ({ node: item, kind: undefined }));
  const kind = kindOf(node);
  if (kind?.endsWith('List') !== true || value.is !== 'map') return undefined;
  if (!value.entries.some(({ key }) => key === 'items')) return undefined;
  const item = kind === 'List' ? undefined : kind.slice(0, -'List'.length);
  return reader.itemsOf(reader.fieldsOf(node, 'List'), 'items').map((each) => ({ node: each, kind: item }));
}

function kindOf(node: YamlNode): string | undefined {
  const value = node.read();
  const kind = value.is === 'map' ? value.entries.find(({ key }) => key === 'kind')?.value.read() : undefined;
  return kind?.is === 'text' ? kind.text : undefined;
}

function readObject({ node, kind: listed }: Entry, reader: FieldReader, uri: string): KubernetesObject | undefined {
  if (node.read().is !== 'map') return undefined;
  const fields = reader.fieldsOf(node, 'object');
  const metadata = reader.fieldsOf(fields.get('metadata'), 'metadata');
  const kind = reader.textOf(fields, 'kind') ?? listed;
  const name = reader.textOf(metadata, 'name');
  if (kind === undefined || name === undefined || kind === '' || name === '') return undefined;
  return {
    kind,
    group: groupOf(reader.textOf(fields, 'apiVersion')),
    name,
    uid: reader.textOf(metadata, 'uid'),
    namespace: reader.textOf(metadata, 'namespace'),
    deletionTimestamp: reader.textOf(metadata, 'deletionTimestamp'),
    finalizers: [...new Set(reader.textsOf(metadata, 'finalizers'))],
    labels: readLabels(metadata, reader),
    owners: reader.itemsOf(metadata, 'ownerReferences').flatMap((item) => readOwner(item, reader)),
    uri,
    place: metadata.get('name')?.place ?? node.place,
    namespacePlace: metadata.get('namespace')?.place,
    kindPlace: fields.get('kind')?.place,
    body: partOf(node),
  };
}

/** Returns an object without its data, of which no relation is read. */
function partOf(node: YamlNode): YamlNode {
  const value = node.read();
  const entries =
    value.is === 'map'
      ? value.entries.filter(({ key }) => /^(?:metadata|spec|status|roleRef|subjects|webhooks)$/.test(key))
      : [];
  return { read: () => ({ is: 'map', entries }), place: node.place, tag: node.tag };
}

function readLabels(metadata: MapFields, reader: FieldReader): string[] {
  const labels = reader.fieldsOf(metadata.get('labels'), 'labels');
  return [...labels.keys()].map((name) => `${name.replace(/\p{Cc}/gu, ' ')}=${reader.textOf(labels, name) ?? ''}`);
}

/** Reads a reference to an owner; ignores one with neither an id nor kind and name. */
function readOwner(item: YamlNode, reader: FieldReader): OwnerReference[] {
  const fields = reader.fieldsOf(item, 'ownerReferences');
  const kind = reader.textOf(fields, 'kind') ?? '';
  const name = reader.textOf(fields, 'name') ?? '';
  const uid = reader.textOf(fields, 'uid');
  const place = (fields.get('name') ?? fields.get('uid') ?? item).place;
  if (kind === '' || name === '') {
    if (fields.size > 0) reader.unreadable.push({ about: 'ownerReferences', place });
    if (uid === undefined) return [];
  }
  return [
    {
      kind: kind || 'Object',
      group: groupOf(reader.textOf(fields, 'apiVersion')),
      name: name || (uid ?? ''),
      uid,
      isController: reader.textOf(fields, 'controller') === 'true',
      isBlocking: reader.textOf(fields, 'blockOwnerDeletion') === 'true',
      place,
    },
  ];
}

/** Returns the group of an API version: `apps` of `apps/v1`. */
export const groupOf = (version = ''): string => (version.includes('/') ? version.slice(0, version.indexOf('/')) : '');

function objectFindings(uri: string, incomplete: readonly Occurrence[], unreadable: readonly Occurrence[]): Finding[] {
  return [
    ...summarize(
      uri,
      {
        code: 'import/incomplete-object',
        severity: 'warning',
        message: (names, count) =>
          t`${count === 1 ? t`1 entry has` : t`${String(count)} entries have`} no kind or no name in its metadata and ${count === 1 ? t`is` : t`are`} left out: ${names}. Let kubectl print whole objects.`,
      },
      incomplete,
    ),
    ...summarize(
      uri,
      {
        code: 'import/unreadable-field',
        severity: 'warning',
        message: (names, count) =>
          t`${count === 1 ? t`1 field is` : t`${String(count)} fields are`} not in the form that kubectl writes, or given twice: ${names}. ${count === 1 ? t`It counts` : t`They count`} as absent there; correct the file if ${count === 1 ? t`it matters` : t`they matter`}.`,
      },
      unreadable,
    ),
  ];
}
