/**
 * Decides what can end in a deletion, and what has to wait: for its finalizers, for what it owns in the foreground, or
 * by `waits for`.
 */
import { at } from '../../model/common/lookup.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Relation } from '../../model/relation.ts';
import { relationOf } from '../../model/model.ts';
import { isSentence, type OngoingDeletion } from './deletion-state.ts';
import { indexRelations, type RelatedEntities } from '../facts/relation-index.ts';
import { stuck } from './stuck.ts';

/**
 * Returns what has begun to end and can do so now: what is not held, and waits for nothing that does not end now as
 * well. In the foreground the objects of a cycle of ownership end together; what is on a cycle of `waits for` never
 * ends. Cost: O(V + E).
 */
export function whatCanEnd(run: OngoingDeletion): EntityId[] {
  const { modes, model } = run;
  const [waiting, awaited, isStrict, held]: [number[], number[], boolean[], number[]] = [[], [], [], []];
  const wait = (entity: EntityId, other: EntityId, strict: boolean): void => {
    waiting.push(entity);
    awaited.push(other);
    isStrict.push(strict);
  };
  const isEnding = (id: EntityId): boolean => run.begun[id] === 1 && run.ended[id] !== 1;
  for (const relation of run.index.all('owns')) {
    const { source, target } = relation;
    // An object that owns itself waits for itself.
    if (run.ended[target] !== 1 && blocks(run, relation)) wait(source, target, source === target);
  }
  for (const { id } of model.entities) {
    if (modes[id] !== undefined && isHeld(run, id)) held.push(id);
    if (!isEnding(id)) continue;
    for (const other of awaitedBy(run, id)) {
      if (isEnding(other)) wait(id, other, true);
      else held.push(id);
    }
    for (const other of hostedBy(run, id)) wait(id, other, false);
  }
  const isStuck = stuck({ nodeCount: model.entities.length, waiting, awaited, isStrict, held });
  return model.entities.map(({ id }) => id).filter((id) => isEnding(id) && isStuck[id] !== 1);
}

/**
 * Marks with 1 what waits for itself by a cycle of `waits for` among what exists, and what waits for any of that: no
 * orderly end of it completes. Cost: O(V + E).
 */
export function onWaitCycle(model: RelatedEntities, exists: Uint8Array): Uint8Array {
  const waits = indexRelations(model)
    .all('waits for')
    .filter(({ source, target }) => exists[source] === 1 && exists[target] === 1);
  if (waits.length === 0) return new Uint8Array(model.entities.length);
  return stuck({
    nodeCount: model.entities.length,
    waiting: waits.map(({ source }) => source),
    awaited: waits.map(({ target }) => target),
    isStrict: waits.map(() => true),
    held: [],
  });
}

/** Returns true if an object must not end yet for reasons of its own. */
export const isHeld = (run: OngoingDeletion, entity: EntityId): boolean =>
  !isSentence(run.modes[entity]) && run.isHeld(entity);

/** Returns true for the label of an ownership that does not count, or no longer. */
export function isNoOwnership({ model, cut, isForeign }: OngoingDeletion, label: number): boolean {
  if (label < 0) return false;
  if (cut.has(label)) return true;
  const { kind, source, target } = relationOf(model, label);
  return kind === 'owns' && isForeign(source, target);
}

/** Returns what an entity waits for by `waits for`. */
function awaitedBy({ spread, exists, ended, isAwaited }: OngoingDeletion, entity: EntityId): EntityId[] {
  if (spread?.hasWaits !== true) return [];
  const { offsets, targets } = spread.waits;
  return Array.from(targets.subarray(offsets[entity], offsets[entity + 1])).filter(
    (id) => exists[id] === 1 && ended[id] !== 1 && isAwaited?.(id) !== false,
  );
}

/**
 * Returns what an entity that is destroyed hosts, owns or manages, and what has not ended; of what a collection found,
 * only what ends as well.
 */
function hostedBy(run: OngoingDeletion, entity: EntityId): EntityId[] {
  const { spread, exists, ended, modes } = run;
  if (spread === undefined || !isSentence(modes[entity])) return [];
  const { offsets, targets, labels } = spread.inner;
  return Array.from(targets.subarray(offsets[entity], offsets[entity + 1])).filter(
    (id, index) =>
      exists[id] === 1 &&
      ended[id] !== 1 &&
      (modes[entity] === 'destroy' || modes[id] !== undefined) &&
      !isNoOwnership(run, at(labels, at(offsets, entity) + index)),
  );
}

/** Returns what an entity that is to end still waits for. */
export function blockers(run: OngoingDeletion, entity: EntityId): EntityId[] {
  const owned = dependentsOf(run, entity)
    .filter((relation) => blocks(run, relation) && run.ended[relation.target] !== 1)
    .map(({ target }) => target);
  return [...new Set([...awaitedBy(run, entity), ...owned, ...hostedBy(run, entity)])];
}

/** Returns true if an owner deleted in the foreground waits for what it owns by that relation. */
function blocks({ modes, released, cut, isForeign }: OngoingDeletion, { id, source, target, as }: Relation): boolean {
  if (cut.has(id) || modes[source] !== 'foreground' || modes[target] === undefined) return false;
  return as !== 'nonblocking' && released[target] !== 1 && !isForeign(source, target);
}

/** Returns the relations by which an object owns others that have not ended and that it can own. */
export function dependentsOf(run: OngoingDeletion, owner: EntityId): Relation[] {
  return ownedBy(run, owner).filter(({ target }) => run.ended[target] !== 1);
}

/** Returns the same relations, including those to objects that have ended. */
export function ownedBy({ model, owned, exists, isForeign }: OngoingDeletion, owner: EntityId): Relation[] {
  const labels = owned.labels.subarray(at(owned.offsets, owner), at(owned.offsets, owner + 1));
  return Array.from(labels, (id) => relationOf(model, id)).filter(
    ({ target }) => exists[target] === 1 && !isForeign(owner, target),
  );
}
