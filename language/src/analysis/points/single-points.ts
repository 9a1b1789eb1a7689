/**
 * Finds single points of failure: the smallest sets of PDs whose simultaneous crash makes a goal fail. A goal is what
 * the declarations of one `needs` want; copies of the needing PD substitute for each other, and the goal fails when it
 * fails for every copy.
 *
 * A need fails when the needing PD or what it needs is destroyed, or what it needs is broken. A crash spreads over each
 * edge independently, so a set of PDs makes a need fail exactly if one of them does alone: a single need has only sets
 * of one PD. Larger sets come from copies.
 */
import { smallestHittingSets } from '../../graph/hitting-sets.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Policy } from '../../model/policy.ts';
import type { Relation, RelationId } from '../../model/relation.ts';
import type { CrashOptions } from '../crash/cleanup.ts';
import { failureCauses } from './single-points-causes.ts';
import type { RelatedEntities } from '../facts/relation-index.ts';
import { entityOf, indexRelations } from '../facts/relation-index.ts';
import { append } from '../../model/append.ts';

/** A goal to keep, and the crashes that make it fail. */
export interface FailureGoal {
  /** Its `needs` relations, those of the first copy first. */
  readonly needs: readonly RelationId[];
  /** The PDs that need: one, or copies that substitute for each other. */
  readonly pds: readonly EntityId[];
  /** True if it fails before any crash; then there is nothing to list. */
  readonly isBroken: boolean;
  /** The PDs whose crash alone makes it fail, in declaration order. The crash of a lone needing PD is not listed. */
  readonly single: readonly EntityId[];
  /** Minimal sets: the smallest first, then in declaration order. Sets of one PD are included. */
  readonly cutSets: readonly (readonly EntityId[])[];
  /** The size limit of the search: larger sets were not searched. */
  readonly sizeLimit: number;
  /** True if there is no other minimal set of at most `sizeLimit` PDs. */
  readonly isComplete: boolean;
  /** True if there is no other minimal set of any size. */
  readonly isExhaustive: boolean;
}

/** The limits of the search. */
export interface SinglePointOptions extends CrashOptions {
  /** The largest size of a set. Default: 3. */
  readonly sizeLimit?: number;
  /** The number of sets listed for a goal. Default: 100. */
  readonly countLimit?: number;
}

/** The number of partial sets to try for one goal before giving up. */
const workLimit = 200_000;

/**
 * Returns the goals of a model in declaration order, each with its sets. Cost: O(V + E) for each `needs`, plus the
 * bounded search for the sets of copies.
 */
export function singlePoints(model: RelatedEntities, policy: Policy, options: SinglePointOptions = {}): FailureGoal[] {
  const alive = options.alive ?? ((id: EntityId) => !entityOf(model, id).absent);
  const aliveBefore = Uint8Array.from(model.entities, ({ id }) => (alive(id) ? 1 : 0));
  const causesOf = failureCauses(model, policy, aliveBefore);
  return goalsOf(model, aliveBefore).map((relations) => goal(model, relations, causesOf, options));
}

/** Groups the needs of living PDs by declaration where that is known: those of copies together. */
function goalsOf(model: RelatedEntities, aliveBefore: Uint8Array): Relation[][] {
  const goals = new Map<string, Relation[]>();
  for (const relation of indexRelations(model).all('needs')) {
    if (aliveBefore[relation.source] !== 1) continue;
    const { name, parent } = entityOf(model, relation.source);
    const place = withoutCopies(name);
    // Only copies have a number in their name that is not part of the declaration.
    const key = hasCopies(model, relation.source) ? place : `${name} ${parent ?? ''} ${relation.id}`;
    const target = withoutCopies(entityOf(model, relation.target).name);
    append(goals, `${key} needs ${target}`, relation);
  }
  return [...goals.values()];
}

function goal(
  model: RelatedEntities,
  relations: readonly Relation[],
  causesOf: (need: Relation) => ReadonlySet<EntityId> | undefined,
  options: SinglePointOptions,
): FailureGoal {
  const sizeLimit = options.sizeLimit ?? 3;
  const pds = [...new Set(relations.map(({ source }) => source))].sort((a, b) => a - b);
  const common = { needs: relations.map(({ id }) => id), pds, sizeLimit };
  const causes = pds.map((pd) => causesOfPd(pd, relations, causesOf, pds.length > 1));
  const left = causes.filter((each) => each !== undefined);
  if (left.length === 0) {
    return { ...common, isBroken: true, single: [], cutSets: [], isComplete: true, isExhaustive: true };
  }
  const sets = left.map((each) => ({ has: each, sorted: [...each].sort((a, b) => a - b) }));
  let work = 0;
  const found = smallestHittingSets({
    unhit: (chosen) => {
      work += 1;
      return sets.find(({ has }) => !chosen.some((id) => has.has(id)))?.sorted;
    },
    maxSize: sizeLimit,
    maxCount: options.countLimit ?? 100,
    isSpent: () => work > workLimit,
  });
  const single = sets[0]?.sorted.filter((id) => sets.every(({ has }) => has.has(id))) ?? [];
  const isListed = found.sets.length < (options.countLimit ?? 100);
  return {
    ...common,
    isBroken: false,
    single,
    cutSets: found.sets.map((set) => [...set]),
    isComplete: found.isComplete || (isListed && found.completeUpTo >= sizeLimit),
    isExhaustive: found.isComplete,
  };
}

/** Returns all PDs whose crash makes some need of a PD fail; undefined if one fails already. */
function causesOfPd(
  pd: EntityId,
  relations: readonly Relation[],
  causesOf: (need: Relation) => ReadonlySet<EntityId> | undefined,
  hasSubstitutes: boolean,
): ReadonlySet<EntityId> | undefined {
  const all = new Set<EntityId>();
  for (const relation of relations) {
    if (relation.source !== pd) continue;
    const causes = causesOf(relation);
    if (causes === undefined) return undefined;
    for (const cause of causes) all.add(cause);
  }
  if (!hasSubstitutes) all.delete(pd);
  return all;
}

/** Returns true if an entity, or one around it, is a copy. */
function hasCopies(model: RelatedEntities, id: EntityId): boolean {
  for (let each: EntityId | undefined = id; each !== undefined; each = entityOf(model, each).parent) {
    if (entityOf(model, each).copy !== undefined) return true;
  }
  return false;
}

function withoutCopies(name: string): string {
  return name.replace(/\[\d+\]/g, '');
}
