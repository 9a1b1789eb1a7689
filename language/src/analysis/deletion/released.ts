/**
 * Finds what an event releases: entities that were ending already, that something held up, and that end once the event
 * has ended what they waited for.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import type { RelationId } from '../../model/relation.ts';
import { once } from '../../model/common/once-per.ts';
import type { Held } from '../facts/doomed.ts';
import { type DeletionRun, type EndMode, goesOn } from './deletion-state.ts';
import { indexRelations, type RelatedEntities } from '../facts/relation-index.ts';
import { carryOn, type Ending, endsAtOnce } from './at-start.ts';
import { onWaitCycle } from './deletion-waits.ts';
import { releaseChains, waitRelation } from './deletion-chain.ts';

/** The entities that an event dooms, and those that cannot end yet. */
export interface HeldUp {
  readonly entity: EntityId;
  readonly waitsFor: readonly EntityId[];
}

/** The entities that an event ends by itself. */
export interface EventEnds {
  /** 1 for each entity that exists before the event. */
  readonly existsBefore: Uint8Array;
  readonly gone: readonly EntityId[];
  readonly held?: readonly HeldUp[];
  readonly because: (entity: EntityId) => readonly Fact[];
  /** Returns how something held up ends. Default: as by `destroy`. */
  readonly modeOf?: (entity: EntityId) => EndMode;
}

/** The entities that an event releases. */
export interface Released {
  /** In declaration order. */
  readonly entities: readonly EntityId[];
  /** What ends with one of them, was not ending before, and cannot end yet. In declaration order. */
  readonly held: readonly Held[];
  /** Returns the chain from the event to the end of any of these. */
  readonly because: (entity: EntityId) => readonly Fact[];
  /** Returns the relations by which one of them waited for what has ended. */
  readonly followsBy: (entity: EntityId) => readonly RelationId[];
}

/**
 * Returns a test for what never ends by itself after an event: it waits for what ends only after it, or for something
 * that waits so. Cost: O(V + E).
 */
export function deadlocksAfter(
  model: RelatedEntities,
  ending: Ending,
  event: EventEnds,
): (entity: EntityId) => boolean {
  const exists = existsAfter(event);
  const all = { ...withHeld(ending, event), isHeld: () => false };
  const { mode } = carryOn(model, all, exists);
  const onCycle = onWaitCycle(model, exists);
  const alone = carryOn(
    model,
    { ...all, isAwaited: (entity) => mode[entity] !== undefined || onCycle[entity] === 1 },
    exists,
  );
  return (entity) => alone.ended[entity] !== 1;
}

/** Returns what is ending together with what an event dooms and what cannot end yet. */
const withHeld = (ending: Ending, { held = [], modeOf = () => 'destroy' }: EventEnds): Ending => ({
  ...ending,
  modes: new Map([
    ...ending.modes,
    ...held
      .filter(({ entity }) => !goesOn(ending.modes.get(entity), modeOf(entity)))
      .map(({ entity }) => [entity, modeOf(entity)] as const),
  ]),
});

function existsAfter({ existsBefore, gone }: EventEnds): Uint8Array {
  const exists = existsBefore.slice();
  for (const id of gone) exists[id] = 0;
  return exists;
}

const none: Released = { entities: [], held: [], because: () => [], followsBy: () => [] };

/** Returns what an event releases. Cost: O(V + E); O(1) where nothing is ending. */
export function releasedBy(model: RelatedEntities, ending: Ending, event: EventEnds): Released {
  const { existsBefore, gone, held = [], because } = event;
  // What cuts relations releases even if it ends nothing, and what is held by an owner that does not count ends at once.
  const changes = gone.length + held.length > 0 || indexRelations(model).cut.size > 0;
  if (ending.modes.size + held.length === 0 || !changes) return none;
  const after = carryOn(model, withHeld(ending, event), existsAfter(event));
  const released = model.entities.flatMap(({ id }) => (endsAtOnce(after, id) ? [id] : []));
  if (released.length === 0) return none;
  const isGone = new Set(gone);
  const before = carryOn(model, ending, existsBefore);
  const waits = new Map(held.map(({ entity, waitsFor }) => [entity, waitsFor]));
  const waitsFor = (entity: EntityId): readonly EntityId[] => waits.get(entity) ?? before.waitsFor(entity);
  const isBefore = (entity: EntityId): boolean => waits.has(entity) || ending.modes.has(entity);
  const isNew = ({ id }: { readonly id: EntityId }): boolean =>
    after.mode[id] !== undefined && after.stage[id] === 0 && !endsAtOnce(after, id) && !isBefore(id);
  const heldBy = model.entities.filter(isNew).map(({ id }) => id);
  const all = [...released, ...heldBy, ...after.raised.keys()];
  const chains = once(() =>
    releaseChains(model, {
      ...{ isBefore, waitsFor, after, because },
      ...{ released: all, isGone: (id) => isGone.has(id) },
    }),
  );
  const becauseOf = (entity: EntityId): readonly Fact[] => chains().get(entity) ?? [];
  const deadlocks = once(() => deadlocksAfter(model, ending, event));
  return {
    entities: released,
    held: heldBy.map((entity) => heldWith(entity, after, { because: becauseOf, deadlocks })),
    because: becauseOf,
    followsBy: (entity) =>
      waitsFor(entity).flatMap((other) => {
        const relation = waitRelation(model, entity, other);
        return isGone.has(other) && relation !== undefined ? [relation.id] : [];
      }),
  };
}

/** Returns something that is destroyed with what is released, so that no finalizer holds it up. */
const heldWith = (
  entity: EntityId,
  { waitsFor }: DeletionRun,
  of: { readonly because: Released['because']; readonly deadlocks: () => (entity: EntityId) => boolean },
): Held => ({
  ...{ entity, finalizers: [], waitsFor: waitsFor(entity) },
  get isDeadlocked() {
    return of.deadlocks()(entity);
  },
  get because() {
    return of.because(entity);
  },
});
