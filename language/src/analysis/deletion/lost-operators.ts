/**
 * Finds deadlocks of finalizers: an object stays until its finalizers are removed, and the operators that `removes`
 * names for one of them have ended.
 */
import { append } from '../../model/common/append.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { byteAt } from '../../model/common/lookup.ts';
import type { DoomedSet, Held } from '../facts/doomed.ts';
import type { RelatedEntities } from '../facts/relation-index.ts';
import { wordsIn } from './deletion-settings.ts';

/** Returns the entities that remove each finalizer, by the setting `removes`. */
export function operatorsOf({ entities }: Pick<RelatedEntities, 'entities'>): ReadonlyMap<string, readonly EntityId[]> {
  const operators = new Map<string, EntityId[]>();
  for (const { id, settings } of entities) {
    if (!settings.some(({ name }) => name === 'removes')) continue;
    for (const finalizer of wordsIn({ entities }, id, 'removes')) append(operators, finalizer, id);
  }
  return operators;
}

/**
 * Returns a doomed set whose held entities name the operators that ended before they removed one of their finalizers;
 * these and whatever waits for them are in a deadlock. `exists` marks what exists before the event, `gone` is what it
 * ends.
 */
export function withLostOperators(
  model: RelatedEntities,
  set: DoomedSet,
  event: { readonly exists: Uint8Array; readonly gone: readonly EntityId[] },
): DoomedSet {
  const held = heldWithoutOperators(model, set.held, event);
  return held === set.held ? set : { ...set, held };
}

function heldWithoutOperators(
  model: RelatedEntities,
  held: readonly Held[],
  { exists, gone }: { readonly exists: Uint8Array; readonly gone: readonly EntityId[] },
): readonly Held[] {
  const operators = held.some(({ finalizers }) => finalizers.length > 0) ? operatorsOf(model) : new Map<string, []>();
  if (operators.size === 0) return held;
  const isGone = new Set(gone);
  const isLost = (id: EntityId): boolean => byteAt(exists, id) === 0 || isGone.has(id);
  const lost = new Map<EntityId, readonly EntityId[]>();
  for (const { entity, finalizers } of held) {
    const without = finalizers.flatMap((finalizer) => {
      const all: readonly EntityId[] = operators.get(finalizer) ?? [];
      return all.every(isLost) ? all : [];
    });
    if (without.length > 0) lost.set(entity, [...new Set(without)]);
  }
  if (lost.size === 0) return held;
  const stuck = waitingFor(held, [...lost.keys()]);
  return held.map((each) => {
    if (!stuck.has(each.entity)) return each;
    return {
      ...{ entity: each.entity, finalizers: each.finalizers, waitsFor: each.waitsFor },
      isDeadlocked: true,
      lostOperators: lost.get(each.entity) ?? [],
      get because() {
        return each.because;
      },
    };
  });
}

/** Returns entities and all that wait for them, directly or not. */
function waitingFor(held: readonly Held[], first: readonly EntityId[]): ReadonlySet<EntityId> {
  const waiting = new Map<EntityId, EntityId[]>();
  for (const { entity, waitsFor } of held) for (const other of waitsFor) append(waiting, other, entity);
  const found = new Set(first);
  // A set that grows is iterated to its end.
  for (const each of found) for (const other of waiting.get(each) ?? []) found.add(other);
  return found;
}
