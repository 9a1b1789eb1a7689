/**
 * Computes what an orderly end destroys: `destroy x` ends x, what it hosts or owns, what dies or stops with it, and a
 * PD's managed spaces with their resources. A `crash` is answered by the cleanup.
 */
import { append } from '../../model/common/append.ts';
import { at } from '../../model/common/lookup.ts';
import { pathTo, reach } from '../../graph/reach.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import type { Cleanup } from '../crash/cleanup.ts';
import { type DoomedSet, type DoomOptions, existing, laterBy, plainDoomedSet } from '../facts/doomed.ts';
import { nestingFact, relationFact } from '../facts/facts.ts';
import { indexRelations, type RelatedEntities, type RelationIndex } from '../facts/relation-index.ts';
import { entityOf } from '../../model/model.ts';
import { onWaitCycle } from '../deletion/deletion-waits.ts';
import { stuck, type Waits } from '../deletion/stuck.ts';
import { inner, takesAlong } from '../deletion/takes-along.ts';
import { t } from '../../model/common/translation.ts';

/** Returns what ends when `targets` are destroyed. Cost: O(V + E). */
export function doomedByDestruction(
  model: RelatedEntities,
  targets: readonly EntityId[],
  options: DoomOptions = {},
): DoomedSet {
  const index = indexRelations(model);
  const exists = existing(model, options);
  const found = reach(model.entities.length, {
    sources: targets.map((node) => ({ node, hops: 0 })),
    free: takesAlong(index),
    blocked: exists.map((mark) => 1 - mark),
  });
  const because = (entity: EntityId): Fact[] => {
    if (at(found.distance, entity) < 0) return [];
    return pathTo(found, entity).map((node, position) => {
      if (position === 0) return { text: t`"${entityOf(model, node).name}" is destroyed`, entity: node };
      const label = at(found.label, node);
      return label < 0 ? nestingFact(model, node) : relationFact(model, label);
    });
  };
  const entities: EntityId[] = [];
  for (const [id, distance] of found.distance.entries()) if (distance >= 0) entities.push(id);
  return withoutWaiting(index, exists, plainDoomedSet(entities, { because, hops: (entity) => at(found.hops, entity) }));
}

/**
 * Returns the set without what cannot end yet, because it waits for something, or hosts, owns or manages what does:
 * that is held. What is under way already is left out, and others wait for it. Cost: O(V + E).
 */
export function withoutWaiting(
  index: RelationIndex,
  exists: Uint8Array,
  set: DoomedSet,
  isUnderWay: (entity: EntityId) => boolean = () => false,
): DoomedSet {
  const waits = index.all('waits for');
  if (waits.length === 0) return set;
  const doomed = set.stages.flat();
  const isDoomed = new Set(doomed);
  const alive = waits.filter(({ source, target }) => isDoomed.has(source) && exists[target] === 1);
  const hosts = inner(index);
  const dependents = (entity: EntityId): EntityId[] =>
    Array.from(hosts.targets.subarray(hosts.offsets[entity], hosts.offsets[entity + 1])).filter((id) =>
      isDoomed.has(id),
    );
  const hosted = doomed.flatMap((entity) => dependents(entity).map((id) => [entity, id] as const));
  const waitsOf = (held: readonly EntityId[]): Waits => ({
    nodeCount: index.model.entities.length,
    waiting: [...alive.map(({ source }) => source), ...hosted.map(([host]) => host)],
    awaited: [...alive.map(({ target }) => target), ...hosted.map(([, id]) => id)],
    isStrict: alive.map(() => true),
    held,
  });
  const waiting = alive.filter(({ target }) => !isDoomed.has(target)).map(({ source }) => source);
  const isStuck = stuck(waitsOf([...waiting, ...doomed.filter(isUnderWay)]));
  const onCycle = onWaitCycle(index.model, exists);
  const isDeadlocked = stuck(waitsOf(doomed.filter((id) => onCycle[id] === 1)));
  if (doomed.every((entity) => isStuck[entity] !== 1)) return set;
  const held = doomed.filter((entity) => isStuck[entity] === 1 && !isUnderWay(entity));
  const awaited = new Map<EntityId, EntityId[]>();
  for (const { source, target } of alive) {
    if (isStuck[target] === 1 || !isDoomed.has(target)) append(awaited, source, target);
  }
  const waitsFor = (entity: EntityId): EntityId[] => [
    ...new Set([...(awaited.get(entity) ?? []), ...dependents(entity).filter((id) => isStuck[id] === 1)]),
  ];
  return {
    ...set,
    stages: set.stages.map((stage) => stage.filter((id) => isStuck[id] !== 1)).filter(({ length }) => length > 0),
    held: held.map((entity) => ({
      entity,
      get because() {
        return set.because(entity);
      },
      finalizers: [],
      waitsFor: waitsFor(entity),
      isDeadlocked: isDeadlocked[entity] === 1,
    })),
    later: held.map((entity) => laterBy(entity, set.because, isDeadlocked[entity] === 1)),
  };
}

/** Returns what a crash destroys, from its cleanup. */
export function doomedByCrash({ destroyed, held }: Cleanup): DoomedSet {
  const reasons = new Map(destroyed.map((each) => [each.entity, each]));
  const because = (entity: EntityId): readonly Fact[] => reasons.get(entity)?.because ?? [];
  return { ...plainDoomedSet([...reasons.keys()], { because, hops: (entity) => because(entity).length - 1 }), held };
}
