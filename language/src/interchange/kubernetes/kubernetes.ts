/**
 * Imports the output of `kubectl get … -o yaml` or `-o json`, for planning deletions: each object with its owners,
 * finalizers and namespace. Ignores what runs in the objects. Never throws for bad input.
 */
import type { Entity, Setting } from '../../model/entity.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Expression } from '../../model/expression.ts';
import type { Finding } from '../../model/finding.ts';
import type { Relation } from '../../model/relation.ts';
import type { Span } from '../../model/span.ts';
import { placeSpan, summarize, type Occurrence, type TextPlace } from '../import/import-findings.ts';
import type { Imported, ImportOutcome } from '../import/imported.ts';
import { deletionFindings, deletionModeOf, heldBy } from './kubernetes-deletion.ts';
import { nameObjects, objectName } from './kubernetes-names.ts';
import { readObjects, type KubernetesObject } from './kubernetes-objects.ts';
import { findOwners, type AbsentOwner, type Owners } from './kubernetes-owners.ts';
import { cleanName } from '../../model/language-names.ts';
import { readYaml } from './yaml-documents.ts';
import { required } from '../../model/lookup.ts';
import { emptyModel } from '../../model/model.ts';

/**
 * Returns the model of the objects in order, followed by missing owners. The value is undefined, with an error, if the
 * text is broken or has no objects. Findings `import/…`, in the order of the lines. `O(n log n)`.
 */
export function importKubernetes(text: string, uri: string): ImportOutcome {
  const unfit = unfitText(text, uri);
  if (unfit !== undefined) return { value: undefined, findings: [unfit] };
  const documents = readYaml(text, uri);
  if (documents.value === undefined) return { value: undefined, findings: documents.findings };
  const read = readObjects(documents.value, uri);
  const { kept, repeated } = leaveOutRepeated(read.value);
  if (kept.length === 0) return { value: undefined, findings: [noObjects(uri)] };
  const owners = findOwners(kept, uri);
  const names = nameObjects<KubernetesObject | AbsentOwner>([...kept, ...owners.value.absent]);
  const nameOf = (object: KubernetesObject | AbsentOwner): string => required(names.get(object));
  const plainName = (object: KubernetesObject): string => nameOf(object).replaceAll("'", '');
  const findings = [
    ...documents.findings,
    ...read.findings,
    ...summarize(uri, repeatedObject, repeated),
    ...owners.findings,
    ...deletionFindings(kept, owners.value.ownerships, { uri, nameOf: plainName }),
  ];
  findings.sort((a, b) => a.span.start.line - b.span.start.line);
  return { value: buildModel(kept, owners.value, { uri, nameOf }), findings };
}

/** Removes repeated objects: of the same uid or, if neither has one, of the same name. */
function leaveOutRepeated(objects: readonly KubernetesObject[]): {
  readonly kept: readonly KubernetesObject[];
  readonly repeated: readonly Occurrence[];
} {
  const known = new Set<string>();
  const kept: KubernetesObject[] = [];
  const repeated: Occurrence[] = [];
  for (const object of objects) {
    const key = object.uid ?? JSON.stringify([object.group, objectName(object)]);
    if (known.has(key)) repeated.push({ about: objectName(object), place: object.place });
    else kept.push(object);
    known.add(key);
  }
  return { kept, repeated };
}

interface Naming {
  readonly uri: string;
  readonly nameOf: (object: KubernetesObject | AbsentOwner) => string;
}

function buildModel(
  objects: readonly KubernetesObject[],
  { ownerships, absent }: Owners,
  { uri, nameOf }: Naming,
): Imported {
  const all = [...objects, ...absent];
  const ids = new Map<KubernetesObject | AbsentOwner, EntityId>(all.map((object, id) => [object, id]));
  const idOf = (object: KubernetesObject | AbsentOwner): EntityId => {
    const id = ids.get(object);
    if (id === undefined) throw new Error(`"${object.name}" has become no entity.`);
    return id;
  };
  const sorted = [...ownerships].sort((a, b) => idOf(a.owner) - idOf(b.owner));
  const relations = sorted.map(({ owner, owned, isBlocking }, id): Relation => {
    const as = isBlocking ? undefined : 'nonblocking';
    return { id, kind: 'owns', source: idOf(owner), target: idOf(owned), as, notify: undefined, nested: false };
  });
  const owned = new Set(ownerships.map((each) => each.owned));
  const controllers = new Map(
    ownerships.filter(({ isController }) => isController).map((each) => [each.owned, nameOf(each.owner)]),
  );
  const entities = [
    ...objects.map((object) => {
      const settings = settingsOf(object, controllers.get(object)?.replaceAll("'", ''));
      return entityOf(object, { id: idOf(object), name: nameOf(object), root: !owned.has(object), settings });
    }),
    ...absent.map((owner) => {
      const settings = plainSettings([['uid', owner.uid]]);
      return entityOf(owner, { id: idOf(owner), name: nameOf(owner), absent: true, settings });
    }),
  ];
  const spanOf = ({ place }: { readonly place: TextPlace }): Span => placeSpan(uri, place);
  return {
    model: { ...emptyModel, entities, relations },
    sources: { entities: all.map(spanOf), relations: sorted.map(spanOf), places: [], policies: [] },
  };
}

const entityOf = (
  { kind }: KubernetesObject | AbsentOwner,
  own: Pick<Entity, 'id' | 'name' | 'settings'> & Partial<Pick<Entity, 'root' | 'absent'>>,
): Entity => ({
  kind: 'object',
  parent: undefined,
  type: cleanName(kind),
  copy: undefined,
  root: false,
  absent: false,
  machine: undefined,
  actions: [],
  data: [],
  destructor: undefined,
  documentation: undefined,
  ...own,
});

const settingsOf = (object: KubernetesObject, controller: string | undefined): Setting[] =>
  plainSettings([
    ['namespace', object.namespace],
    ['finalizers', heldBy(object)],
    ['deletionTimestamp', object.deletionTimestamp],
    ['deletion', deletionModeOf(object)],
    ['controller', controller],
    ['uid', object.uid],
    ['labels', object.labels],
  ]);

/** Returns texts and lists of texts as settings; omits absent and empty ones. */
function plainSettings(values: readonly (readonly [string, string | readonly string[] | undefined])[]): Setting[] {
  return values.flatMap(([name, value]): Setting[] => {
    if (value === undefined || value.length === 0) return [];
    if (typeof value === 'string') return [{ name, value: textOf(value) }];
    return [{ name, value: { kind: 'list', items: value.map(textOf) } }];
  });
}

const textOf = (value: string): Expression => ({ kind: 'text', parts: [value] });

/** Returns a fault that prevents a text from being read as YAML. */
function unfitText(text: string, uri: string): Finding | undefined {
  if (text.replace('\uFEFF', '').trim() === '') {
    return error(
      uri,
      0,
      'import/empty',
      'The file is empty. Let kubectl print the objects again and import the new file.',
    );
  }
  const nul = text.search(/[\0-\u0008\u000E-\u001F]/);
  if (nul < 0) return undefined;
  const line = text.slice(0, nul).split('\n').length - 1;
  const message = `The file is not text: line ${String(line + 1)} has bytes that no output of kubectl contains. Choose the YAML or JSON file, saved as UTF-8.`;
  return error(uri, line, 'import/binary', message);
}

const noObjects = (uri: string): Finding =>
  error(
    uri,
    0,
    'import/no-objects',
    'The file has no Kubernetes object: nothing in it has a kind and, in its metadata, a name. Choose a file that "kubectl get … -o yaml" or "-o json" has written.',
  );

const error = (uri: string, line: number, code: string, message: string): Finding => ({
  code,
  severity: 'error',
  message,
  span: placeSpan(uri, { line, start: 0, end: 0 }),
  related: [],
});

const repeatedObject = {
  code: 'import/repeated-object',
  severity: 'warning',
  message: (names: string, count: number) =>
    `${count === 1 ? '1 object is' : `${String(count)} objects are`} already in the file and ${count === 1 ? 'is' : 'are'} omitted: ${names}. The first of each counts.`,
} as const;
