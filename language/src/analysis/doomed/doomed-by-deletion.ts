/**
 * Computes what `delete` ends in the background, in the foreground or orphaning, what finalizers hold up, and what ends
 * once they are removed.
 */
import { at, required } from '../../model/lookup.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Expression } from '../../model/expression.ts';
import type { Fact } from '../../model/fact.ts';
import type { RelationId } from '../../model/relation.ts';
import { type DoomedSet, type DoomOptions, existing, explainedBy, type Held, laterBy } from '../facts/doomed.ts';
import { holdsUp, ownDeletionMode } from './deletion-words.ts';
import type { DeletionMode, DeletionRun, DeletionStart, EndMode } from './deletion-state.ts';
import { runDeletion } from './doomed-deletion-run.ts';
import { nestingFact, relationFact } from '../facts/facts.ts';
import { indexRelations, type RelatedEntities } from '../facts/relation-index.ts';
import { entityOf, type Model } from '../../model/model.ts';
import type { Policy } from '../../model/policy.ts';
import { mayRefuse, vetoesOf } from './protection.ts';

/** The requested mode of a deletion, and the mode if neither the request nor a finalizer names one. */
export interface DeletionWish {
  readonly mode: DeletionMode | undefined;
  readonly otherwise: DeletionMode;
}

/** The state in which a deletion happens, and whether it keeps what is protected and has no owner. */
export interface DeletionOptions extends DoomOptions {
  readonly protection?: Policy['protection'];
}

/** Returns what ends when `targets`, all of them objects, are deleted. Cost: O(V + E). */
export function doomedByDeletion(
  model: RelatedEntities,
  targets: readonly EntityId[],
  wish: DeletionWish,
  options: DeletionOptions = {},
): DoomedSet {
  return doomedByEnds(model, targets, wish, (target) => wish.mode ?? ownModeIn(model, target), options);
}

/** Returns what ends when `targets` are evicted: objects are deleted, everything else is destroyed. */
export const doomedByEviction = (
  model: RelatedEntities,
  targets: readonly EntityId[],
  otherwise: DeletionMode,
  options: DeletionOptions = {},
): DoomedSet => {
  const modeOf = (target: EntityId): EndMode | undefined =>
    entityOf(model, target).kind === 'object' ? ownModeIn(model, target) : 'destroy';
  return doomedByEnds(model, targets, { mode: undefined, otherwise }, modeOf, options);
};

function doomedByEnds(
  model: RelatedEntities,
  targets: readonly EntityId[],
  wish: DeletionWish,
  modeOf: (target: EntityId) => EndMode | undefined,
  options: DeletionOptions,
): DoomedSet {
  const ownModeOf = (entity: EntityId): DeletionMode | undefined => ownModeIn(model, entity);
  const exists = existing(model, options);
  const isAsked = new Set(targets);
  // What is ending already goes on to end.
  const ongoing = endingAlready(model, exists).filter((id) => !isAsked.has(id));
  const plain: DeletionStart = {
    model,
    targets: [...targets, ...ongoing],
    mode: wish.otherwise,
    modeOf: (target) => (isAsked.has(target) ? modeOf(target) : ownEndIn(model, target)),
    ownModeOf,
    exists,
    isHeld: (entity) => finalizersOf(model, entity).some(holdsUp),
    isForeign: (owner, owned) => areApart(model, owner, owned),
  };
  const start: DeletionStart = { ...plain, staysAbandoned: keptByProtection(plain, options) };
  const run = runDeletion(start);
  const atLast: DeletionStart = { ...start, isHeld: () => false, isAwaited: () => false };
  const released = runDeletion(atLast);
  // With nothing from outside that holds anything up, what does not end waits for what it holds up itself.
  const alone = runDeletion({ ...atLast, isAwaited: (entity) => released.mode[entity] !== undefined });
  const ids = model.entities.map(({ id }) => id);
  const [isOwn, isOwnLater] = [
    attributable({ ...start, targets }, ongoing, run),
    attributable({ ...atLast, targets }, ongoing, released),
  ];
  const because = (entity: EntityId): readonly Fact[] => chain(model, run, entity);
  return {
    stages: stagesOf(run, ids.filter(isOwn)),
    followsBy: (entity) => ownersLost(model, run, entity),
    because,
    hops: (entity) => because(entity).length - 1,
    cut: run.cut,
    held: ids
      .filter((id) => run.mode[id] !== undefined && run.ended[id] !== 1 && isOwn(id))
      .map((id) => heldUp(model, run, id, alone.ended[id] !== 1)),
    anyway: ids.filter((id) => run.mode[id] !== undefined && !isOwn(id)).map((id) => explainedBy(id, because)),
    later: ids
      .filter((id) => released.ended[id] === 1 && run.ended[id] !== 1 && isOwnLater(id))
      .map((id) => laterBy(id, (entity) => chain(model, released, entity), alone.ended[id] !== 1)),
    spared: [],
  };
}

/** Returns a test for the objects without owners that stay, because their deletion would end what is protected. */
function keptByProtection(start: DeletionStart, { protection }: DeletionOptions): (entity: EntityId) => boolean {
  const { model } = start;
  if (protection === 'ignore' || !mayRefuse(model)) return () => false;
  return (entity) => {
    const { mode } = runDeletion({
      ...start,
      ...{ targets: [entity], modeOf: start.ownModeOf, mode: 'background' },
      ...{ isHeld: () => false, isAwaited: () => false, staysAbandoned: () => true },
    });
    const step = {
      ...{ ending: model.entities.map(({ id }) => id).filter((id) => mode[id] !== undefined), named: [] },
      ...{ isEviction: false, isNamedOnly: () => false, because: () => [] },
      isAlive: (id: EntityId) => start.exists[id] === 1,
      isDoomed: (id: EntityId) => entityOf(model, id).doomed === true,
    };
    return vetoesOf(model, step).length > 0;
  };
}

/**
 * Returns a test for the entities that end because of a deletion and would stay without it. The others have no owners
 * from the start, or owners that have none.
 */
function attributable(
  start: DeletionStart,
  ongoing: readonly EntityId[],
  { by }: DeletionRun,
): (entity: EntityId) => boolean {
  const without = runDeletion({ ...start, targets: ongoing });
  const isFromTarget = new Map(start.targets.map((target) => [target, true]));
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
    return isFrom || without.mode[entity] === undefined;
  };
}

/** Returns the model as it is once all that is ending at the start, and that nothing holds up, has ended. */
export function withoutEnded(model: Model, otherwise: DeletionMode): Model {
  const exists = existing(model, {});
  const ongoing = endingAlready(model, exists);
  if (ongoing.length === 0) return model;
  const { ended, endedAt } = runDeletion({
    model,
    targets: ongoing,
    mode: otherwise,
    modeOf: (id) => ownEndIn(model, id),
    ownModeOf: (id) => ownModeIn(model, id),
    exists,
    isHeld: (id) => finalizersOf(model, id).some(holdsUp),
    isForeign: (owner, owned) => areApart(model, owner, owned),
  });
  // What loses its owners ends only after a delay.
  const isGone = (id: EntityId): boolean => ended[id] === 1 && endedAt[id] === 0;
  if (!model.entities.some(({ id }) => isGone(id))) return model;
  return { ...model, entities: model.entities.map((each) => (isGone(each.id) ? { ...each, absent: true } : each)) };
}

/** Returns the entities that are ending at the start. */
const endingAlready = ({ entities }: RelatedEntities, exists: Uint8Array): EntityId[] =>
  entities.filter(({ id, doomed }) => doomed === true && exists[id] === 1).map(({ id }) => id);

/** Returns how an entity ends that is ending at the start; undefined for an object that does not say so. */
const ownEndIn = (model: RelatedEntities, entity: EntityId): EndMode | undefined =>
  entityOf(model, entity).kind === 'object' ? ownModeIn(model, entity) : 'destroy';

/** Returns the deletion mode that an object asks for itself. */
export const ownModeIn = (model: RelatedEntities, entity: EntityId): DeletionMode | undefined =>
  ownDeletionMode(wordIn(model, entity, 'deletion'), finalizersOf(model, entity));

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

/** Returns the finalizers of an entity, in their order. */
function finalizersOf(model: RelatedEntities, entity: EntityId): string[] {
  const value = settingOf(model, entity, 'finalizers');
  if (value?.kind !== 'list') return value === undefined ? [] : [wordOf(model, value)];
  return value.items.map((item) => wordOf(model, item));
}

/** Returns true if both name a namespace and these differ, so that the one does not count as owner of the other. */
export function areApart(model: RelatedEntities, owner: EntityId, owned: EntityId): boolean {
  const [first, second] = [namespaceOf(model, owner), namespaceOf(model, owned)];
  return first !== undefined && second !== undefined && first !== second;
}

/** Returns true if the setting `protection` of an entity is `named`. */
export const isNamedOnly = (model: RelatedEntities, entity: EntityId): boolean =>
  wordIn(model, entity, 'protection') === 'named';

/** Returns the namespace that an object names in its settings. */
export const namespaceOf = (model: RelatedEntities, entity: EntityId): string | undefined =>
  wordIn(model, entity, 'namespace');

function wordIn(model: RelatedEntities, entity: EntityId, name: string): string | undefined {
  const value = settingOf(model, entity, name);
  return value === undefined ? undefined : wordOf(model, value);
}

function settingOf(model: RelatedEntities, entity: EntityId, name: string): Expression | undefined {
  return entityOf(model, entity).settings.find((setting) => setting.name === name)?.value;
}

function wordOf(model: RelatedEntities, value: Expression): string {
  switch (value.kind) {
    case 'symbol':
      return value.name;
    case 'entity':
      return entityOf(model, value.entity).name;
    case 'text':
      return value.parts.filter((part) => typeof part === 'string').join('');
    default:
      return '';
  }
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

function heldUp(model: RelatedEntities, run: DeletionRun, entity: EntityId, isDeadlocked: boolean): Held {
  return {
    entity,
    get because() {
      return chain(model, run, entity);
    },
    finalizers: finalizersOf(model, entity).filter(holdsUp),
    waitsFor: run.waitsFor(entity),
    isDeadlocked,
  };
}

/** Returns the chain from the requested deletion over each loss of a last owner. */
function chain(model: RelatedEntities, { mode, by, cause, stage }: DeletionRun, entity: EntityId): Fact[] {
  if (mode[entity] === undefined) return [];
  const facts: Fact[] = [];
  let current = entity;
  for (; at(by, current) >= 0; current = at(by, current)) {
    const relation = at(cause, current);
    facts.push(relation < 0 ? nestingFact(model, current) : relationFact(model, relation));
  }
  const { name } = entityOf(model, current);
  const { doomed } = entityOf(model, current);
  const asked = doomed === true ? `"${name}" is ending already` : `"${name}" is deleted`;
  facts.push({ text: at(stage, current) === 0 ? asked : `no owner of "${name}" is there`, entity: current });
  return facts.reverse();
}
