/**
 * Makes a model of Kubernetes objects and the relations between them: objects, which can be deleted, and nodes, which
 * can crash.
 */
import type { Entity, Setting } from '../../model/entity.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Expression } from '../../model/machines/expression.ts';
import { cleanName } from '../../model/language-names.ts';
import { required } from '../../model/common/lookup.ts';
import { emptyModel } from '../../model/model.ts';
import type { Relation } from '../../model/relation.ts';
import { placeSpan } from '../import/import-findings.ts';
import type { Imported } from '../import/imported.ts';
import { blankEntity } from '../import/statements.ts';
import type { AddedObject, ClusterLink, Thing } from './cluster.ts';
import { deletionModeOf, heldBy } from './kubernetes-deletion.ts';
import type { KubernetesObject } from './kubernetes-objects.ts';
import { type AbsentOwner, type Ownership } from './kubernetes-owners.ts';
import { hookOf } from './releases.ts';

/** The parts of a model. */
export interface ModelParts {
  readonly objects: readonly KubernetesObject[];
  readonly absent: readonly AbsentOwner[];
  readonly added: readonly AddedObject[];
  readonly ownerships: readonly Ownership[];
  readonly links: readonly ClusterLink[];
  /** The finalizers that each operator removes. */
  readonly removedBy: ReadonlyMap<KubernetesObject, readonly string[]>;
  readonly nameOf: (thing: Thing) => string;
}

/** Returns the model. Relations are in the order of their subjects. `O(n log n)`. */
export function kubernetesModel(parts: ModelParts): Imported {
  const { objects, absent, added, ownerships, nameOf } = parts;
  const all: readonly Thing[] = [...objects, ...absent, ...added];
  const ids = new Map<Thing, EntityId>(all.map((thing, id) => [thing, id]));
  const idOf = (thing: Thing): EntityId => required(ids.get(thing));
  const stated = eachOnce([...ownerships.map(ownershipLink), ...parts.links], idOf);
  stated.sort((a, b) => idOf(a.from) - idOf(b.from));
  const relations = withKeys(stated).map(({ kind, from, to, as, quorum }, id): Relation => {
    const own = { id, kind, source: idOf(from), target: idOf(to), as, notify: undefined, nested: false };
    return quorum === undefined ? own : { ...own, quorum };
  });
  const owned = new Set(stated.flatMap(({ kind, to }) => (kind === 'owns' ? [to] : [])));
  const controllers = new Map(
    ownerships.filter(({ isController }) => isController).map((each) => [each.owned, nameOf(each.owner)]),
  );
  const entities = all.map((thing, id): Entity => {
    const own = { ...blankEntity, id, kind: isNode(thing) ? ('node' as const) : ('object' as const) };
    const named = { ...own, name: nameOf(thing), type: cleanName(thing.kind) };
    if ('isAdded' in thing) return { ...named, root: true };
    if (!('owners' in thing)) return { ...named, absent: true, settings: plainSettings([['uid', thing.uid]]) };
    const settings = settingsOf(thing, controllers.get(thing)?.replaceAll("'", ''), parts.removedBy.get(thing));
    const data = plainSettings([['hook', hookOf(thing)]]);
    if (isNode(thing)) return { ...named, data: [...settings, ...data] };
    const doomed = thing.deletionTimestamp === undefined ? {} : { doomed: true };
    return { ...named, root: !owned.has(thing), settings, data, ...doomed };
  });
  return {
    model: { ...emptyModel, entities, relations },
    sources: {
      entities: all.map(({ uri, place }) => placeSpan(uri, place)),
      relations: stated.map(({ uri, place }) => placeSpan(uri, place)),
      places: [],
      policies: [],
    },
    words: {
      entities: new Map(all.map((thing, id) => [id, `${thing.kind} ${thing.name}`])),
      relations: new Map(stated.flatMap(({ words }, id) => (words === undefined ? [] : [[id, words]]))),
    },
  };
}

/** Returns true for what runs pods. */
const isNode = (thing: Thing): boolean => thing.kind === 'Node' && thing.group === '' && 'owners' in thing;

/** Returns an ownership; what a node owns goes with it, because only objects own. */
function ownershipLink({ owner, owned, isBlocking, uri, place }: Ownership): ClusterLink {
  const words = `ownerReferences: ${owner.kind} ${owner.name}`;
  const ends = { from: owner, to: owned, uri, place, words };
  if (isNode(owner) || isNode(owned)) return { ...ends, kind: 'stops with', from: owned, to: owner };
  return { ...ends, kind: 'owns', as: isBlocking ? undefined : 'nonblocking' };
}

/** Numbers the needs of several targets, each by the place of its first relation. */
function withKeys(links: readonly ClusterLink[]): (ClusterLink & Pick<Relation, 'quorum'>)[] {
  const keys = new Map<object, number>();
  return links.map((each, index) => {
    if (each.group === undefined) return each;
    const key = keys.get(each.group) ?? index;
    keys.set(each.group, key);
    return { ...each, quorum: { least: each.group.least, key } };
  });
}

/** Returns relations once each, the first of them. */
function eachOnce(links: readonly ClusterLink[], idOf: (thing: Thing) => EntityId): ClusterLink[] {
  const known = new Set<string>();
  return links.filter(({ kind, from, to, group }) => {
    const key = `${kind} ${String(idOf(from))} ${String(idOf(to))}`;
    const isNew = group !== undefined || !known.has(key);
    known.add(key);
    return isNew;
  });
}

const settingsOf = (
  object: KubernetesObject,
  controller: string | undefined,
  removes: readonly string[] | undefined,
): Setting[] =>
  plainSettings([
    ['namespace', object.namespace],
    ['finalizers', heldBy(object)],
    ['removes', removes],
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
