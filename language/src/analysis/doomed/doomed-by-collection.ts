/**
 * Computes what a collection destroys: every object that no root reaches at its moment, and only those. `remove` cuts
 * the ownership of and the references to its targets; a collection on demand then finds what that releases.
 */
import type { Digraph } from '../../graph/digraph.ts';
import { at } from '../../model/lookup.ts';
import type { Reach } from '../../graph/reach.ts';
import { pathTo, reach } from '../../graph/reach.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import type { RelationId } from '../../model/relation.ts';
import type { DoomedSet, DoomOptions } from '../facts/doomed.ts';
import { existing, explainedBy, plainDoomedSet } from '../facts/doomed.ts';
import { nestingFact, relationFact } from '../facts/facts.ts';
import type { KeepingModel, Moment } from './doomed-keepers.ts';
import { isOrigin, keeperFact, keepers } from './doomed-keepers.ts';
import type { RelationIndex } from '../facts/relation-index.ts';
import { indexRelations } from '../facts/relation-index.ts';
import { entityOf } from '../../model/model.ts';
import { withoutWaiting } from './doomed-by-destruction.ts';
import { fatesOf, takesAlong } from './takes-along.ts';

/** Returns what a collection at that moment destroys. Cost: O(V + E). */
export function doomedByCollection(model: KeepingModel, moment: Moment, options: DoomOptions = {}): DoomedSet {
  return collect({ model, moment, removed: [], cut: new Set(), exists: existing(model, options) });
}

/** Returns what a collection on demand destroys after `targets` have been removed. Cost: O(V + E). */
export function doomedByRemoval(
  model: KeepingModel,
  targets: readonly EntityId[],
  options: DoomOptions = {},
): DoomedSet {
  const removed = new Set(targets);
  const index = indexRelations(model);
  const cut = new Set<RelationId>();
  for (const kind of ['owns', 'refers'] as const) {
    for (const { id, target } of index.all(kind)) if (removed.has(target)) cut.add(id);
  }
  return collect({ model, moment: 'demand', removed: [...removed], cut, exists: existing(model, options) });
}

interface Collection {
  readonly model: KeepingModel;
  readonly moment: Moment;
  readonly removed: readonly EntityId[];
  readonly cut: ReadonlySet<RelationId>;
  readonly exists: Uint8Array;
}

function collect(collection: Collection): DoomedSet {
  const { model, removed, cut, exists } = collection;
  const index = indexRelations(model);
  const { reached, unreached, taken, keeps } = sweep(collection);
  const isReached = (id: EntityId): boolean => at(reached.distance, id) >= 0;
  const reasons = reasonsFor(collection, keeps, new Set(unreached));
  const set: DoomedSet = {
    ...plainDoomedSet([...unreached, ...taken], withTaken(index, unreached, taken, reasons)),
    cut,
    spared: removed
      .filter((id) => isReached(id))
      .sort((a, b) => a - b)
      .map((id) => explainedBy(id, (entity) => keptChain(model, reached, entity))),
  };
  return withoutWaiting(index, exists, set);
}

/** What a collection finds: the objects that no root reaches, and what ends with them although something reaches it. */
interface Swept {
  readonly keeps: Digraph;
  readonly reached: Reach;
  readonly unreached: readonly EntityId[];
  readonly taken: readonly EntityId[];
}

/** Finds what a collection ends; what is taken along keeps nothing. Cost: O(V + E) each time that more is taken. */
function sweep({ model, moment, cut, exists }: Collection): Swept {
  const keeps = keepers(model, moment, cut);
  const origins = model.entities.filter(isOrigin).map(({ id }) => ({ node: id, hops: 0 }));
  const taken = new Set<EntityId>();
  for (;;) {
    const blocked = exists.map((mark, id) => (mark === 1 && !taken.has(id) ? 0 : 1));
    const reached = reach(model.entities.length, { sources: origins, free: keeps, blocked });
    const unreached = model.entities
      .filter(({ id, kind }) => kind === 'object' && exists[id] === 1 && at(reached.distance, id) < 0 && !taken.has(id))
      .map(({ id }) => id);
    const more = fatesOf(model, [...unreached, ...taken], exists).filter((id) => !taken.has(id));
    if (more.length === 0) return { keeps, reached, unreached, taken: [...taken] };
    for (const id of more) taken.add(id);
  }
}

/** Returns the objects that no root reaches at that moment, in declaration order. Cost: O(V + E). */
export function unreachedObjects(model: KeepingModel, moment: Moment, options: DoomOptions = {}): EntityId[] {
  const exists = existing(model, options);
  const { distance } = reach(model.entities.length, {
    sources: model.entities.filter(isOrigin).map(({ id }) => ({ node: id, hops: 0 })),
    free: keepers(model, moment, new Set()),
    blocked: exists.map((mark) => 1 - mark),
  });
  return model.entities
    .filter(({ id, kind }) => kind === 'object' && exists[id] === 1 && at(distance, id) < 0)
    .map(({ id }) => id);
}

/** Returns the reasons for what is taken along as well: with what it ends. */
function withTaken(
  index: RelationIndex,
  unreached: readonly EntityId[],
  taken: readonly EntityId[],
  reasons: Pick<DoomedSet, 'because' | 'hops'>,
): Pick<DoomedSet, 'because' | 'hops'> {
  if (taken.length === 0) return reasons;
  const { model } = index;
  const isEnding = new Set([...unreached, ...taken]);
  const found = reach(model.entities.length, {
    sources: unreached.map((node) => ({ node, hops: reasons.hops(node) })),
    free: takesAlong(index),
    blocked: Uint8Array.from(model.entities, ({ id }) => (isEnding.has(id) ? 0 : 1)),
  });
  return {
    hops: (entity) => (isEnding.has(entity) ? at(found.hops, entity) : -1),
    because: (entity) => {
      if (!isEnding.has(entity)) return [];
      const [first = entity, ...others] = pathTo(found, entity);
      const links = others.map((node) => {
        const label = at(found.label, node);
        return label < 0 ? nestingFact(model, node) : relationFact(model, label);
      });
      return [...reasons.because(first), ...links];
    },
  };
}

/**
 * Returns the reasons: objects kept only by removed ones end because of them, all others because no root reaches them.
 */
function reasonsFor(
  { model, removed }: Collection,
  keeps: Digraph,
  doomed: ReadonlySet<EntityId>,
): Pick<DoomedSet, 'because' | 'hops'> {
  const found = reach(model.entities.length, {
    sources: removed.map((node) => ({ node, hops: 0 })),
    free: keeps,
    blocked: Uint8Array.from(model.entities, ({ id }) => (doomed.has(id) ? 0 : 1)),
  });
  const nameOf = (id: EntityId): string => `"${entityOf(model, id).name}"`;
  return {
    hops: (entity) => (doomed.has(entity) ? Math.max(0, at(found.hops, entity)) : -1),
    because: (entity) => {
      if (!doomed.has(entity)) return [];
      if (at(found.distance, entity) < 0) return [{ text: `no root reaches ${nameOf(entity)}`, entity }];
      return chain(model, found, entity, (first) => ({ text: `${nameOf(first)} is removed`, entity: first }));
    },
  };
}

function keptChain(model: KeepingModel, reached: Reach, entity: EntityId): Fact[] {
  return chain(model, reached, entity, (first) => {
    const { name, root, kind } = entityOf(model, first);
    return {
      text: `"${name}" ${root ? 'is a root' : kind === 'pd' ? 'is a living PD' : 'is a region'}`,
      entity: first,
    };
  });
}

function chain(model: KeepingModel, found: Reach, last: EntityId, begin: (first: EntityId) => Fact): Fact[] {
  return pathTo(found, last).map((node, position) =>
    position === 0 ? begin(node) : keeperFact(model, at(found.label, node), node),
  );
}
