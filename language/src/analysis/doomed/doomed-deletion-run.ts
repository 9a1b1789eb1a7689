/**
 * Runs the deletion of objects one by one: which are deleted because their last owner went, in which stage, and which
 * cannot end yet. "Deletion" in the language reference.
 */
import type { Digraph } from '../../graph/digraph.ts';
import { at } from '../../graph/digraph.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Policy } from '../../model/policy.ts';
import type { Relation, RelationId } from '../../model/relation.ts';
import type { RelatedEntities, RelationIndex } from '../facts/relation-index.ts';
import { indexRelations, relationOf } from '../facts/relation-index.ts';

/** The mode in which an object is deleted. */
export type DeletionMode = Policy['deletion'];

/** The input of a deletion. */
export interface DeletionStart {
  readonly model: RelatedEntities;
  readonly targets: readonly EntityId[];
  readonly mode: DeletionMode;
  /** The mode of a single target; `mode` if undefined. */
  readonly modeOf?: (target: EntityId) => DeletionMode | undefined;
  /** The mode of an object that is deleted as a dependent; background if undefined. */
  readonly ownModeOf: (dependent: EntityId) => DeletionMode | undefined;
  /** 1 for each entity that exists before. */
  readonly exists: Uint8Array;
  /** Returns true if an object must not end yet for reasons of its own. */
  readonly isHeld: (entity: EntityId) => boolean;
  /** Returns true if an owner cannot own that object at all, such as one in another namespace. */
  readonly isForeign: (owner: EntityId, owned: EntityId) => boolean;
}

/** The outcome; arrays are indexed by entity. */
export interface DeletionRun {
  /** The mode in which each object is deleted; undefined if it stays. */
  readonly mode: readonly (DeletionMode | undefined)[];
  /** 1 for each entity that has ended. */
  readonly ended: Uint8Array;
  /** The number of delays after which an object is deleted. */
  readonly stage: Int32Array;
  /**
   * The `owns` relation whose loss triggered the deletion; -1 for targets, and for objects without an owner from the
   * start.
   */
  readonly cause: Int32Array;
  /** The ownership that the deletion removes. */
  readonly cut: ReadonlySet<RelationId>;
  /** 1 for objects whose owners no longer wait for them, which breaks cycles in the foreground. */
  readonly released: Uint8Array;
  /** Returns the objects that an object deleted in the foreground still waits for. */
  readonly waitsFor: (entity: EntityId) => EntityId[];
}

interface Run extends DeletionStart {
  readonly index: RelationIndex;
  readonly owned: Digraph;
  readonly modes: (DeletionMode | undefined)[];
  readonly ended: Uint8Array;
  readonly stage: Int32Array;
  readonly cause: Int32Array;
  readonly cut: Set<RelationId>;
  /** Ownership to cut if the owned object does not end within the instant. */
  loosened: RelationId[];
  /** The number of existing owners of an object that do not wait for it to end. */
  readonly solid: Int32Array;
  /** The number of owners that an object names. */
  readonly owners: Int32Array;
  /** 1 for objects whose owners no longer wait for them, which breaks cycles in the foreground. */
  readonly released: Uint8Array;
  /** 1 for objects whose deletion has begun. */
  readonly begun: Uint8Array;
  /** The current stage. */
  now: number;
  /** The objects to process in the current stage. */
  queue: EntityId[];
  /** The objects of the next stage. */
  later: EntityId[];
}

/**
 * Runs a deletion to its end: all targets together, then the later ones one by one, in the order in which they lost
 * their last owner. Cost: O(V + E), and again for each one that goes later in the foreground.
 */
export function runDeletion(start: DeletionStart): DeletionRun {
  const run = prepare(start);
  const abandoned = start.model.entities.map(({ id }) => id).filter((id) => isAbandoned(run, id));
  for (const target of start.targets) {
    remove(run, target, start.modeOf?.(target) ?? start.mode, { stage: 0, cause: -1 });
  }
  const after = settle(run);
  const before = abandoned.filter((id) => isAbandoned(run, id) && run.modes[id] === undefined);
  for (const id of before) remove(run, id, ownMode(run, id), { stage: 1, cause: -1 });
  run.later = [];
  let due = [...before, ...after];
  for (run.now = 1; due.length > 0; run.now++) {
    const next: EntityId[] = [];
    for (const entity of due) {
      begin(run, entity);
      for (const id of settle(run)) next.push(id);
    }
    due = next;
  }
  const { modes, ended, stage, cause, cut, released } = run;
  return { mode: modes, ended, stage, cause, cut, released, waitsFor: (entity) => blockers(run, entity) };
}

function prepare(start: DeletionStart): Run {
  const { model, exists, isForeign } = start;
  const index = indexRelations(model);
  const perEntity = (): Int32Array => new Int32Array(model.entities.length);
  const run: Run = {
    ...start,
    index,
    owned: index.from('owns'),
    modes: new Array<DeletionMode | undefined>(model.entities.length).fill(undefined),
    ended: new Uint8Array(model.entities.length),
    stage: perEntity(),
    cause: perEntity().fill(-1),
    cut: new Set(),
    loosened: [],
    solid: perEntity(),
    owners: perEntity(),
    released: new Uint8Array(model.entities.length),
    begun: new Uint8Array(model.entities.length),
    now: 0,
    queue: [],
    later: [],
  };
  for (const { source, target } of index.all('owns')) {
    change(run.owners, target, 1);
    if (exists[source] === 1 && !isForeign(source, target)) change(run.solid, target, 1);
  }
  return run;
}

function remove(
  run: Run,
  entity: EntityId,
  mode: DeletionMode,
  { stage, cause }: { readonly stage: number; readonly cause: number },
): void {
  if (run.exists[entity] !== 1 || run.modes[entity] !== undefined) return;
  run.modes[entity] = mode;
  run.stage[entity] = stage;
  run.cause[entity] = cause;
  if (mode === 'foreground' && cause >= 0 && stage === run.now) {
    // A dependent that is already being deleted in the foreground would wait for this one in turn.
    const waits = (target: EntityId): boolean => run.modes[target] === 'foreground' && run.begun[target] === 1;
    if (dependentsOf(run, entity).some(({ target }) => target !== entity && waits(target))) run.released[entity] = 1;
  }
  if (stage === run.now) begin(run, entity);
  else run.later.push(entity);
}

function begin(run: Run, entity: EntityId): void {
  run.begun[entity] = 1;
  run.queue.push(entity);
}

const ownMode = ({ ownModeOf }: Run, entity: EntityId): DeletionMode => ownModeOf(entity) ?? 'background';

const isAbandoned = ({ exists, owners, solid }: Run, entity: EntityId): boolean =>
  exists[entity] === 1 && at(owners, entity) > 0 && at(solid, entity) === 0;

/** Processes the current stage, and returns the objects that lost their last owner, in declaration order. */
function settle(run: Run): EntityId[] {
  // Appending while iterating is intended: each object is processed once.
  for (const entity of run.queue) workOff(run, entity);
  letGo(run);
  if (run.queue.some((entity) => run.modes[entity] === 'foreground')) endForeground(run);
  const { later } = run;
  run.queue = [];
  run.later = [];
  return later.sort((a, b) => a - b);
}

/**
 * At the end of an instant, cuts the ownership of objects that stay for another owner by the one that waited for them.
 */
function letGo(run: Run): void {
  for (const id of run.loosened) {
    const { target } = relationOf(run.model, id);
    if (run.begun[target] === 1) continue;
    run.cut.add(id);
    change(run.owners, target, -1);
  }
  run.loosened = [];
}

/** Releases what a deleted object owns, if the object ends now. */
function workOff(run: Run, entity: EntityId): void {
  const mode = run.modes[entity];
  if (mode === 'orphan') orphan(run, entity);
  else if (mode === 'foreground') loseOwner(run, entity, 'foreground');
  if (mode === 'foreground' || run.isHeld(entity)) return;
  run.ended[entity] = 1;
  if (mode === 'background') loseOwner(run, entity, 'background');
}

function orphan(run: Run, entity: EntityId): void {
  for (const { id, target } of ownedBy(run, entity)) {
    run.cut.add(id);
    change(run.owners, target, -1);
    change(run.solid, target, -1);
    const hasLostOwners = at(run.owners, target) > 0 && at(run.solid, target) === 0;
    if (hasLostOwners) remove(run, target, ownMode(run, target), { stage: at(run.stage, entity) + 1, cause: id });
  }
}

function loseOwner(run: Run, entity: EntityId, mode: 'foreground' | 'background'): void {
  for (const { id, target } of dependentsOf(run, entity)) {
    change(run.solid, target, -1);
    if (at(run.solid, target) > 0) {
      // An object that another owner keeps loses this owner; a background deletion only lets the reference dangle.
      if (mode === 'foreground') run.loosened.push(id);
      continue;
    }
    const stage = at(run.stage, entity) + (mode === 'background' ? 1 : 0);
    const isInner = mode === 'foreground' && dependentsOf(run, target).length > 0;
    remove(run, target, isInner ? 'foreground' : ownMode(run, target), { stage, cause: id });
  }
}

/** Ends everything deleted in the foreground, except objects that are held or wait for a held one. */
function endForeground(run: Run): void {
  const { model, modes, ended } = run;
  const isWaiting = new Uint8Array(model.entities.length);
  const waiting: EntityId[] = [];
  const wait = (entity: EntityId): void => {
    if (isWaiting[entity] === 1) return;
    isWaiting[entity] = 1;
    waiting.push(entity);
  };
  for (const { id } of model.entities) if (modes[id] !== undefined && run.isHeld(id)) wait(id);
  // An object that owns itself waits for itself.
  for (const relation of run.index.all('owns')) {
    if (relation.source === relation.target && blocks(run, relation)) wait(relation.source);
  }
  const owners = run.index.to('owns');
  for (const entity of waiting) {
    for (let edge = at(owners.offsets, entity); edge < at(owners.offsets, entity + 1); edge++) {
      if (blocks(run, relationOf(model, at(owners.labels, edge)))) wait(at(owners.targets, edge));
    }
  }
  for (const { id } of model.entities)
    if (run.begun[id] === 1 && modes[id] === 'foreground' && isWaiting[id] !== 1) ended[id] = 1;
}

function blockers(run: Run, entity: EntityId): EntityId[] {
  return dependentsOf(run, entity)
    .filter((relation) => blocks(run, relation) && run.ended[relation.target] !== 1)
    .map(({ target }) => target);
}

/** Returns true if an owner deleted in the foreground waits for what it owns by that relation. */
function blocks({ modes, released, cut, isForeign }: Run, { id, source, target, as }: Relation): boolean {
  if (cut.has(id) || modes[source] !== 'foreground' || modes[target] === undefined) return false;
  return as !== 'nonblocking' && released[target] !== 1 && !isForeign(source, target);
}

/** Returns the relations by which an object owns others that have not ended and that it can own. */
function dependentsOf(run: Run, owner: EntityId): Relation[] {
  return ownedBy(run, owner).filter(({ target }) => run.ended[target] !== 1);
}

/** Returns the same relations, including those to objects that have ended. */
function ownedBy({ model, owned, exists, isForeign }: Run, owner: EntityId): Relation[] {
  const labels = owned.labels.subarray(at(owned.offsets, owner), at(owned.offsets, owner + 1));
  return Array.from(labels, (id) => relationOf(model, id)).filter(
    ({ target }) => exists[target] === 1 && !isForeign(owner, target),
  );
}

function change(numbers: Int32Array, index: number, by: number): void {
  numbers[index] = at(numbers, index) + by;
}
