/**
 * Fault trees: a goal as a formula over crashes of PDs and nodes, of and-, or- and k-of-n gates. What is destroyed is a
 * union over the crashes, because a crash spreads over each edge independently, and what they release; what is broken is
 * a gate over needs.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Policy } from '../../model/policy.ts';
import { type Need, needsOf } from '../facts/needs.ts';
import { indexRelations, type RelatedEntities } from '../facts/relation-index.ts';
import { entityOf, isInCopy } from '../../model/model.ts';
import { append } from '../../model/common/append.ts';
import type { Ending } from '../deletion/at-start.ts';
import { allOf, anyOf, atLeast, type Formula } from './formula.ts';
import { type ReleaseGates, releaseGates } from './release-gates.ts';
import { endCauses } from './single-points-causes.ts';

/** The fault tree of some goals. */
export interface FaultTree {
  /**
   * The formula of each entity that a goal asks for, directly or not; gates may form cycles: the least fixpoint counts.
   * Numbers beyond the entities are of ends that crashes release, which have no formula.
   */
  readonly gates: ReadonlyMap<EntityId, Formula>;
  readonly tops: readonly Formula[];
  /** Undefined if nothing is ending. */
  readonly releases: ReleaseGates | undefined;
}

/** A goal to keep: what the needs of one declaration want. */
export interface Goal {
  /** One of each copy at least. */
  readonly needs: readonly Need[];
  /** The subjects: one, or copies that substitute for each other. */
  readonly subjects: readonly EntityId[];
}

/** The crashes that count. */
export interface CountedCrashes {
  readonly aliveBefore: Uint8Array;
  /** The entities that are ending before them. Default: none. */
  readonly ending?: Ending | undefined;
  /** True if root PDs crash, too. */
  readonly roots: boolean;
}

/** A formula that is always true. */
const always: Formula = allOf([]);

/**
 * Returns the goals of a model in declaration order: needs of copies together. Needs `as soft` and `as start` are none.
 */
export function goalsOf(model: RelatedEntities, aliveBefore: Uint8Array): Goal[] {
  const goals = new Map<string, Need[]>();
  for (const need of needsOf(indexRelations(model))) {
    if (need.strength !== 'hard' || aliveBefore[need.source] !== 1) continue;
    const { name, parent } = entityOf(model, need.source);
    // Only copies have a number in their name that is not part of the declaration.
    const place = isInCopy(model, need.source)
      ? withoutCopies(name)
      : `${name} ${String(parent ?? '')} ${String(need.members[0]?.id ?? '')}`;
    const targets = new Set(need.members.map(({ target }) => withoutCopies(entityOf(model, target).name)));
    append(goals, JSON.stringify([place, need.members.length === 1 ? 0 : need.least, ...targets]), need);
  }
  return [...goals.values()].map((needs) => ({
    needs,
    subjects: [...new Set(needs.map(({ source }) => source))].sort((a, b) => a - b),
  }));
}

/**
 * Returns the fault tree of some goals. A lone subject does not crash itself. Cost: O(V + E) for each entity that is
 * asked for.
 */
export function faultTree(
  model: RelatedEntities,
  policy: Policy,
  goals: readonly Goal[],
  crashes: CountedCrashes,
): FaultTree {
  const { aliveBefore, ending, roots } = crashes;
  const causesOf = endCauses(model, policy, aliveBefore);
  const bySubject = new Map<EntityId, Need[]>();
  for (const need of needsOf(indexRelations(model))) {
    if (need.strength === 'hard') append(bySubject, need.source, need);
  }
  const events = (entity: EntityId, but?: EntityId): Formula[] =>
    [...causesOf(entity)]
      .filter((id) => id !== but && (roots || !entityOf(model, id).root))
      .sort((a, b) => a - b)
      .map((id) => ({ kind: 'event', entity: id }));
  const releases = releaseGates(model, ending, aliveBefore, (entity) => events(entity));
  const gates = new Map<EntityId, Formula>();
  const failed = (entity: EntityId): Formula => {
    asked.push(entity);
    return { kind: 'failed', entity };
  };
  const unmet = ({ least, members }: Need): Formula =>
    atLeast(
      members.length - least + 1,
      members.map(({ target }) => failed(target)),
    );
  const destroyed = (entity: EntityId, but?: EntityId): Formula[] => [
    ...events(entity, but),
    ...(releases?.releaseOf(entity) ?? []),
  ];
  const asked: EntityId[] = [];
  const tops = goals.map(({ needs, subjects }) =>
    allOf(
      subjects.map((subject) => {
        const own = needs.filter(({ source }) => source === subject).map(unmet);
        return anyOf([...destroyed(subject, subjects.length === 1 ? subject : undefined), ...own]);
      }),
    ),
  );
  // Appending while iterating is intended: everything asked for is visited.
  for (const entity of asked) {
    if (gates.has(entity)) continue;
    const isAlive = aliveBefore[entity] === 1;
    // A place of its own first, so that a cycle ends.
    gates.set(entity, always);
    if (isAlive) gates.set(entity, anyOf([...destroyed(entity), ...(bySubject.get(entity) ?? []).map(unmet)]));
  }
  return { gates, tops, releases };
}

function withoutCopies(name: string): string {
  return name.replace(/\[\d+\]/g, '');
}
