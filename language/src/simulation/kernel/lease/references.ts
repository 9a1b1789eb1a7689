/**
 * The references to boxes in a state, and the place of each entity: the same references that keep objects alive in
 * collections on demand, seen from one place at a time.
 */
import { boxReferences } from '../../../analysis/leases/box-references.ts';
import { keepers } from '../../../analysis/doomed/doomed-keepers.ts';
import type { Entity } from '../../../model/entity.ts';
import type { EntityId } from '../../../model/entity-kind.ts';
import { isAlive, keepingModel, livingText } from '../graph-now.ts';
import { nodeOf } from '../messages.ts';
import type { Run, State } from '../run.ts';
import { wordOf } from './lease-settings.ts';
import { type NodeOrOutside, outside } from './leases.ts';
import { itemAt } from '../../../model/common/lookup.ts';
import { oncePer, oncePerText, type ResultsByText } from '../../../model/common/once-per.ts';

/** The references of a state. */
export interface References {
  /** The boxes that an entity refers to, directly or through entities that are no boxes, in declaration order. */
  readonly boxesOf: (entity: EntityId) => readonly EntityId[];
  /** The direct targets of its references. */
  readonly targetsOf: (entity: EntityId) => readonly EntityId[];
  readonly nodeOrOutside: (entity: EntityId) => NodeOrOutside;
  /** Returns true if an entity is an object on a node, alive or not. */
  readonly isBox: (entity: EntityId) => boolean;
  /** Living PDs and objects on a place, in declaration order. */
  readonly at: (place: NodeOrOutside) => readonly EntityId[];
  /** The boxes that living roots on a place name, each once, in order. */
  readonly namedAt: (place: NodeOrOutside) => readonly EntityId[];
  /** The boxes elsewhere that anything on a place refers to, in order. */
  readonly remoteFrom: (place: NodeOrOutside) => readonly EntityId[];
  /** A text that is the same for equal references between living boxes and roots. */
  readonly fingerprint: () => string;
}

interface Known extends References {
  readonly places: State['places'];
  readonly settings: State['settings'];
  readonly deferred: State['deferred'];
  readonly life: State['life'];
  readonly lives: State['lives'];
  readonly active: Int32Array;
  readonly values: State['values'];
}

/** The last references of each list of links. */
const known = new WeakMap<State['links'], Known>();
/** A search goes from state to state, and comes back to the same references. */
const references = oncePer<ReturnType<typeof keepingModel>, ResultsByText<References>>(() => oncePerText());

/** Returns the references of a state; computed once for the same graph, and the same entities alive. Cost: O(V + E). */
export function referencesNow(run: Run): References {
  const { links, places, settings, deferred, life, lives, active, values } = run.state;
  const before = known.get(links);
  const isSame =
    before?.places === places &&
    before.settings === settings &&
    before.deferred === deferred &&
    sameItems(before.life, life) &&
    sameItems(before.lives, lives) &&
    sameItems(before.active, active) &&
    sameItems(before.values, values);
  if (isSame) return before;
  const copies = { life: life.slice(), lives: lives.slice(), active: active.slice(), values: [...values] };
  const model = keepingModel(run);
  const found = references(model)(`${livingText(run.state)};${lives.map(Math.sign).join('')}`, () =>
    compute(run, model),
  );
  const graph = { ...found, places, settings, deferred, ...copies };
  known.set(links, graph);
  return graph;
}

/** Returns true if a living entity is a root by itself: a PD, or an object that the text marks. */
export function isRoot({ program, state }: Run, entity: EntityId): boolean {
  const declared = program.model.entities[entity];
  return declared !== undefined && isAlive(state, entity) && isMarked(declared);
}

const isMarked = ({ kind, root }: Pick<Entity, 'kind' | 'root'>): boolean => kind === 'pd' || root;

/**
 * Returns the boxes that roots on a place name, including values that it still keeps for others; each once, in order.
 */
export function namedByRoots(run: Run, place: NodeOrOutside): readonly EntityId[] {
  const named = referencesNow(run).namedAt(place);
  const kept = keptFor(run, place);
  return kept.length === 0 ? named : inOrder([...named, ...kept]);
}

/** Returns the boxes elsewhere that anything on a place refers to, or that it keeps for others, in order. */
export function remoteFrom(run: Run, place: NodeOrOutside): readonly EntityId[] {
  const { remoteFrom: remote, nodeOrOutside } = referencesNow(run);
  const kept = keptFor(run, place).filter((box) => nodeOrOutside(box) !== place);
  return kept.length === 0 ? remote(place) : inOrder([...remote(place), ...kept]);
}

/** The boxes that a place keeps for others, until these have been told of them. */
const keptFor = ({ state }: Run, place: NodeOrOutside): EntityId[] =>
  (state.leases?.transfers ?? []).flatMap(({ from, boxes }) => (from === place ? boxes : []));

/** Returns the boxes that a place sends keepalives for at a tick, in order. */
export function originsAt(run: Run, place: NodeOrOutside): readonly EntityId[] {
  const named = namedByRoots(run, place);
  const isFromRoots = wordOf(run, 'origin', ['roots', 'references']) === 'roots';
  return isFromRoots ? named : inOrder([...named, ...remoteFrom(run, place)]);
}

/** Returns the places of a model that have roots or boxes: its nodes, and the place outside of them. */
export const placesOf = ({ program }: Pick<Run, 'program'>): readonly NodeOrOutside[] => placesIn(program);

const placesIn = oncePer(({ model }: Run['program']): readonly NodeOrOutside[] => [
  outside,
  ...model.entities.filter(({ kind }) => kind === 'node').map(({ id }) => id),
]);

/** Sorts ids by declaration, each once. */
export const inOrder = (ids: Iterable<EntityId>): EntityId[] => [...new Set(ids)].sort((a, b) => a - b);

function compute(run: Run, model: ReturnType<typeof keepingModel>): References {
  const { program, state } = run;
  const { entities } = program.model;
  const keeping = keepers(model, 'demand', new Set());
  const { offsets, targets } = keeping;
  const where = entities.map(({ id }) => nodeOf(run, id) ?? outside);
  const living = new Set(entities.map(({ id }) => id).filter((id) => isAlive(state, id)));
  // The state changes while its references stay.
  const existed = new Set(entities.map(({ id }) => id).filter((id) => itemAt(state.lives, id) > 0));
  const placeOf = (entity: EntityId): NodeOrOutside => where[entity] ?? outside;
  const isBox = (entity: EntityId): boolean => entities[entity]?.kind === 'object' && placeOf(entity) !== outside;
  const targetsOf = remembered((entity) => [...targets.subarray(offsets[entity], offsets[entity + 1])]);
  const boxesOf = boxReferences(entities, keeping, {
    isBox,
    isAlive: (entity) => living.has(entity),
    hasExisted: (entity) => existed.has(entity),
  });
  const at = remembered((place) =>
    entities
      .filter(({ id, kind }) => (kind === 'pd' || kind === 'object') && placeOf(id) === place && living.has(id))
      .map(({ id }) => id),
  );
  const namedAt = remembered((place) =>
    inOrder(
      at(place)
        .filter((id) => isMarked(itemAt(entities, id)))
        .flatMap((id) => (isBox(id) ? [id] : boxesOf(id))),
    ),
  );
  const remoteOf = remembered((place) => inOrder(at(place).flatMap(boxesOf)).filter((box) => placeOf(box) !== place));
  let print: string | undefined;
  const fingerprint = (): string =>
    (print ??= entities
      .filter(({ id, kind, root }) => living.has(id) && (isBox(id) || kind === 'pd' || root))
      .map(({ id }) => `${id}@${placeOf(id)}:${boxesOf(id).join(',')}`)
      .join(' '));
  return { boxesOf, targetsOf, nodeOrOutside: placeOf, isBox, at, namedAt, remoteFrom: remoteOf, fingerprint };
}

function remembered(work: (key: number) => readonly EntityId[]): (key: number) => readonly EntityId[] {
  const results = new Map<number, readonly EntityId[]>();
  return (key) => {
    const before = results.get(key);
    if (before !== undefined) return before;
    const result = work(key);
    results.set(key, result);
    return result;
  };
}

function sameItems(a: ArrayLike<unknown>, b: ArrayLike<unknown>): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false;
  return true;
}
