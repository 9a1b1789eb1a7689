/**
 * Computes what a collection destroys: every object that no root reaches at its moment, and only those. `remove` cuts
 * the ownership of and the references to its targets; a collection on demand then finds what that releases.
 */
import type { Digraph } from '../../graph/digraph.ts';
import { at } from '../../model/common/lookup.ts';
import { pathTo, type Reach, reach } from '../../graph/reach.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import type { Policy } from '../../model/policy.ts';
import type { RelationId } from '../../model/relation.ts';
import { type DoomedSet, type DoomOptions, existing, explainedBy, plainDoomedSet } from '../facts/doomed.ts';
import { nestingFact, relationFact } from '../facts/facts.ts';
import { isOrigin, keeperFact, keepers, type KeepingModel, type Moment } from './doomed-keepers.ts';
import { indexRelations, type RelationIndex, withoutRelations } from '../facts/relation-index.ts';
import { entityOf, quotedName } from '../../model/model.ts';
import { withoutWaiting } from './doomed-by-destruction.ts';
import { type EndMode, goesOn } from '../deletion/deletion-state.ts';
import { takenBy, takesAlong } from '../deletion/takes-along.ts';
import { mayRefuse, type Veto, vetoesOf } from './protection.ts';
import { t } from '../../model/common/translation.ts';

/** The state in which a collection happens, and whether it keeps what is protected. */
export interface SweepOptions extends DoomOptions {
  readonly protection?: Policy['protection'];
  /** Returns true for what is doomed already. Default: none. */
  readonly isDoomed?: (entity: EntityId) => boolean;
  /** Returns how something ends that has begun to end and is held up. Default: none does. */
  readonly modeOf?: (entity: EntityId) => EndMode | undefined;
}

/**
 * The entities that a collection destroys, and those of them that end with others, with all that these host, own or
 * manage.
 */
export interface Collected extends DoomedSet {
  readonly taken: ReadonlySet<EntityId>;
}

/** Returns how something ends that a collection dooms and something else holds up. */
export const endOfCollected = ({ taken }: Pick<Collected, 'taken'>, entity: EntityId): EndMode =>
  taken.has(entity) ? 'taken' : 'collect';

/** Returns what a collection at that moment destroys. Cost: O(V + E). */
export function doomedByCollection(model: KeepingModel, moment: Moment, options: SweepOptions = {}): Collected {
  return collect({ model, moment, removed: [], cut: new Set(), exists: existing(model, options), options });
}

/** Returns what a collection on demand destroys after `targets` have been removed. Cost: O(V + E). */
export function doomedByRemoval(
  model: KeepingModel,
  targets: readonly EntityId[],
  options: SweepOptions = {},
): DoomedSet {
  const removed = new Set(targets);
  const index = indexRelations(model);
  const cut = new Set<RelationId>();
  for (const kind of ['owns', 'refers'] as const) {
    for (const { id, target } of index.all(kind)) if (removed.has(target)) cut.add(id);
  }
  // What is cut neither takes anything along nor lets its owner wait.
  const left = withoutRelations({ ...model }, new Set([...index.cut, ...cut]));
  return collect({
    model: left,
    moment: 'demand',
    removed: [...removed],
    cut,
    exists: existing(left, options),
    options,
  });
}

interface Collection {
  readonly options: SweepOptions;
  readonly model: KeepingModel;
  readonly moment: Moment;
  readonly removed: readonly EntityId[];
  readonly cut: ReadonlySet<RelationId>;
  readonly exists: Uint8Array;
}

function collect(collection: Collection): Collected {
  const { model, removed, cut } = collection;
  const index = indexRelations(model);
  const { kept, vetoes } = keptBy(collection);
  const { reached, unreached, taken, along, keeps } = sweep(collection, kept);
  const isReached = (id: EntityId): boolean => at(reached.distance, id) >= 0;
  const reasons = reasonsFor(collection, keeps, new Set(unreached));
  const set: DoomedSet = {
    ...plainDoomedSet([...unreached, ...taken], withTaken(index, unreached, taken, reasons)),
    cut,
    spared: removed
      .filter((id) => isReached(id))
      .sort((a, b) => a - b)
      .map((id) => explainedBy(id, (entity) => keptChain(model, reached, entity)))
      .concat(
        vetoes.flatMap(({ kept, text }) =>
          kept.map((entity) => ({ entity, because: [{ text: text.replace(/\.$/, ''), entity }] })),
        ),
      ),
  };
  const collected = { taken: new Set(along) };
  return { ...withoutHeld(collection, set, collected.taken), ...collected };
}

/** Returns what a collection would end and has to keep, as if it were a root, and why. */
function keptBy(collection: Collection): { readonly kept: ReadonlySet<EntityId>; readonly vetoes: readonly Veto[] } {
  const { model, options, exists } = collection;
  const kept = new Set<EntityId>();
  const vetoes: Veto[] = [];
  if (options.protection === 'ignore' || !mayRefuse(model)) return { kept, vetoes };
  for (;;) {
    const { unreached, taken } = sweep(collection, kept);
    const more = vetoesOf(model, {
      ending: [...unreached, ...taken],
      named: [],
      isEviction: false,
      isAlive: (id) => exists[id] === 1,
      isDoomed: options.isDoomed ?? (() => false),
      isNamedOnly: () => false,
      because: () => [],
    });
    if (more.length === 0) return { kept, vetoes };
    for (const veto of more) {
      vetoes.push(veto);
      for (const id of veto.kept) kept.add(id);
    }
  }
}

/** The result of a collection: the objects that no root reaches, and reachable ones that end with them. */
interface Swept {
  readonly keeps: Digraph;
  readonly reached: Reach;
  readonly unreached: readonly EntityId[];
  readonly taken: readonly EntityId[];
  /** All that something else takes along, also of what no root reaches. */
  readonly along: readonly EntityId[];
}

/** Returns the set without what has to wait; what another end has sentenced makes others wait, too. */
function withoutHeld({ model, exists, options }: Collection, set: DoomedSet, taken: ReadonlySet<EntityId>): DoomedSet {
  const isUnderWay = (id: EntityId): boolean => goesOn(options.modeOf?.(id), endOfCollected({ taken }, id));
  return withoutWaiting(indexRelations(model), exists, set, isUnderWay);
}

/** Finds what a collection ends; what is taken along keeps what it reaches until it ends, which it may have to wait for. */
function sweep(collection: Collection, kept: ReadonlySet<EntityId>): Swept {
  const { model, moment, cut, exists } = collection;
  const keeps = keepers(model, moment, cut);
  const mayEnd = exists.map((mark, id) => (kept.has(id) ? 0 : mark));
  const origins = model.entities
    .filter((each) => isOrigin(each) || kept.has(each.id))
    .map(({ id }) => ({ node: id, hops: 0 }));
  const taken = new Set<EntityId>();
  const gone = new Set<EntityId>();
  for (;;) {
    const blocked = exists.map((mark, id) => (mark === 1 && !gone.has(id) ? 0 : 1));
    const reached = reach(model.entities.length, { sources: origins, free: keeps, blocked });
    const unreached = model.entities
      .filter(({ id, kind }) => kind === 'object' && exists[id] === 1 && at(reached.distance, id) < 0 && !taken.has(id))
      .map(({ id }) => id);
    const along = takenBy(model, [...unreached, ...taken], mayEnd);
    const found = new Set(unreached);
    for (const id of along) if (!found.has(id)) taken.add(id);
    const ending = plainDoomedSet([...unreached, ...taken], { because: () => [], hops: () => 0 });
    const ends = withoutHeld(collection, ending, new Set(along)).stages.flat();
    const more = ends.filter((id) => taken.has(id) && !gone.has(id));
    if (more.length === 0) return { keeps, reached, unreached, taken: [...taken], along };
    for (const id of more) gone.add(id);
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
  const nameOf = (id: EntityId): string => quotedName(model, id);
  return {
    hops: (entity) => (doomed.has(entity) ? Math.max(0, at(found.hops, entity)) : -1),
    because: (entity) => {
      if (!doomed.has(entity)) return [];
      if (at(found.distance, entity) < 0) return [{ text: t`no root reaches ${nameOf(entity)}`, entity }];
      return chain(model, found, entity, (first) => ({ text: t`${nameOf(first)} is removed`, entity: first }));
    },
  };
}

function keptChain(model: KeepingModel, reached: Reach, entity: EntityId): Fact[] {
  return chain(model, reached, entity, (first) => {
    const { name, root, kind } = entityOf(model, first);
    return {
      text: `"${name}" ${root ? t`is a root` : kind === 'pd' ? t`is a live PD` : t`is a region`}`,
      entity: first,
    };
  });
}

function chain(model: KeepingModel, found: Reach, last: EntityId, begin: (first: EntityId) => Fact): Fact[] {
  return pathTo(found, last).map((node, position) =>
    position === 0 ? begin(node) : keeperFact(model, at(found.label, node), node),
  );
}
