/**
 * The actions of a recovery: what is restarted or created, and what comes to life by each, as far as needs `as start`
 * are met at that time. The actions of one step do not count on each other: their order does not matter.
 */
import { append } from '../../model/common/append.ts';
import { canCrash, type EntityId } from '../../model/entity-kind.ts';
import { itemAt, required } from '../../model/common/lookup.ts';
import { entityOf } from '../../model/model.ts';
import { indexRelations, type RelatedEntities } from '../facts/relation-index.ts';
import { growingLives, type GrowingLives } from './growing-lives.ts';

/** One action of a recovery, and all that comes to life by it, itself included, in declaration order. */
export interface RecoveryAction {
  readonly kind: 'restart' | 'create';
  readonly entity: EntityId;
  readonly brings: readonly EntityId[];
}

/** Returns what a restart brings back besides the entity: what it hosts, its spaces, their resources. */
export function broughtBy(
  model: RelatedEntities,
  whole: EntityId,
  canCome: (part: EntityId) => boolean,
): Set<EntityId> {
  const found = new Set([whole]);
  for (const id of found) for (const part of partsOf(model, id)) if (canCome(part)) found.add(part);
  found.delete(whole);
  return found;
}

/** Returns what comes back directly with an entity. */
function partsOf(model: RelatedEntities, id: EntityId): EntityId[] {
  const index = indexRelations(model);
  const managed = index.from('manages');
  const spaces = managed.targets.subarray(managed.offsets[id], managed.offsets[id + 1]);
  const nested = index.nested.targets.subarray(index.nested.offsets[id], index.nested.offsets[id + 1]);
  const isNode = entityOf(model, id).kind === 'node';
  // A node only locates objects; they do not come back with it.
  return [...spaces, ...nested.filter((part) => !isNode || entityOf(model, part).kind !== 'object')];
}

/** A recovery so far. */
interface Recovering {
  readonly model: RelatedEntities;
  readonly gone: ReadonlySet<EntityId>;
  /** What is alive before the current step, and what is after its actions so far. */
  readonly before: GrowingLives;
  readonly now: GrowingLives;
  readonly tied: ReadonlyMap<EntityId, readonly EntityId[]>;
}

/**
 * Takes the actions in order, each as soon as it is possible; returns them, and the number of the action by which each
 * entity comes back. Marks these in `alive`. Cost: near that of what comes back, with its relations.
 */
export function actionsOf(
  model: RelatedEntities,
  layers: readonly (readonly EntityId[])[],
  gone: ReadonlySet<EntityId>,
  alive: Uint8Array,
): { readonly actions: readonly (readonly RecoveryAction[])[]; readonly stepOf: ReadonlyMap<EntityId, number> } {
  const [before, now] = [growingLives(model, alive), growingLives(model, alive)];
  const recovering: Recovering = { model, gone, before, now, tied: tiesOf(model) };
  const { nested } = indexRelations(model);
  const turnOf = new Map(layers.flat().map((entity, turn) => [entity, turn]));
  const turn = (entity: EntityId): number => required(turnOf.get(entity));
  const stepOf = new Map<EntityId, number>();
  const actions: RecoveryAction[][] = [];
  const isDue = new Set<EntityId>();
  const possible = new Set<EntityId>();
  const consider = (entity: EntityId): void => {
    if (isDue.has(entity) && !now.isAlive(entity) && before.mayLive(entity)) possible.add(entity);
  };
  let step = 0;
  /** Returns true if something has to wait for another step. */
  const take = (layer: readonly EntityId[]): boolean => {
    for (const entity of layer) {
      isDue.add(entity);
      consider(entity);
    }
    const taken = takeStep(
      recovering,
      [...possible].sort((one, other) => turn(one) - turn(other)),
    );
    for (const { brings } of taken) {
      step += 1;
      for (const id of brings) {
        alive[id] = 1;
        stepOf.set(id, step);
        possible.delete(id);
      }
    }
    if (taken.length > 0) actions.push(taken);
    const isLeft = possible.size > 0;
    // What has come to life may be what others need or live in.
    const back = taken.flatMap(({ brings }) => brings);
    for (const id of before.grow(back)) consider(id);
    for (const id of back) nested.targets.subarray(nested.offsets[id], nested.offsets[id + 1]).forEach(consider);
    before.keep();
    return isLeft;
  };
  for (const layer of layers) for (let isLeft = take(layer); isLeft;) isLeft = take([]);
  for (let count = -1; count !== actions.length;) {
    count = actions.length;
    take([]);
  }
  return { actions, stepOf };
}

/** Takes those actions of which none counts on another one, nor brings back more after it. */
function takeStep(recovering: Recovering, possible: readonly EntityId[]): RecoveryAction[] {
  const { model, before, now, tied } = recovering;
  const taken: RecoveryAction[] = [];
  const isNew = (id: EntityId): boolean => now.isAlive(id) && !before.isAlive(id);
  /** What did not come back with what it is in: it lacks something. */
  const awaited = new Set<EntityId>();
  for (const entity of possible) {
    if (now.isAlive(entity)) continue;
    const { brings, lacking } = bring(recovering, entity, before);
    before.undo();
    // Which of two comes first decides what is linked again, and what may start.
    const isTied = brings.some((id) => tied.get(id)?.some(isNew));
    const later = bring(recovering, entity, now);
    const isMore = later.startable.some((id) => awaited.has(id) && !now.isAlive(id) && now.mayLive(id));
    if (isTied || isMore || later.brings.length > brings.length) {
      now.undo();
      continue;
    }
    now.keep();
    for (const id of lacking) awaited.add(id);
    taken.push({ kind: canCrash(entityOf(model, entity).kind) ? 'restart' : 'create', entity, brings });
  }
  return taken;
}

/** Returns what each entity is joined with by relations that join two incarnations. */
function tiesOf(model: RelatedEntities): ReadonlyMap<EntityId, readonly EntityId[]> {
  const found = new Map<EntityId, EntityId[]>();
  for (const kind of ['holds', 'manages', 'requests', 'maps', 'refers', 'owns'] as const)
    for (const { source, target } of indexRelations(model).all(kind)) {
      append(found, source, target);
      append(found, target, source);
    }
  return found;
}

/**
 * Brings an entity back that may live, with all that comes to life with it; returns these in declaration order, what
 * lacks its host or a need to start and stays dead, and what can start from now on.
 */
function bring(
  { model, gone, now }: Recovering,
  entity: EntityId,
  lives: GrowingLives,
): { readonly brings: EntityId[]; readonly lacking: ReadonlySet<EntityId>; readonly startable: readonly EntityId[] } {
  const brings = [entity];
  const startable = lives.grow(brings);
  const lacking = new Set<EntityId>();
  const add = (part: EntityId): void => {
    if (!gone.has(part) || now.isAlive(part) || lives.isAlive(part)) return;
    if (!lives.mayLive(part)) {
      lacking.add(part);
      return;
    }
    lacking.delete(part);
    brings.push(part);
    for (const id of lives.grow([part])) startable.push(id);
  };
  let known = 0;
  // The list grows while it is read.
  for (const id of canCrash(entityOf(model, entity).kind) ? brings : []) {
    for (const part of partsOf(model, id)) add(part);
    for (; known < startable.length; known++) {
      const other = itemAt(startable, known);
      if (lacking.has(other)) add(other);
    }
  }
  return { brings: brings.sort((one, other) => one - other), lacking, startable };
}
