/**
 * The layers of what comes back in a recovery. A need `as start` asks for what is alive and not broken, so what needs
 * something broken waits until that works again.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import { append } from '../../model/common/append.ts';
import { itemAt, required } from '../../model/common/lookup.ts';
import { oncePer } from '../../model/common/once-per.ts';
import type { Fact } from '../../model/fact.ts';
import type { RelationId } from '../../model/relation.ts';
import { missingFact, relationFact } from '../facts/facts.ts';
import { type Need, needsOf, type Shortage, shortageOf, type Unmet, unmetFacts } from '../facts/needs.ts';
import { indexRelations, type RelatedEntities, type RelationIndex } from '../facts/relation-index.ts';
import { growingLives } from './growing-lives.ts';
import type { StartOrder } from './start-order.ts';
import type { StartPlan, StepWait } from './start-plan.ts';
import type { StartWait } from './start-waits.ts';

/** The entities alive before a recovery, and after it. */
interface Lives {
  readonly survivors: Uint8Array;
  readonly alive: Uint8Array;
}

/**
 * Returns the order of what comes back: later than ordered where a need to start is only met once something alive is no
 * longer broken, and without what never comes back. Cost: near O(V + E).
 */
export function comingBack(model: RelatedEntities, order: StartOrder, { survivors, alive }: Lives): StartOrder {
  const coming = new Set(order.layers.flat().filter((entity) => alive[entity] === 1));
  const { unmetOf, after } = openGroups(order, coming);
  const lives = growingLives(model, survivors);
  /** What can start, and of this what is in order. */
  const possible = new Set([...coming].filter(lives.canStart));
  let inOrder = [...possible].filter((id) => !unmetOf.has(id));
  const layers: EntityId[][] = [];
  while (possible.size > 0) {
    // Where a need to start turns the order round, the order gives way.
    const next = (inOrder.length > 0 ? inOrder : [...possible]).sort((a, b) => a - b);
    layers.push(next);
    const ready = lives.grow(next).filter((id) => coming.has(id));
    for (const id of ready) possible.add(id);
    for (const id of next) {
      possible.delete(id);
      coming.delete(id);
    }
    for (const group of next.flatMap((id) => after.get(id) ?? [])) {
      group.left -= 1;
      if (group.left !== 0) continue;
      const left = required(unmetOf.get(group.subject)) - 1;
      if (left > 0) unmetOf.set(group.subject, left);
      else unmetOf.delete(group.subject);
      if (left === 0) ready.push(group.subject);
    }
    inOrder = [...new Set(ready)].filter((id) => possible.has(id) && !unmetOf.has(id));
    lives.keep();
  }
  return { ...order, layers };
}

/** A wait of which so many others have to come back yet. */
interface OpenGroup {
  readonly subject: EntityId;
  left: number;
}

/** Returns the waits for what comes back by the others in them, and how many each entity has. */
function openGroups(
  order: StartOrder,
  coming: ReadonlySet<EntityId>,
): { readonly unmetOf: Map<EntityId, number>; readonly after: ReadonlyMap<EntityId, readonly OpenGroup[]> } {
  const unmetOf = new Map<EntityId, number>();
  const after = new Map<EntityId, OpenGroup[]>();
  for (const subject of coming) {
    const groups = new Map<StartWait, EntityId[]>();
    for (const { entity, of } of order.waitsOf(subject)) if (coming.has(entity)) append(groups, of, entity);
    if (groups.size > 0) unmetOf.set(subject, groups.size);
    for (const [{ least }, others] of groups) {
      const group = { subject, left: Math.min(least, others.length) };
      for (const other of others) append(after, other, group);
    }
  }
  return { unmetOf, after };
}

/** Returns the layers with the waits through what is alive and broken at first: for what makes it work again. */
export function withThrough(
  model: RelatedEntities,
  layers: StartPlan['layers'],
  survivors: Uint8Array,
): StartPlan['layers'] {
  const layerOf = new Map(layers.flatMap((layer, index) => layer.map(({ entity }) => [entity, index] as const)));
  const needs = needsOf(indexRelations(model));
  const waitOf = lastLost(model, { layers: layers.length, layerOf, lives: (id) => survivors[id] === 1 });
  const isNeeded = neededWithChoice(needs);
  const throughs = new Map<EntityId, (ThroughBroken & Pick<StepWait, 'least' | 'among'>)[]>();
  for (const need of needs) {
    const first = need.strength === 'start' ? waitOf(need, undefined) : undefined;
    const index = first && layerOf.get(first.on);
    if (first === undefined || index === undefined) continue;
    const found = itemAt(layers, index).flatMap(({ entity }) => {
      if (entity === first.on) return [first];
      const through = isNeeded(entity) ? waitOf(need, entity) : undefined;
      return through?.on === entity ? [through] : [];
    });
    for (const through of found) append(throughs, need.source, { ...through, least: 1, among: found.length });
  }
  return layers.map((layer, index) =>
    layer.map((each) => {
      // What gave way is no wait any longer.
      const waits = [...each.waits, ...(throughs.get(each.entity) ?? [])].filter(
        ({ on, least, among }) => least < among || (layerOf.get(on) ?? index) < index,
      );
      return { ...each, waits };
    }),
  );
}

/** Returns a test for what may be one of several that would do: what something needs, if a need leaves a choice. */
function neededWithChoice(needs: readonly Need[]): (entity: EntityId) => boolean {
  if (needs.every(({ members, least }) => least === members.length)) return () => false;
  const needed = new Set(needs.flatMap(({ members }) => members.map(({ target }) => target)));
  return (entity) => needed.has(entity);
}

/**
 * Returns what finds what a need waits for. Read backwards, what comes back last is lost first, and what breaks a need
 * then is what it waits for: that is one that alone would do if it is the last of its layer to be lost.
 */
function lastLost(
  model: RelatedEntities,
  {
    layers,
    layerOf,
    lives,
  }: {
    readonly layers: number;
    readonly layerOf: ReadonlyMap<EntityId, number>;
    readonly lives: (id: EntityId) => boolean;
  },
): (need: Need, last: EntityId | undefined) => ThroughBroken | undefined {
  const needs = needsOf(indexRelations(model));
  // Within a layer, a chain of needs may be as long as there are entities.
  const half = model.entities.length + 1;
  const known = new Map<EntityId | undefined, Shortage>();
  return ({ members, least }, last) => {
    const lostAt = (id: EntityId): number =>
      2 * half * (layers - (layerOf.get(id) ?? layers)) + (id === last ? half : 0);
    const shortage =
      known.get(last) ??
      shortageOf(needs, { factsUntilGone: (id) => (lives(id) ? undefined : lostAt(id)), canFail: lives });
    known.set(last, shortage);
    const lossOf = (id: EntityId): number => (lives(id) ? (shortage.broken.get(id)?.hops ?? Infinity) : lostAt(id));
    const straw = members.toSorted((one, other) => lossOf(one.target) - lossOf(other.target))[members.length - least];
    const broken = straw && lives(straw.target) ? shortage.broken.get(straw.target) : undefined;
    return straw && broken && throughOf(model, { id: straw.id, broken, shortage, lives });
  };
}

/** A need to start that is not met, and what is broken and gone then. */
export interface UnmetToStart {
  readonly need: Need;
  readonly shortage: Shortage;
}

/**
 * Returns what finds the first need to start of an entity that is not met, where these live; it returns undefined if all
 * are. Cost: O(needs) once, then that of an entity's own needs.
 */
function unmetAmong(
  model: RelatedEntities,
  lives: (entity: EntityId) => boolean,
): (entity: EntityId) => UnmetToStart | undefined {
  const index = indexRelations(model);
  const toStart = needsToStart(index);
  let known: Shortage | undefined;
  return (entity) => {
    const own = toStart.get(entity);
    if (own === undefined) return undefined;
    const shortage = (known ??= shortageOf(needsOf(index), {
      factsUntilGone: (one) => (lives(one) ? undefined : 0),
      canFail: lives,
    }));
    const works = (id: EntityId): boolean => lives(id) && !shortage.broken.has(id);
    const need = own.find(({ members, least }) => members.filter(({ target }) => works(target)).length < least);
    return need === undefined ? undefined : { need, shortage };
  };
}

/** The needs to start of each entity that has some. */
const needsToStart = oncePer((index: RelationIndex): ReadonlyMap<EntityId, readonly Need[]> => {
  const found = new Map<EntityId, Need[]>();
  for (const need of needsOf(index)) if (need.strength === 'start') append(found, need.source, need);
  return found;
});

/** A need to start through survivors and others that are alive and broken: what it waits for in the end, and why. */
export interface ThroughBroken {
  readonly on: EntityId;
  readonly because: readonly Fact[];
}

/**
 * Returns what finds why an entity cannot start, if that is because something that it needs to start lives and is
 * broken: the facts lead from the need to what is not there.
 */
export function throughBroken(
  model: RelatedEntities,
  lives: (entity: EntityId) => boolean,
): (entity: EntityId) => ThroughBroken | undefined {
  const unmetOf = unmetAmong(model, lives);
  return (entity) => {
    const unmet = unmetOf(entity);
    if (unmet === undefined) return undefined;
    const { need, shortage } = unmet;
    for (const { id, target } of need.members) {
      const broken = lives(target) ? shortage.broken.get(target) : undefined;
      if (broken === undefined) continue;
      const through = throughOf(model, { id, broken, shortage, lives });
      if (through !== undefined) return through;
    }
    return undefined;
  };
}

/** Returns what a need to start waits for, by its relation to something that is broken. */
function throughOf(model: RelatedEntities, { id, broken, shortage, lives }: BrokenNeed): ThroughBroken | undefined {
  const [first, ...others] = unmetFacts(broken, {
    ...{ model, shortage, because: (gone: EntityId) => [missingFact(model, gone)] },
    ...{ isGone: (one: EntityId) => !lives(one), isBroken: (one: EntityId) => shortage.broken.has(one) },
  });
  if (first?.entity === undefined) return undefined;
  return { on: first.entity, because: [relationFact(model, id), ...others.reverse()] };
}

interface BrokenNeed {
  readonly id: RelationId;
  readonly broken: Unmet;
  readonly shortage: Shortage;
  readonly lives: (entity: EntityId) => boolean;
}
