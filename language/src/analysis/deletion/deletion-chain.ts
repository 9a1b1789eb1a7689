/**
 * The reasons of a deletion: the chain from what is asked over each loss of a last owner, and from an event to what it
 * releases.
 */
import { at } from '../../model/common/lookup.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import { entityOf, quotedName } from '../../model/model.ts';
import type { Relation } from '../../model/relation.ts';
import { nestingFact, relationFact } from '../facts/facts.ts';
import { indexRelations, type RelatedEntities } from '../facts/relation-index.ts';
import type { DeletionRun } from './deletion-state.ts';
import { t } from '../../model/common/translation.ts';

/**
 * Returns the chain from the requested deletion, or from what is already ending, to the end of an entity; `before` are
 * the reasons of what was ending before.
 */
export function deletionChain(
  model: RelatedEntities,
  { mode, by, cause, stage }: DeletionRun,
  entity: EntityId,
  before: (root: EntityId) => readonly Fact[] = () => [],
): Fact[] {
  if (mode[entity] === undefined) return [];
  const facts: Fact[] = [];
  let current = entity;
  for (; at(by, current) >= 0; current = at(by, current)) facts.push(causeFact(model, at(cause, current), current));
  const known = before(current);
  if (known.length > 0) return [...known, ...facts.reverse()];
  const name = quotedName(model, current);
  const verb = mode[current] === 'destroy' || mode[current] === 'taken' ? t`is destroyed` : t`is deleted`;
  const asked = entityOf(model, current).doomed === true ? endingFact(model, current).text : `${name} ${verb}`;
  facts.push({ text: at(stage, current) === 0 ? asked : t`no owner of ${name} exists`, entity: current });
  return facts.reverse();
}

/** Returns the fact that something was doomed before an event. */
const endingFact = (model: RelatedEntities, entity: EntityId): Fact => ({
  text: t`${quotedName(model, entity)} is already ending`,
  entity,
});

const causeFact = (model: RelatedEntities, relation: number, entity: EntityId): Fact =>
  relation < 0 ? nestingFact(model, entity) : relationFact(model, relation);

/** The entities that an event ends, and the run of those that are ending after it. */
export interface Release {
  /** Returns true for what was doomed before that run. */
  readonly isBefore: (entity: EntityId) => boolean;
  /** Returns what that waited for. */
  readonly waitsFor: (entity: EntityId) => readonly EntityId[];
  readonly after: DeletionRun;
  /** The entities that the event releases. */
  readonly released: readonly EntityId[];
  /** Returns true for what the event itself ends. */
  readonly isGone: (entity: EntityId) => boolean;
  readonly because: (entity: EntityId) => readonly Fact[];
}

/** Returns the chains from an event to all that it releases. Cost: that of the chains. */
export function releaseChains(model: RelatedEntities, release: Release): ReadonlyMap<EntityId, readonly Fact[]> {
  const { isBefore, waitsFor, after, released, isGone, because } = release;
  const chains = new Map<EntityId, readonly Fact[]>();
  const known = (entity: EntityId): readonly Fact[] | undefined =>
    isGone(entity) ? because(entity) : chains.get(entity);
  const chainOf = (entity: EntityId): readonly Fact[] | undefined => {
    const by = at(after.by, entity);
    const own = by < 0 || isBefore(entity) ? undefined : known(by);
    if (own !== undefined) return [...own, causeFact(model, at(after.cause, entity), entity)];
    const raised = after.raised.get(entity);
    const stronger = raised === undefined ? undefined : known(raised.by);
    if (raised !== undefined && stronger !== undefined)
      return [...stronger, endingFact(model, entity), causeFact(model, raised.cause, entity)];
    for (const other of waitsFor(entity)) {
      const chain = known(other);
      if (chain !== undefined) return [...chain, endingFact(model, entity), waitFact(model, entity, other)];
    }
    return undefined;
  };
  for (let size = -1; size !== chains.size;) {
    size = chains.size;
    for (const entity of released) {
      const chain = chains.has(entity) ? undefined : chainOf(entity);
      if (chain !== undefined) chains.set(entity, chain);
    }
  }
  for (const entity of released) if (!chains.has(entity)) chains.set(entity, [endingFact(model, entity)]);
  return chains;
}

/** Returns the relation by which one that is ending waits for another; undefined for nesting. */
export function waitRelation(model: RelatedEntities, entity: EntityId, other: EntityId): Relation | undefined {
  const index = indexRelations(model);
  const kinds = ['waits for', 'owns', 'manages'] as const;
  return kinds.flatMap((kind) => index.all(kind)).find(({ source, target }) => source === entity && target === other);
}

function waitFact(model: RelatedEntities, entity: EntityId, other: EntityId): Fact {
  const relation = waitRelation(model, entity, other);
  return relation === undefined ? nestingFact(model, other) : relationFact(model, relation.id);
}
