/**
 * Plans the recovery from a crash: what is ended because it lost something, and what is restarted, created and linked
 * after that, in which order, until nothing is broken or degraded that was not so before.
 */
import { append } from '../../model/append.ts';
import { canCrash, type EntityId, isHostedBy } from '../../model/entity-kind.ts';
import type { Explained, Fact } from '../../model/fact.ts';
import type { Policy } from '../../model/policy.ts';
import { crash } from '../crash/cleanup.ts';
import { nestingFact, relationFact } from '../facts/facts.ts';
import { groupNeeds, shortageOf } from '../facts/needs.ts';
import { indexRelations, type RelatedEntities } from '../facts/relation-index.ts';
import { orderStart } from './start-order.ts';
import { damageWith, type StartPlan, stepsOf } from './start-plan.ts';
import { type StartWait, startWaits } from './start-waits.ts';
import { entityOf } from '../../model/model.ts';

/** One action of a recovery, and all that comes to life by it, itself included, in declaration order. */
export interface RecoveryAction {
  readonly kind: 'restart' | 'create';
  readonly entity: EntityId;
  readonly brings: readonly EntityId[];
}

/** The plan of a recovery. Its layers are those of all that comes to life again. */
export interface Recovery extends Omit<StartPlan, 'target'> {
  /** What was named to crash. */
  readonly named: readonly EntityId[];
  /** What crashes: these, and the PDs and nodes on a node. */
  readonly crashed: readonly EntityId[];
  readonly destroyed: readonly EntityId[];
  /** Survivors that lost a hold, a request or a space: they end before anything is restarted, with what goes with them. */
  readonly ended: readonly Explained[];
  /** The actions of `actions[i]` are taken in parallel, after all earlier ones. */
  readonly actions: readonly (readonly RecoveryAction[])[];
  /** Relations to make at the end: what carries them came back before what they lead to. */
  readonly links: readonly Fact[];
}

/** Returns the recovery from the crash of PDs and nodes at once. Cost: that of the crash and of an order of a start. */
export function recoveryFrom(model: RelatedEntities, targets: readonly EntityId[], policy: Policy): Recovery {
  const cleanup = crash(model, targets, policy);
  const gone = new Set(cleanup.destroyed.map(({ entity }) => entity));
  const destroyed = [...gone];
  const ended = endLosers(model, gone, policy);
  const isThere = (id: EntityId): boolean => !gone.has(id) && !entityOf(model, id).absent;
  const waits = [...startWaits(model).map(preferred), ...holdWaits(model)];
  const order = orderStart(model, [...waits, ...liftedWaits(model, waits, gone)], {
    starts: (id) => gone.has(id),
    isThere,
  });
  const alive = Uint8Array.from(model.entities, ({ id }) => (isThere(id) ? 1 : 0));
  const { actions, stepOf } = actionsOf(model, order.layers, gone, alive);
  const { yielded, stuck, ...steps } = stepsOf(order);
  return {
    model,
    named: targets,
    crashed: cleanup.crashed,
    destroyed,
    ended,
    actions,
    links: lateLinks(model, stepOf),
    ...steps,
    stuck: stillDead(model, gone, alive, stuck),
    yielded: yielded.filter(({ subject, cycle }) => isOwnNeed(model, subject, cycle[0])),
    ...damageWith(model, alive),
  };
}

/** Returns what does not come back, and why: a need to start that stays unmet, or that what it is in does not. */
function stillDead(
  model: RelatedEntities,
  gone: ReadonlySet<EntityId>,
  alive: Uint8Array,
  stuck: readonly Explained[],
): Explained[] {
  const known = new Map(stuck.map((each) => [each.entity, each]));
  const toStart = indexRelations(model)
    .all('needs')
    .filter(({ as }) => as === 'start');
  return model.entities.flatMap(({ id }) => {
    if (!gone.has(id) || alive[id] === 1) return [];
    const needs = toStart.filter(({ source }) => source === id).map((each) => relationFact(model, each.id));
    return [known.get(id) ?? { entity: id, because: needs.length > 0 ? needs : [nestingFact(model, id)] }];
  });
}

/** Makes a mere preference of a wait: a restart asks only for the host, and for what is needed `as start`. */
const preferred = (wait: StartWait): StartWait =>
  wait.strength === 'hard' && wait.others.some(({ because }) => because[0]?.relation !== undefined)
    ? { ...wait, strength: 'soft' }
    : wait;

/** Returns true for a soft need of the subject itself: other soft waits are mere preferences. */
function isOwnNeed(model: RelatedEntities, subject: EntityId, fact: Fact | undefined): boolean {
  const relation = fact?.relation === undefined ? undefined : model.relations[fact.relation];
  return relation?.kind === 'needs' && relation.source === subject && relation.as === 'soft';
}

/** Ends the survivors that lost something, and those that lose something by that; adds all that goes to `gone`. */
function endLosers(model: RelatedEntities, gone: Set<EntityId>, policy: Policy): Explained[] {
  const alone: Policy = { ...policy, minRsi: undefined, maxFaultRadius: undefined, pdDepth: 0, spaceDepth: 0 };
  const isAlive = (id: EntityId): boolean => !gone.has(id) && !entityOf(model, id).absent;
  const ended = new Map<EntityId, readonly Fact[]>();
  for (;;) {
    const losers = new Map<EntityId, readonly Fact[]>();
    for (const { source, target, because } of ties(model)) {
      if (isAlive(source) && gone.has(target) && !losers.has(source)) losers.set(source, because);
    }
    if (losers.size === 0)
      return [...ended].sort(([a], [b]) => a - b).map(([entity, because]) => ({ entity, because }));
    for (const [id, because] of losers) ended.set(id, because);
    for (const { entity } of crash(model, [...losers.keys()], alone, { alive: isAlive }).destroyed) gone.add(entity);
  }
}

/** Yields what degrades its source by the end of its target: holds, requests, and spaces that it manages. */
function* ties(
  model: RelatedEntities,
): Generator<{ readonly source: EntityId; readonly target: EntityId; readonly because: readonly Fact[] }> {
  const index = indexRelations(model);
  for (const kind of ['holds', 'manages', 'requests'] as const) {
    for (const { id, source, target, as } of index.all(kind)) {
      const because = [relationFact(model, id)];
      yield { source, target, because };
      if (kind !== 'requests' || entityOf(model, target).kind !== 'pd') continue;
      for (const served of index.all('manages')) {
        if (served.source !== target || (as !== undefined && entityOf(model, served.target).type !== as)) continue;
        yield { source, target: served.target, because: [...because, relationFact(model, served.id)] };
      }
    }
  }
}

/** Returns waits for what is held: a restart makes only holds of what is alive. They give way on a cycle. */
function holdWaits(model: RelatedEntities): StartWait[] {
  return indexRelations(model)
    .all('holds')
    .map(({ id, source, target }) => ({
      subject: source,
      least: 1,
      others: [{ entity: target, because: [relationFact(model, id)] }],
      strength: 'soft',
      isWanted: false,
    }));
}

/** Returns the waits of what comes back with a PD or node as waits of this: it would come back too early otherwise. */
function liftedWaits(model: RelatedEntities, waits: readonly StartWait[], gone: ReadonlySet<EntityId>): StartWait[] {
  const bySubject = new Map<EntityId, StartWait[]>();
  for (const wait of waits) append(bySubject, wait.subject, wait);
  return model.entities.flatMap(({ id, kind }) => {
    if (!gone.has(id) || !canCrash(kind)) return [];
    const along = broughtBy(model, id, (part) => gone.has(part));
    const isInside = (part: EntityId): boolean => part === id || along.has(part);
    return [...along].flatMap((part) =>
      (bySubject.get(part) ?? []).flatMap((wait): StartWait[] => {
        const others = wait.others.filter(({ entity }) => !isInside(entity));
        return others.length < wait.others.length ? [] : [{ ...wait, subject: id, strength: 'soft', isWanted: false }];
      }),
    );
  });
}

/** Returns what a restart brings back besides the entity: what it hosts, its spaces, their resources. */
function broughtBy(model: RelatedEntities, whole: EntityId, canCome: (part: EntityId) => boolean): Set<EntityId> {
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
 * Takes the actions in order, and at last what could not start in its layer; returns them, and the step at which each
 * entity comes back. Marks these in `alive`.
 */
function actionsOf(
  model: RelatedEntities,
  layers: readonly (readonly EntityId[])[],
  gone: ReadonlySet<EntityId>,
  alive: Uint8Array,
): { readonly actions: readonly (readonly RecoveryAction[])[]; readonly stepOf: ReadonlyMap<EntityId, number> } {
  const stepOf = new Map<EntityId, number>();
  const actions: RecoveryAction[][] = [];
  const waiting = new Set<EntityId>();
  let step = 0;
  const act = (entity: EntityId): RecoveryAction | undefined => {
    const brings = broughtNow(model, entity, gone, alive);
    if (brings.length === 0) return undefined;
    step += 1;
    for (const id of brings) {
      alive[id] = 1;
      stepOf.set(id, step);
    }
    return { kind: canCrash(entityOf(model, entity).kind) ? 'restart' : 'create', entity, brings };
  };
  const take = (layer: Iterable<EntityId>): void => {
    const taken: RecoveryAction[] = [];
    for (const entity of layer) {
      if (alive[entity] === 1) continue;
      const action = act(entity);
      if (action === undefined) waiting.add(entity);
      else taken.push(action);
    }
    if (taken.length > 0) actions.push(taken);
  };
  for (const layer of layers) take(layer);
  for (let before = -1; before !== actions.length;) {
    before = actions.length;
    take(waiting);
  }
  return { actions, stepOf };
}

/**
 * Returns an entity and all that comes to life with it, in declaration order; nothing if it lacks its host or a need to
 * start. What comes along and lacks one stays dead, with its own parts.
 */
function broughtNow(
  model: RelatedEntities,
  entity: EntityId,
  gone: ReadonlySet<EntityId>,
  alive: Uint8Array,
): EntityId[] {
  const needs = groupNeeds(indexRelations(model).all('needs'));
  const back = new Set<EntityId>();
  const isMet = (id: EntityId): boolean => {
    const lives = (one: EntityId): boolean => alive[one] === 1 || back.has(one);
    const { kind, parent } = entityOf(model, id);
    if (parent !== undefined && isHostedBy(kind, entityOf(model, parent).kind) && !lives(parent)) return false;
    const own = needs.filter(({ source, strength }) => source === id && strength === 'start');
    if (own.length === 0) return true;
    const { broken } = shortageOf(needs, { factsUntilGone: (one) => (lives(one) ? undefined : 0), canFail: lives });
    return own.every(
      ({ members, least }) => members.filter(({ target }) => lives(target) && !broken.has(target)).length >= least,
    );
  };
  if (!isMet(entity)) return [];
  back.add(entity);
  if (!canCrash(entityOf(model, entity).kind)) return [entity];
  for (let before = 0; before !== back.size;) {
    before = back.size;
    const along = broughtBy(model, entity, (id) => back.has(id) || (gone.has(id) && alive[id] !== 1 && isMet(id)));
    for (const id of along) back.add(id);
  }
  return [...back].sort((one, other) => one - other);
}

/** Returns the holds, requests and managements between two that come back, the carrier first. */
const lateLinks = (model: RelatedEntities, stepOf: ReadonlyMap<EntityId, number>): Fact[] =>
  (['holds', 'manages', 'requests'] as const).flatMap((kind) =>
    indexRelations(model)
      .all(kind)
      .filter(({ source, target }) => (stepOf.get(source) ?? Infinity) < (stepOf.get(target) ?? 0))
      .map(({ id }) => relationFact(model, id)),
  );
