/**
 * Deletion of objects, worked out object by object: who is deleted because its last owner went, in
 * which stage, and who cannot end yet. "Deletion" in the language reference.
 */
import type { Digraph } from '../../graph/digraph.ts';
import { at } from '../../graph/digraph.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Policy } from '../../model/policy.ts';
import type { Relation, RelationId } from '../../model/relation.ts';
import type { RelatedEntities, RelationIndex } from '../facts/relation-index.ts';
import { indexRelations, relationOf } from '../facts/relation-index.ts';

/** How an object is deleted. */
export type DeletionMode = Policy['deletion'];

/** What a deletion starts from. */
export interface DeletionStart {
  readonly model: RelatedEntities;
  readonly targets: readonly EntityId[];
  readonly mode: DeletionMode;
  /** How single targets are deleted; `mode` where it says nothing. */
  readonly modeOf?: (target: EntityId) => DeletionMode | undefined;
  /** How an object that nobody asked to delete is deleted in its turn; in the background where it says nothing. */
  readonly ownModeOf: (dependent: EntityId) => DeletionMode | undefined;
  /** 1 for what exists before. */
  readonly exists: Uint8Array;
  /** Whether an object must not end yet for reasons of its own. */
  readonly isHeld: (entity: EntityId) => boolean;
  /** Whether an owner cannot own that object at all, as one in another namespace. */
  readonly isForeign: (owner: EntityId, owned: EntityId) => boolean;
}

/** The outcome; arrays are indexed by entity. */
export interface DeletionRun {
  /** How each object is deleted; undefined for what stays. */
  readonly mode: readonly (DeletionMode | undefined)[];
  /** 1 for what has ended. */
  readonly ended: Uint8Array;
  /** After how many delays an object is deleted. */
  readonly stage: Int32Array;
  /** The `owns` relation whose loss was the last straw; -1 for targets, and for what had no owner from the start. */
  readonly cause: Int32Array;
  /** Ownership that the deletion takes away. */
  readonly cut: ReadonlySet<RelationId>;
  /** 1 for those whose owners wait for them no more, so that a circle in the foreground ends. */
  readonly released: Uint8Array;
  /** What an object that is deleted in the foreground still waits for. */
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
  /** Ownership that is cut if the owned one does not go within the instant. */
  loosened: RelationId[];
  /** How many owners of an object are there and not waiting for it to go. */
  readonly solid: Int32Array;
  /** How many owners an object names at all. */
  readonly owners: Int32Array;
  /** Objects whose owners wait for them no more, so that a circle in the foreground ends. */
  readonly released: Uint8Array;
  /** 1 for what is being deleted by now. */
  readonly begun: Uint8Array;
  /** The stage that is worked off. */
  now: number;
  /** What goes in it and is still to be worked off. */
  queue: EntityId[];
  /** What goes in the next one. */
  later: EntityId[];
}

/**
 * Runs a deletion to its end: all targets together, then one by one what goes later, in the order in which
 * it has lost its last owner. Cost: O(V + E), and once more for each that goes later in the foreground.
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
    // A dependent that is itself on the way out in the foreground would wait for this one in turn.
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

/** Works off what goes now, and returns what has lost its last owner by that, by declaration. */
function settle(run: Run): EntityId[] {
  // Appending while reading is meant: each object is worked off once.
  for (const entity of run.queue) workOff(run, entity);
  letGo(run);
  if (run.queue.some((entity) => run.modes[entity] === 'foreground')) endForeground(run);
  const { later } = run;
  run.queue = [];
  run.later = [];
  return later.sort((a, b) => a - b);
}

/** At the end of an instant, what stays for the sake of another owner loses its bond to the one that waited for it. */
function letGo(run: Run): void {
  for (const id of run.loosened) {
    const { target } = relationOf(run.model, id);
    if (run.begun[target] === 1) continue;
    run.cut.add(id);
    change(run.owners, target, -1);
  }
  run.loosened = [];
}

/** Lets go of what a deleted object owns, as far as it ends now. */
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
      // What another owner keeps loses its bond to this one; a background deletion only lets it dangle.
      if (mode === 'foreground') run.loosened.push(id);
      continue;
    }
    const stage = at(run.stage, entity) + (mode === 'background' ? 1 : 0);
    const isInner = mode === 'foreground' && dependentsOf(run, target).length > 0;
    remove(run, target, isInner ? 'foreground' : ownMode(run, target), { stage, cause: id });
  }
}

/** Ends everything deleted in the foreground but what is held, and what waits for something held. */
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

/** Whether an owner that is deleted in the foreground waits for what it owns by that relation. */
function blocks({ modes, released, cut, isForeign }: Run, { id, source, target, as }: Relation): boolean {
  if (cut.has(id) || modes[source] !== 'foreground' || modes[target] === undefined) return false;
  return as !== 'nonblocking' && released[target] !== 1 && !isForeign(source, target);
}

/** Returns the relations by which an object owns others that are there and can be owned by it. */
function dependentsOf(run: Run, owner: EntityId): Relation[] {
  return ownedBy(run, owner).filter(({ target }) => run.ended[target] !== 1);
}

/** The same with those that have ended by now. */
function ownedBy({ model, owned, exists, isForeign }: Run, owner: EntityId): Relation[] {
  const labels = owned.labels.subarray(at(owned.offsets, owner), at(owned.offsets, owner + 1));
  return Array.from(labels, (id) => relationOf(model, id)).filter(
    ({ target }) => exists[target] === 1 && !isForeign(owner, target),
  );
}

function change(numbers: Int32Array, index: number, by: number): void {
  numbers[index] = at(numbers, index) + by;
}
