/**
 * Computes what `delete` ends in the background, in the foreground or orphaning, what finalizers hold up, and what ends
 * once they are removed.
 */
import { at, required } from '../../model/common/lookup.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import type { RelationId } from '../../model/relation.ts';
import { type DoomedSet, type DoomOptions, existing, explainedBy, type Held, laterBy } from '../facts/doomed.ts';
import { type Ending, type Start, startOf } from '../deletion/at-start.ts';
import { deletionChain, releaseChains } from '../deletion/deletion-chain.ts';
import { onWaitCycle } from '../deletion/deletion-waits.ts';
import { runDeletion } from '../deletion/deletion-run.ts';
import { areApart, finalizersOf, ownModeIn } from '../deletion/deletion-settings.ts';
import { type DeletionRun, type DeletionStart, type EndMode, isSentence } from '../deletion/deletion-state.ts';
import { holdsUp } from '../deletion/deletion-words.ts';
import { indexRelations, type RelatedEntities } from '../facts/relation-index.ts';
import { entityOf } from '../../model/model.ts';
import type { DeletionMode, Policy } from '../../model/policy.ts';
import { mayRefuse, vetoesOf } from './protection.ts';

/** The requested mode of a deletion, and the mode if neither the request nor a finalizer names one. */
export interface DeletionWish {
  readonly mode: DeletionMode | undefined;
  readonly otherwise: DeletionMode;
}

/** The state in which a deletion happens, and whether it keeps what is protected and has no owner. */
export interface DeletionOptions extends DoomOptions {
  /** That of the policy `default`, which decides later. */
  readonly protection?: Policy['protection'];
  /** True if the step ignores protection; otherwise it is refused where it would leave such an object. */
  readonly isIgnoring?: boolean;
}

/** Returns what ends when `targets`, all of them objects, are deleted. Cost: O(V + E). */
export function doomedByDeletion(
  model: RelatedEntities,
  targets: readonly EntityId[],
  wish: DeletionWish,
  options: DeletionOptions = {},
): DoomedSet {
  const modeOf = (target: EntityId, before: EndMode | undefined): EndMode | undefined =>
    isSentence(before) ? before : (wish.mode ?? before ?? ownModeIn(model, target));
  return doomedByEnds(model, targets, { otherwise: wish.otherwise, modeOf }, options);
}

/** Returns what ends when `targets` are evicted: objects are deleted, everything else is destroyed. */
export const doomedByEviction = (
  model: RelatedEntities,
  targets: readonly EntityId[],
  otherwise: DeletionMode,
  options: DeletionOptions = {},
): DoomedSet => {
  const modeOf = (target: EntityId, before: EndMode | undefined): EndMode | undefined =>
    entityOf(model, target).kind === 'object' ? (before ?? ownModeIn(model, target)) : 'destroy';
  return doomedByEnds(model, targets, { otherwise, modeOf }, options);
};

/** The ways in which the targets of a step end. */
interface EndWish {
  readonly otherwise: DeletionMode;
  /** Returns the mode of a target; `before` is that of an end that has begun. */
  readonly modeOf: (target: EntityId, before: EndMode | undefined) => EndMode | undefined;
}

function doomedByEnds(
  model: RelatedEntities,
  targets: readonly EntityId[],
  { otherwise, modeOf }: EndWish,
  options: DeletionOptions,
): DoomedSet {
  const atStart = startOf(model);
  const { modes, ...rest } = atStart.ending;
  const isAsked = new Set(targets);
  // What is already ending goes on to end.
  const ongoing = [...modes.keys()].filter((id) => !isAsked.has(id));
  const start: DeletionStart = {
    model,
    targets: [...targets, ...ongoing],
    mode: otherwise,
    modeOf: (target) => (isAsked.has(target) ? modeOf(target, modes.get(target)) : modes.get(target)),
    exists: existing(model, options),
    ...rest,
  };
  const settle = (each: DeletionStart): DeletionRun => runProtected(each, modes, options);
  const run = settle(start);
  const atLast: DeletionStart = { ...start, isHeld: () => false, isAwaited: () => false };
  const released = settle(atLast);
  // With nothing from outside that holds anything up, what does not end waits for what it holds up itself.
  const onCycle = onWaitCycle(model, start.exists);
  const alone = settle({
    ...atLast,
    isAwaited: (entity) => released.mode[entity] !== undefined || onCycle[entity] === 1,
  });
  const before = settle({ ...start, targets: ongoing });
  const ids = model.entities.map(({ id }) => id);
  const isOwn = attributable(targets, before, run);
  const isOwnLater = attributable(targets, settle({ ...atLast, targets: ongoing }), released);
  const endedBy = (asked: readonly EntityId[]): DeletionRun => settle({ ...atLast, targets: asked });
  const again = new Set(modes.size === 0 ? [] : endingAgain(endedBy(targets), endedBy([]), modes));
  const isMeant = (id: EntityId): boolean => isOwn(id) || again.has(id);
  const because = reasonsOf(model, atStart, { before, run, ongoing });
  return {
    stages: stagesOf(run, ids.filter(isMeant)),
    followsBy: (entity) => ownersLost(model, run, entity),
    because,
    hops: (entity) => because(entity).length - 1,
    cut: run.cut,
    held: ids
      .filter((id) => run.mode[id] !== undefined && run.ended[id] !== 1 && isMeant(id))
      .map((id) => heldUp(model, run, because, id, alone.ended[id] !== 1)),
    anyway: ids.filter((id) => run.mode[id] !== undefined && !isMeant(id)).map((id) => explainedBy(id, because)),
    later: ids
      .filter((id) => released.ended[id] === 1 && run.ended[id] !== 1 && (isOwnLater(id) || again.has(id)))
      .map((id) => laterBy(id, (entity) => deletionChain(model, released, entity), alone.ended[id] !== 1)),
    spared: [],
    again: [...again],
  };
}

/** Returns what targets end by themselves, of what is already ending; what has no owners would end without them. */
const endingAgain = (by: DeletionRun, without: DeletionRun, modes: Ending['modes']): readonly EntityId[] =>
  [...modes.keys()].filter((id) => by.mode[id] !== undefined && without.mode[id] === undefined);

/** Returns the reasons of a deletion; those of what was ending already and is released begin with the deletion. */
function reasonsOf(
  model: RelatedEntities,
  atStart: Start<RelatedEntities>,
  runs: { readonly before: DeletionRun; readonly run: DeletionRun; readonly ongoing: readonly EntityId[] },
): DoomedSet['because'] {
  const { before, run, ongoing } = runs;
  const isOngoing = new Set(ongoing);
  let chains: ReadonlyMap<EntityId, readonly Fact[]> | undefined;
  const ofOngoing = (entity: EntityId): readonly Fact[] => {
    if (!isOngoing.has(entity)) return [];
    chains ??= releaseChains(model, {
      ...{ isBefore: (id) => isOngoing.has(id), waitsFor: before.waitsFor },
      ...{ after: run, released: ongoing.filter((id) => run.ended[id] === 1 || run.raised.has(id)) },
      isGone: (id) => run.ended[id] === 1 && !isOngoing.has(id),
      because: (id) => deletionChain(model, run, id),
    });
    return chains.get(entity) ?? atStart.because(entity);
  };
  return (entity) => {
    const own = ofOngoing(entity);
    return own.length > 0 ? own : deletionChain(model, run, entity, ofOngoing);
  };
}

/**
 * Runs a deletion in which objects without owners stay while their deletion would end what is protected: until what
 * protects it has ended. Cost: a run for each round of protectors that end.
 */
function runProtected(
  start: DeletionStart,
  modes: Ending['modes'],
  { protection, isIgnoring = false }: DeletionOptions,
): DeletionRun {
  if (protection === 'ignore' || !mayRefuse(start.model)) return runDeletion(start);
  const countOf = ({ ended }: DeletionRun): number => ended.reduce((sum, each) => sum + each, 0);
  const runWith = (isGone: (entity: EntityId) => boolean): DeletionRun => {
    const stays = keptByProtection(start, modes, isGone);
    return runDeletion({ ...start, staysAbandoned: stays, ...(isIgnoring && { staysWithoutOwners: stays }) });
  };
  let run = runWith(() => false);
  for (let before = -1; before !== countOf(run);) {
    before = countOf(run);
    const { ended } = run;
    run = runWith((id) => ended[id] === 1);
  }
  return run;
}

/** Returns a test for the objects without owners that stay, because their deletion would end what is protected. */
function keptByProtection(
  start: DeletionStart,
  modes: Ending['modes'],
  isGone: (entity: EntityId) => boolean,
): (entity: EntityId) => boolean {
  const { model } = start;
  return (entity) => {
    const { mode } = runDeletion({
      ...start,
      ...{ targets: [entity], modeOf: start.ownModeOf, mode: 'background' },
      ...{ isHeld: () => false, isAwaited: () => false, staysAbandoned: () => true },
    });
    const step = {
      ...{
        ending: model.entities.map(({ id }) => id).filter((id) => mode[id] !== undefined),
        named: [],
      },
      ...{ isEviction: false, isNamedOnly: () => false, because: () => [] },
      isAlive: (id: EntityId) => start.exists[id] === 1 && !isGone(id),
      isDoomed: (id: EntityId) => modes.has(id),
    };
    return vetoesOf(model, step).length > 0;
  };
}

/**
 * Returns a test for the entities that end because of a deletion and would stay without it. The others have no owners
 * from the start, or owners that have none, or were ending before.
 */
function attributable(
  targets: readonly EntityId[],
  without: DeletionRun,
  { by, ended }: DeletionRun,
): (entity: EntityId) => boolean {
  const isFromTarget = new Map(targets.map((target) => [target, true]));
  return (entity) => {
    const chain: EntityId[] = [];
    let current = entity;
    while (!isFromTarget.has(current)) {
      chain.push(current);
      const before = at(by, current);
      if (before < 0) isFromTarget.set(current, false);
      else current = before;
    }
    const isFrom = required(isFromTarget.get(current));
    for (const each of chain) isFromTarget.set(each, isFrom);
    return isFrom || without.mode[entity] === undefined || (ended[entity] === 1 && without.ended[entity] !== 1);
  };
}

/**
 * Returns the ownership by each owner whose loss an entity waited for, and the relations by which it waited for more:
 * it ends after the last of them. Each owner counts once.
 */
function ownersLost(model: RelatedEntities, run: DeletionRun, entity: EntityId): RelationId[] {
  const owners = indexRelations(model).to('owns');
  const lost = new Map<EntityId, RelationId>();
  const isEarlier = (other: EntityId): boolean =>
    run.ended[other] === 1 && at(run.endedAt, other) < at(run.endedAt, entity);
  for (let edge = at(owners.offsets, entity); edge < at(owners.offsets, entity + 1); edge++) {
    const owner = at(owners.targets, edge);
    if (isEarlier(owner) && !lost.has(owner) && !areApart(model, owner, entity))
      lost.set(owner, at(owners.labels, edge));
  }
  const awaited = indexRelations(model)
    .all('waits for')
    .filter(({ source, target }) => source === entity && isEarlier(target));
  return [...lost.values(), ...awaited.map(({ id }) => id)];
}

function stagesOf({ ended, endedAt }: DeletionRun, ids: readonly EntityId[]): EntityId[][] {
  const stages: EntityId[][] = [];
  for (const id of ids) {
    if (ended[id] !== 1) continue;
    while (stages.length <= at(endedAt, id)) stages.push([]);
    stages[at(endedAt, id)]?.push(id);
  }
  return stages.filter((each) => each.length > 0);
}

function heldUp(
  model: RelatedEntities,
  run: DeletionRun,
  because: DoomedSet['because'],
  entity: EntityId,
  isDeadlocked: boolean,
): Held {
  return {
    entity,
    get because() {
      return because(entity);
    },
    finalizers: finalizersOf(model, entity).filter(holdsUp),
    waitsFor: run.waitsFor(entity),
    isDeadlocked,
  };
}
