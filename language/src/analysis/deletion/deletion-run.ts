/**
 * Runs the deletion of objects one by one: which are deleted because their last owner went, in which stage, and what
 * ends with them. "Deletion" in the language reference; `deletion-waits.ts` says what cannot end yet.
 */
import type { DeletionMode } from '../../model/policy.ts';
import { at, itemAt } from '../../model/common/lookup.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { indexRelations } from '../facts/relation-index.ts';
import { entityOf, relationOf } from '../../model/model.ts';
import { deletionSpreadOf } from './deletion-spread.ts';
import { type DeletionRun, type DeletionStart, type EndMode, isCollected, isSentence, isStronger, type OngoingDeletion } from './deletion-state.ts'; // oxfmt-ignore
import { blockers, dependentsOf, isHeld, isNoOwnership, ownedBy, whatCanEnd } from './deletion-waits.ts';

/**
 * Runs a deletion to its end: all targets together, then the later ones one by one, in the order in which they lost
 * their last owner. Cost: O(V + E), and again for each one that goes later in the foreground.
 */
export function runDeletion(start: DeletionStart): DeletionRun {
  const run = prepare(start);
  const abandoned = start.model.entities
    .map(({ id }) => id)
    .filter((id) => isAbandoned(run, id) && start.staysAbandoned?.(id) !== true);
  for (const target of start.targets) {
    remove(run, target, start.modeOf?.(target) ?? start.mode, { stage: 0, by: -1, cause: -1 });
  }
  const after = settle(run);
  if (start.isInstant === true) return outcomeOf(run);
  const before = abandoned.filter((id) => isAbandoned(run, id) && run.modes[id] === undefined);
  for (const id of before) remove(run, id, ownMode(run, id), { stage: 1, by: -1, cause: -1 });
  run.later = [];
  let due = [...before, ...after];
  for (run.now = 1; due.length > 0; run.now++) {
    const next: EntityId[] = [];
    for (const entity of due) {
      if (run.begun[entity] !== 1) begin(run, entity);
      for (const id of settle(run)) next.push(id);
    }
    due = next;
  }
  return outcomeOf(run);
}

function outcomeOf(run: OngoingDeletion): DeletionRun {
  const { modes: mode, ended, stage, endedAt, by, cause, raised, cut, released } = run;
  return { mode, ended, stage, endedAt, by, cause, raised, cut, released, waitsFor: (entity) => blockers(run, entity) };
}

function prepare(start: DeletionStart): OngoingDeletion {
  const { model, exists, isForeign } = start;
  const index = indexRelations(model);
  const perEntity = (): Int32Array => new Int32Array(model.entities.length);
  const run: OngoingDeletion = {
    ...start,
    index,
    owned: index.from('owns'),
    modes: new Array<EndMode | undefined>(model.entities.length).fill(undefined),
    ended: new Uint8Array(model.entities.length),
    stage: perEntity(),
    endedAt: perEntity().fill(-1),
    by: perEntity().fill(-1),
    spread: deletionSpreadOf(
      index,
      start.targets.some((target) => isSentence(start.modeOf?.(target))),
    ),
    cause: perEntity().fill(-1),
    raised: new Map(),
    cut: new Set(),
    loosened: [],
    foreground: new Set(),
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

/** The cause of an end: when it begins, after which other one, and by which relation. */
interface Cause {
  readonly stage: number;
  readonly by: number;
  readonly cause: number;
}

function remove(run: OngoingDeletion, entity: EntityId, mode: EndMode, { stage, by, cause }: Cause): void {
  const before = run.modes[entity];
  const isSooner = before !== undefined && isStronger(mode, before) && run.ended[entity] !== 1;
  if (run.exists[entity] !== 1 || (before !== undefined && !isSooner)) return;
  run.modes[entity] = mode;
  if (isSooner && run.begun[entity] === 1) {
    // Its own deletion would wait for more; whose end it follows stays as it is.
    run.raised.set(entity, { by, cause });
    begin(run, entity);
    return;
  }
  run.stage[entity] = stage;
  run.by[entity] = by;
  run.cause[entity] = cause;
  if (mode === 'foreground' && cause >= 0 && stage === run.now && relationOf(run.model, cause).kind === 'owns') {
    // A dependent that is already being deleted in the foreground would wait for this one in turn.
    const waits = (target: EntityId): boolean => run.modes[target] === 'foreground' && run.begun[target] === 1;
    if (dependentsOf(run, entity).some(({ target }) => target !== entity && waits(target))) run.released[entity] = 1;
  }
  if (stage === run.now) begin(run, entity);
  else run.later.push(entity);
}

function begin(run: OngoingDeletion, entity: EntityId): void {
  run.begun[entity] = 1;
  run.queue.push(entity);
}

/** Dooms what stops with an entity that is doomed, and all that goes with one that is destroyed. */
function spreadFrom(run: OngoingDeletion, entity: EntityId): void {
  const { spread, modes, model } = run;
  const mode = modes[entity];
  if (spread === undefined || mode === undefined) return;
  const { offsets, targets, labels } = mode === 'destroy' || mode === 'taken' ? spread.along : spread.stops;
  for (let edge = at(offsets, entity); edge < at(offsets, entity + 1); edge++) {
    const other = at(targets, edge);
    if (isNoOwnership(run, at(labels, edge)) || isSpared(run, entity, other)) continue;
    const how = entityOf(model, other).kind === 'object' && !isCollected(mode) ? mode : sentenceWith(mode);
    remove(run, other, how, { stage: run.now, by: entity, cause: at(labels, edge) });
  }
}

/** Returns how something that is no object ends along with what ends in a mode. */
const sentenceWith = (mode: EndMode | undefined): EndMode => (isCollected(mode) ? 'taken' : 'destroy');

/** Returns true if an entity stays though it would end with another one: a collection takes nothing protected along. */
const isSpared = ({ modes, model, index }: OngoingDeletion, by: EntityId, entity: EntityId): boolean =>
  isCollected(modes[by]) &&
  (entityOf(model, entity).protected === true ||
    index.all('protects').some(({ target, as }) => target === entity && as !== 'eviction'));

const ownMode = ({ ownModeOf }: OngoingDeletion, entity: EntityId): DeletionMode => ownModeOf(entity) ?? 'background';

const isAbandoned = ({ exists, owners, solid }: OngoingDeletion, entity: EntityId): boolean =>
  exists[entity] === 1 && at(owners, entity) > 0 && at(solid, entity) === 0;

/**
 * Processes the current stage in rounds: first all is doomed that ends with what is doomed, then all that can end ends
 * together, and dooms in turn what dies with it. Returns the objects that lost their last owner, in declaration order.
 */
function settle(run: OngoingDeletion): EntityId[] {
  do {
    const { queue } = run;
    // The queue grows: all that is doomed is known before an owner lets go, and orphaning cuts before owners count.
    for (let [spread, cut, left] = [0, 0, 0]; left < queue.length;) {
      if (spread < queue.length) spreadFrom(run, itemAt(queue, spread++));
      else if (cut < queue.length) orphan(run, itemAt(queue, cut++));
      else leaveOwned(run, itemAt(queue, left++));
    }
    run.queue = [];
    cutLoosened(run);
    endAll(run, whatEndsNow(run, queue));
  } while (run.queue.length > 0);
  const { later } = run;
  run.later = [];
  return later.sort((a, b) => a - b);
}

/** Returns what can end, once what is new has begun to end. Cost: that of the new; O(V + E) where anything may wait. */
function whatEndsNow(run: OngoingDeletion, queue: readonly EntityId[]): readonly EntityId[] {
  // Without `waits for`, a finalizer alone keeps an owner in the foreground, until what has it is destroyed.
  const mayEndOwner = (entity: EntityId): boolean =>
    run.modes[entity] === 'foreground' || isSentence(run.modes[entity]);
  if (run.spread?.hasWaits === true || (run.foreground.size > 0 && queue.some(mayEndOwner))) return whatCanEnd(run);
  return queue.filter((entity) => run.ended[entity] !== 1 && !isHeld(run, entity));
}

/** Ends entities together: what dies with one is destroyed, what has lost its last owner is deleted later. */
function endAll(run: OngoingDeletion, entities: readonly EntityId[]): void {
  for (const entity of entities) {
    run.ended[entity] = 1;
    run.endedAt[entity] = run.now;
    run.foreground.delete(entity);
  }
  for (const entity of entities) {
    takeAlong(run, entity);
    const mode = run.modes[entity];
    if (mode === 'background' || mode === 'collect') loseOwner(run, entity, 'background');
  }
}

/** Destroys what dies with an entity that has ended. */
function takeAlong(run: OngoingDeletion, entity: EntityId): void {
  if (run.spread === undefined) return;
  const { offsets, targets, labels } = run.spread.dies;
  for (let edge = at(offsets, entity); edge < at(offsets, entity + 1); edge++) {
    const other = at(targets, edge);
    if (isSpared(run, entity, other)) continue;
    remove(run, other, sentenceWith(run.modes[entity]), { stage: run.now, by: entity, cause: at(labels, edge) });
  }
}

/**
 * At the end of an instant, cuts the ownership of objects that stay for another owner by the one that waited for them.
 */
function cutLoosened(run: OngoingDeletion): void {
  for (const id of run.loosened) {
    const { target } = relationOf(run.model, id);
    if (run.begun[target] === 1) continue;
    run.cut.add(id);
    change(run.owners, target, -1);
  }
  run.loosened = [];
}

/** Deletes what an object owns that is deleted in the foreground, unless another owner keeps it. */
function leaveOwned(run: OngoingDeletion, entity: EntityId): void {
  if (run.modes[entity] !== 'foreground') return;
  run.foreground.add(entity);
  loseOwner(run, entity, 'foreground');
}

/** Cuts what an object owns that is deleted orphaning. */
function orphan(run: OngoingDeletion, entity: EntityId): void {
  if (run.modes[entity] !== 'orphan') return;
  for (const { id, target } of ownedBy(run, entity)) {
    run.cut.add(id);
    change(run.owners, target, -1);
    change(run.solid, target, -1);
    const hasLostOwners = at(run.owners, target) > 0 && at(run.solid, target) === 0;
    if (hasLostOwners && run.staysWithoutOwners?.(target) !== true)
      remove(run, target, ownMode(run, target), { stage: run.now + 1, by: entity, cause: id });
  }
}

function loseOwner(run: OngoingDeletion, entity: EntityId, mode: 'foreground' | 'background'): void {
  for (const { id, target } of dependentsOf(run, entity)) {
    change(run.solid, target, -1);
    if (at(run.solid, target) > 0) {
      // An object that another owner keeps loses this owner; a background deletion only lets the reference dangle.
      if (mode === 'foreground') run.loosened.push(id);
      continue;
    }
    if (mode === 'background' && run.staysWithoutOwners?.(target) === true) continue;
    const stage = run.now + (mode === 'background' ? 1 : 0);
    const isInner = mode === 'foreground' && dependentsOf(run, target).length > 0;
    remove(run, target, isInner ? 'foreground' : ownMode(run, target), { stage, by: entity, cause: id });
  }
}

function change(numbers: Int32Array, index: number, by: number): void {
  numbers[index] = at(numbers, index) + by;
}
