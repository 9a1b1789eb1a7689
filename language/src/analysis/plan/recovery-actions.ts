/**
 * The actions of a recovery: what is restarted or created, and what comes to life by each, as far as needs `as start`
 * are met at that time. The actions of one step do not count on each other.
 */
import { append } from '../../model/append.ts';
import { canCrash, type EntityId, isHostedBy } from '../../model/entity-kind.ts';
import { entityOf } from '../../model/model.ts';
import { indexRelations, type RelatedEntities } from '../facts/relation-index.ts';
import { unmetToStart } from './recovery-layers.ts';

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
  const index = indexRelations(model);
  const managed = index.from('manages');
  const found = new Set([whole]);
  for (const id of found) {
    const spaces = managed.targets.subarray(managed.offsets[id], managed.offsets[id + 1]);
    const nested = index.nested.targets.subarray(index.nested.offsets[id], index.nested.offsets[id + 1]);
    const isNode = entityOf(model, id).kind === 'node';
    // A node only locates objects; they do not come back with it.
    const hosted = nested.filter((part) => !isNode || entityOf(model, part).kind !== 'object');
    for (const part of [...spaces, ...hosted]) if (canCome(part)) found.add(part);
  }
  found.delete(whole);
  return found;
}

/**
 * Takes the actions in order, each as soon as it is possible; returns them, and the step at which each entity comes
 * back. Marks these in `alive`.
 */
export function actionsOf(
  model: RelatedEntities,
  layers: readonly (readonly EntityId[])[],
  gone: ReadonlySet<EntityId>,
  alive: Uint8Array,
): { readonly actions: readonly (readonly RecoveryAction[])[]; readonly stepOf: ReadonlyMap<EntityId, number> } {
  const stepOf = new Map<EntityId, number>();
  const actions: RecoveryAction[][] = [];
  const waiting = new Set<EntityId>();
  const tied = tiesOf(model);
  let step = 0;
  /** Returns true if something has to wait for another step. */
  const take = (layer: readonly EntityId[]): boolean => {
    for (const entity of layer) waiting.add(entity);
    const taken: RecoveryAction[] = [];
    const before = alive.slice();
    const isNew = (id: EntityId): boolean => alive[id] === 1 && before[id] !== 1;
    let isLeft = false;
    for (const entity of waiting) {
      if (alive[entity] === 1) {
        waiting.delete(entity);
        continue;
      }
      const brings = broughtNow(model, entity, gone, { before, alive });
      if (brings.length === 0) continue;
      // Which of two comes first decides what is linked again, and what may start.
      const isTied = brings.some((id) => tied.get(id)?.some(isNew));
      const later = taken.length === 0 ? brings : broughtNow(model, entity, gone, { before: alive, alive });
      if (isTied || later.length > brings.length) {
        isLeft = true;
        continue;
      }
      waiting.delete(entity);
      step += 1;
      for (const id of brings) {
        alive[id] = 1;
        stepOf.set(id, step);
      }
      taken.push({ kind: canCrash(entityOf(model, entity).kind) ? 'restart' : 'create', entity, brings });
    }
    if (taken.length > 0) actions.push(taken);
    return isLeft;
  };
  for (const layer of layers) for (let isLeft = take(layer); isLeft;) isLeft = take([]);
  for (let count = -1; count !== actions.length;) {
    count = actions.length;
    take([]);
  }
  return { actions, stepOf };
}

/** Returns what each entity holds, requests and manages, and by what it is. */
function tiesOf(model: RelatedEntities): ReadonlyMap<EntityId, readonly EntityId[]> {
  const found = new Map<EntityId, EntityId[]>();
  for (const kind of ['holds', 'manages', 'requests'] as const)
    for (const { source, target } of indexRelations(model).all(kind)) {
      append(found, source, target);
      append(found, target, source);
    }
  return found;
}

/** The entities alive before a step, and after its actions so far. */
interface Lives {
  readonly before: Uint8Array;
  readonly alive: Uint8Array;
}

/**
 * Returns an entity and all that comes to life with it, in declaration order; nothing if it lacks its host or a need to
 * start. What comes along and lacks one stays dead, with its own parts.
 */
function broughtNow(
  model: RelatedEntities,
  entity: EntityId,
  gone: ReadonlySet<EntityId>,
  { before, alive }: Lives,
): EntityId[] {
  const back = new Set<EntityId>();
  const lives = (one: EntityId): boolean => before[one] === 1 || back.has(one);
  const isMet = (id: EntityId): boolean => {
    const { parent, kind } = entityOf(model, id);
    const host = parent !== undefined && isHostedBy(kind, entityOf(model, parent).kind) ? parent : undefined;
    return (host === undefined || lives(host)) && unmetToStart(model, id, lives) === undefined;
  };
  if (!isMet(entity)) return [];
  back.add(entity);
  if (!canCrash(entityOf(model, entity).kind)) return [entity];
  for (let size = 0; size !== back.size;) {
    size = back.size;
    const along = broughtBy(model, entity, (id) => back.has(id) || (gone.has(id) && alive[id] !== 1 && isMet(id)));
    for (const id of along) back.add(id);
  }
  return [...back].sort((one, other) => one - other);
}
