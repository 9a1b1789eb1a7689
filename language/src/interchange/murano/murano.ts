/**
 * Imports object models of OpenStack Murano: JSON with `Objects` and the snapshot `ObjectsCopy`, or one tree of objects.
 * Never throws for bad input. The rules: `language/docs/systems/murano-destruction.md`.
 */
import { cleanName, writeName } from '../../model/language-names.ts';
import { required } from '../../model/common/lookup.ts';
import { defaultPolicy, type Policy } from '../../model/policy.ts';
import { failedImport, type ImportFault, type Occurrence, placeSpan, summarize } from '../import/import-findings.ts';
import type { ImportFile } from '../import/import-format.ts';
import type { Imported, ImportOutcome } from '../import/imported.ts';
import { type Making, modelOf, statedSetting, type Statement } from '../import/statements.ts';
import { readYaml } from '../kubernetes/yaml-documents.ts';
import type { YamlNode } from '../kubernetes/yaml-value.ts';
import { lastEntry, header, type MuranoObject, objectsIn } from './object-model.ts';
import { t } from '../../model/common/translation.ts';

/** Returns what shows that a file is an object model, if it is one. */
export function recognizeMurano(files: readonly ImportFile[]): string | undefined {
  const found = files.find(({ text }) => {
    const start = text.slice(0, looksAt);
    return hasHeader.test(start) && (hasObjects.test(start) || hasType.test(start));
  });
  return found && t`"${found.name}" has objects with a header "?", as models of Murano do`;
}

const hasHeader = /["']?\?["']?\s*:\s*[{\n]/;
const hasObjects = /["']?Objects(?:Copy)?["']?\s*:/;
const hasType = /["']?type["']?\s*:\s*["']?[\w.]+/;
const looksAt = 200_000;

const advice = {
  larger: t`Export one environment.`,
  deeper: t`as no object model does. Choose the JSON that Murano stores.`,
  broken: t`Correct the line, or export the object model again.`,
};

/** Returns the model of the objects, with findings `import/…`. `O(text)`. */
export function importMurano([file]: readonly ImportFile[]): ImportOutcome {
  const { text = '', uri = '' } = file ?? {};
  if (text.trim() === '') return failedImport(uri, 'import/empty', emptyMessage);
  const { value: documents, findings } = readYaml(text, uri, advice);
  if (documents === undefined) return { value: undefined, findings };
  const [root] = documents;
  const copy = lastEntry(root, 'ObjectsCopy');
  // An answer of the API has its objects anywhere in it.
  const now = lastEntry(root, 'Objects') ?? (copy === undefined ? root : undefined);
  const read = readTrees(now, copy);
  if (read.objects.length === 0) return failedImport(uri, 'import/wrong-format', wrongMessage);
  const made = muranoModel(read.objects, uri);
  return {
    value: made.imported,
    findings: [
      ...findings,
      ...summarize(uri, repeatedIds, read.repeated),
      ...summarize(uri, lacksId, read.withoutId),
      ...summarize(uri, vanished, made.vanished),
      ...summarize(uri, handlers, made.handlers),
    ],
  };
}

/** An object, and whether only the snapshot has it. */
interface Known extends MuranoObject {
  readonly isGone: boolean;
}

interface Trees {
  readonly objects: readonly Known[];
  readonly repeated: readonly Occurrence[];
  readonly withoutId: readonly Occurrence[];
}

/** Reads the objects of the model, then those that only the snapshot has: the engine does so, too. */
function readTrees(now: YamlNode | undefined, copy: YamlNode | undefined): Trees {
  const known = new Map<string, Known>();
  const repeated: Occurrence[] = [];
  const withoutId: Occurrence[] = [];
  for (const [tree, isGone] of [
    [now, false],
    [copy, true],
  ] as const) {
    if (tree === undefined) continue;
    const found = objectsIn(tree);
    const own = new Set<string>();
    for (const object of found.objects) {
      if (own.has(object.id)) repeated.push({ about: object.id, place: object.place });
      own.add(object.id);
      if (!known.has(object.id)) known.set(object.id, { ...object, isGone });
    }
    withoutId.push(...found.withoutId.map((place) => ({ about: header, place })));
  }
  return { objects: [...known.values()], repeated, withoutId };
}

interface Made {
  readonly imported: Imported;
  readonly vanished: readonly Occurrence[];
  readonly handlers: readonly Occurrence[];
}

function muranoModel(objects: readonly Known[], uri: string): Made {
  const known = new Map(objects.map((object) => [object.id, object]));
  const names = nameObjects(objects, known);
  const makings: Making[] = [];
  const statements: Statement[] = [];
  const vanished: Occurrence[] = [];
  const called: Occurrence[] = [];
  for (const object of objects) {
    const place = placeSpan(uri, object.place);
    const parent = ownerIn(object, known);
    makings.push({
      key: object.id,
      ...(parent !== undefined && { parent }),
      entity: {
        kind: 'object',
        name: names.get(object.id) ?? writeName(object.id),
        type: object.type,
        root: !object.isGone && object.owner === undefined,
        absent: object.isDestroyed,
        data: [statedSetting('id', object.id), ...object.values.flatMap(([key, value]) => dataOf(key, value))],
      },
      place,
      words: `${object.type} ${object.id}`,
    });
    // The snapshot's owner goes on without it, but would still go after it.
    if (parent === undefined && object.owner !== undefined)
      statements.push({ kind: 'destroyed after', from: object.owner, to: object.id, place, words: 'owner' });
    for (const { text, place: at } of object.texts)
      if (text !== object.id && canRefer(object, known.get(text)))
        statements.push({
          kind: 'refers',
          from: object.id,
          to: text,
          place: placeSpan(uri, at),
          words: `refers to ${text}`,
        });
    for (const { text, handler, place: at } of object.subscriptions) {
      const words = `onDestruction: ${text}${handler === undefined ? '' : ` (${handler})`}`;
      if (!known.has(text)) vanished.push({ about: text, place: at });
      else if (handler !== undefined) called.push({ about: handler, place: at });
      statements.push({ kind: 'destroyed after', from: text, to: object.id, place: placeSpan(uri, at), words });
    }
  }
  const imported = { ...modelOf(makings, statements, [engine]), libraries: ['std/murano'] };
  return { imported, vanished, handlers: called };
}

/** Returns the owner that an object is nested in; what only the snapshot has is not kept by what goes on. */
function ownerIn({ owner, isGone }: Known, known: ReadonlyMap<string, Known>): string | undefined {
  const around = owner === undefined ? undefined : known.get(owner);
  return around?.isGone === isGone ? owner : undefined;
}

/** Tells whether a text can be a reference: to what only the snapshot has, nothing else has one, as it would not load. */
const canRefer = (from: Known, to: Known | undefined): boolean => to !== undefined && (from.isGone || !to.isGone);

const dataOf = (key: string, value: string): ReturnType<typeof statedSetting>[] =>
  key === 'id' || key === 'name' ? [] : [statedSetting(key, value)];

/** Returns qualified names: the object's own name or id, with the beginning of its id after a name that is taken. */
function nameObjects(objects: readonly Known[], known: ReadonlyMap<string, Known>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const object of objects) {
    const owner = ownerIn(object, known);
    const around = owner === undefined ? '' : `${required(names.get(owner))}.`;
    const wished = object.name === undefined || object.name.trim() === '' ? object.id : object.name.trim();
    const marks = ['', `#${object.id.slice(0, 8)}`, `#${object.id}`];
    const free = marks
      .map((mark) => `${around}${writeName(cleaned(`${wished}${mark}`))}`)
      .find((name) => !taken.has(name));
    const name = free ?? `${around}${writeName(cleaned(`${wished}#${String(names.size)}`))}`;
    taken.add(name);
    names.set(object.id, name);
  }
  return names;
}

/** Returns a name that can be quoted. */
const cleaned = (name: string): string => name.replace(/['\p{Cc}\p{Zl}\p{Zp}\\]/gu, '_') || cleanName(name);

/** The engine's order, as in `murano-engine` of `std/murano`. */
const engine: Policy = {
  ...defaultPolicy,
  conflict: 'ownership',
  layers: 'latest',
  throughSurvivors: false,
  subscriptions: 'set',
  subscribers: 'turn',
};

const repeatedIds: ImportFault = {
  code: 'import/repeated-name',
  severity: 'warning',
  message: (names, count) =>
    t`${count === 1 ? t`1 object has` : `${String(count)} objects have`} the id of one before: ${names}. The first of each counts; give the others an id of their own.`,
};
const lacksId: ImportFault = {
  code: 'import/left-out',
  severity: 'warning',
  message: (_names, count) =>
    t`${count === 1 ? t`1 object has` : t`${String(count)} objects have`} a header without an id and ${count === 1 ? t`is` : t`are`} left out; what is in ${count === 1 ? t`it` : t`them`} belongs to the object around it. Give ${count === 1 ? t`it` : t`each`} an id.`,
};
const vanished: ImportFault = {
  code: 'import/left-out',
  severity: 'warning',
  message: (names, count) =>
    t`${count === 1 ? t`1 subscription is` : t`${String(count)} subscriptions are`} of objects that the file does not contain: ${names}. The engine drops ${count === 1 ? t`it` : t`them`}, too; correct the ids if they are wrong.`,
};
const handlers: ImportFault = {
  code: 'import/left-out',
  severity: 'information',
  message: (names, count) =>
    t`${count === 1 ? t`1 subscription names a handler` : t`${String(count)} subscriptions name handlers`} whose code the file does not contain: ${names}. The order is imported; write each as "action" with "notify" where its effect matters.`,
};

const emptyMessage = t`The file is empty. Choose the JSON that Murano stores for an environment.`;
const wrongMessage = t`The file has no object with a header "?" and an id, so it is not a Murano object model. Choose the JSON that Murano stores for an environment.`;
