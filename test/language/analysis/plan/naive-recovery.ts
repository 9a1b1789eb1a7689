/**
 * A second recovery, which computes everything afresh in each round: who lost something, what each action would bring
 * back, what can start.
 */
import { crash } from '../../../../language/src/analysis/crash/cleanup.ts';
import { relationFact } from '../../../../language/src/analysis/facts/facts.ts';
import { needsOf, shortageOf } from '../../../../language/src/analysis/facts/needs.ts';
import { indexRelations, type RelatedEntities } from '../../../../language/src/analysis/facts/relation-index.ts';
import { broughtBy, type RecoveryAction } from '../../../../language/src/analysis/plan/recovery-actions.ts';
import type { Losers } from '../../../../language/src/analysis/plan/recovery-losers.ts';
import type { StartOrder } from '../../../../language/src/analysis/plan/start-order.ts';
import { canCrash, type EntityId, isHostedBy } from '../../../../language/src/model/entity-kind.ts';
import type { Explained, Fact } from '../../../../language/src/model/fact.ts';
import { entityOf } from '../../../../language/src/model/model.ts';
import { defaultPolicy, type Policy } from '../../../../language/src/model/policy.ts';

/** Ends the survivors that lost something, and those that lose something by that; adds all that goes to `gone`. */
export function naiveLosers(model: RelatedEntities, gone: Set<EntityId>, over: ReadonlySet<EntityId>): Losers {
  const alone: Policy = { ...defaultPolicy, pdDepth: 0, spaceDepth: 0 };
  const isAlive = (id: EntityId): boolean => !gone.has(id) && !over.has(id) && !entityOf(model, id).absent;
  const ended = new Map<EntityId, readonly Fact[]>();
  const along = new Map<EntityId, readonly Fact[]>();
  for (;;) {
    const losers = new Map<EntityId, readonly Fact[]>();
    for (const { source, target, because } of ties(model)) {
      if (isAlive(source) && gone.has(target) && !losers.has(source)) losers.set(source, because());
    }
    if (losers.size === 0) return { ended: inOrder(ended), along: inOrder(along) };
    for (const [id, because] of losers) ended.set(id, because);
    for (const { entity, because } of crash(model, [...losers.keys()], alone, { alive: isAlive }).destroyed) {
      gone.add(entity);
      if (!losers.has(entity)) along.set(entity, because);
    }
  }
}

const inOrder = (found: ReadonlyMap<EntityId, readonly Fact[]>): Explained[] =>
  [...found].sort(([a], [b]) => a - b).map(([entity, because]) => ({ entity, because }));

/** Yields what degrades its source by the end of its target: holds, requests, and spaces that it manages. */
function* ties(
  model: RelatedEntities,
): Generator<{ readonly source: EntityId; readonly target: EntityId; readonly because: () => readonly Fact[] }> {
  const index = indexRelations(model);
  for (const kind of ['holds', 'manages', 'requests'] as const) {
    for (const { id, source, target, as } of index.all(kind)) {
      const because = (): Fact[] => [relationFact(model, id)];
      yield { source, target, because };
      if (kind !== 'requests' || entityOf(model, target).kind !== 'pd') continue;
      for (const served of index.all('manages')) {
        if (served.source !== target || (as !== undefined && entityOf(model, served.target).type !== as)) continue;
        yield { source, target: served.target, because: () => [...because(), relationFact(model, served.id)] };
      }
    }
  }
}

/** The relations that join one incarnation of the source with one of the target. */
const joining = ['holds', 'manages', 'requests', 'maps', 'refers', 'owns'] as const;

/** Takes the actions in order, each as soon as it is possible; marks what comes back in `alive`. */
export function naiveActions(
  model: RelatedEntities,
  layers: readonly (readonly EntityId[])[],
  gone: ReadonlySet<EntityId>,
  alive: Uint8Array,
): RecoveryAction[][] {
  const actions: RecoveryAction[][] = [];
  const waiting = new Set<EntityId>();
  const tied = joining.flatMap((kind) => [...indexRelations(model).all(kind)]);
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
      const isTied = tied.some(
        ({ source, target }) =>
          (brings.includes(source) && isNew(target)) || (brings.includes(target) && isNew(source)),
      );
      const later = taken.length === 0 ? brings : broughtNow(model, entity, gone, { before: alive, alive });
      const after = new Set(brings);
      const isBack = (id: EntityId): boolean => gone.has(id) && before[id] !== 1;
      const isMore = taken.some((one) => bringsMore(model, one, isBack, (id) => alive[id] === 1 || after.has(id)));
      if (isTied || isMore || later.length > brings.length) {
        isLeft = true;
        continue;
      }
      waiting.delete(entity);
      for (const id of brings) alive[id] = 1;
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
  return actions;
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
  const isMet = mayStart(model, (one) => before[one] === 1 || back.has(one));
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

/** Returns true if an action would bring back more than it did, were it taken where these live. */
function bringsMore(
  model: RelatedEntities,
  { kind, entity }: RecoveryAction,
  isBack: (entity: EntityId) => boolean,
  lives: (entity: EntityId) => boolean,
): boolean {
  if (kind === 'create') return false;
  const isMet = mayStart(model, lives);
  return ![...broughtBy(model, entity, (id) => isBack(id) && (lives(id) || isMet(id)))].every(lives);
}

/** Returns a test for what has its host and all that it needs to start, where these live. */
const mayStart =
  (model: RelatedEntities, lives: (entity: EntityId) => boolean) =>
  (id: EntityId): boolean => {
    const { parent, kind } = entityOf(model, id);
    const host = parent !== undefined && isHostedBy(kind, entityOf(model, parent).kind) ? parent : undefined;
    return (host === undefined || lives(host)) && canStart(model, id, lives);
  };

/** Returns the layers of what comes back. */
export function naiveComingBack(
  model: RelatedEntities,
  order: StartOrder,
  { survivors, alive }: Record<'survivors' | 'alive', Uint8Array>,
): EntityId[][] {
  const steps = order.layers.flat().filter((entity) => alive[entity] === 1);
  const isComing = new Set(steps);
  const waitsOf = new Map(
    steps.map((entity) => {
      const groups = new Map<object, { readonly least: number; readonly others: EntityId[] }>();
      for (const { entity: on, of } of order.waitsOf(entity)) {
        const group = groups.get(of) ?? { least: of.least, others: [] };
        groups.set(of, group);
        if (isComing.has(on)) group.others.push(on);
      }
      return [entity, [...groups.values()]] as const;
    }),
  );
  const back = survivors.slice();
  const layers: EntityId[][] = [];
  for (let waiting = steps; waiting.length > 0;) {
    const before = back.slice();
    const lives = (id: EntityId): boolean => before[id] === 1;
    const isInOrder = (entity: EntityId): boolean =>
      (waitsOf.get(entity) ?? []).every(
        ({ least, others }) => others.filter(lives).length >= Math.min(least, others.length),
      );
    const possible = waiting.filter((entity) => canStart(model, entity, lives));
    const inOrder = possible.filter(isInOrder);
    // Where a need to start turns the order round, the order gives way.
    const next = inOrder.length > 0 ? inOrder : possible;
    if (next.length === 0) break;
    for (const entity of next) back[entity] = 1;
    layers.push(next.toSorted((a, b) => a - b));
    const isTaken = new Set(next);
    waiting = waiting.filter((entity) => !isTaken.has(entity));
  }
  return layers;
}

/** Returns true if all that an entity needs to start is alive and not broken. */
function canStart(model: RelatedEntities, entity: EntityId, lives: (entity: EntityId) => boolean): boolean {
  const needs = needsOf(indexRelations(model));
  const { broken } = shortageOf(needs, { factsUntilGone: (one) => (lives(one) ? undefined : 0), canFail: lives });
  const works = ({ target }: { readonly target: EntityId }): boolean => lives(target) && !broken.has(target);
  return needs
    .filter(({ source, strength }) => source === entity && strength === 'start')
    .every(({ members, least }) => members.filter(works).length >= least);
}
