/**
 * Computes what a collection destroys: every object that no root reaches at its moment, and only those. `remove` cuts
 * the ownership of and the references to its targets; a collection on demand then finds what that releases.
 */
import type { Digraph } from '../../graph/digraph.ts';
import { at } from '../../graph/digraph.ts';
import type { Reach } from '../../graph/reach.ts';
import { pathTo, reach } from '../../graph/reach.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import type { RelationId } from '../../model/relation.ts';
import type { DoomedSet, DoomOptions } from '../facts/doomed.ts';
import { existing, explainedBy, plainDoomedSet } from '../facts/doomed.ts';
import type { KeepingModel, Moment } from './doomed-keepers.ts';
import { isOrigin, keeperFact, keepers } from './doomed-keepers.ts';
import { entityOf, indexRelations } from '../facts/relation-index.ts';

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
  const { model, moment, removed, cut, exists } = collection;
  const keeps = keepers(model, moment, cut);
  const blocked = exists.map((mark) => 1 - mark);
  const origins = model.entities.filter(isOrigin).map(({ id }) => ({ node: id, hops: 0 }));
  const reached = reach(model.entities.length, { sources: origins, free: keeps, blocked });
  const isReached = (id: EntityId): boolean => at(reached.distance, id) >= 0;
  const doomed = model.entities
    .filter(({ id, kind }) => kind === 'object' && exists[id] === 1 && !isReached(id))
    .map(({ id }) => id);
  const reasons = reasonsFor(collection, keeps, new Set(doomed));
  return {
    ...plainDoomedSet(doomed, reasons),
    cut,
    spared: removed
      .filter((id) => isReached(id))
      .sort((a, b) => a - b)
      .map((id) => explainedBy(id, (entity) => keptChain(model, reached, entity))),
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
