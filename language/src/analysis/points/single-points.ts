/**
 * Finds single points of failure, and all other minimal cut sets: the smallest sets of PDs and nodes whose simultaneous
 * crash makes a goal fail. A goal is what the declarations of one `needs` want; copies of the subject substitute for
 * each other, and the goal fails when it fails for every copy.
 *
 * A need fails when its subject is destroyed, or fewer than wanted of its targets are left that are neither destroyed
 * nor broken.
 */
import { allSteps } from '../../model/all-steps.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Policy } from '../../model/policy.ts';
import type { RelationId } from '../../model/relation.ts';
import { type CrashOptions, stateBefore } from '../crash/cleanup.ts';
import type { StartingModel } from '../deletion/at-start.ts';
import type { Declared } from '../../model/machines/constant-of.ts';
import { entityOf } from '../../model/model.ts';
import { type CutSets, cutSets } from './cut-sets.ts';
import { downProbability } from './down-probability.ts';
import { faultTree, type Goal, goalsOf } from './fault-tree.ts';
import { never } from './formula.ts';

/** A goal to keep, and the crashes that make it fail. */
export interface FailureGoal {
  /** Its `needs` relations, those of the first copy first. */
  readonly needs: readonly RelationId[];
  /** The number of targets that have to work; undefined for needs without a number. */
  readonly least: number | undefined;
  /** The subjects: one, or copies that substitute for each other. */
  readonly pds: readonly EntityId[];
  /** True if it fails before any crash; then there is nothing to list. */
  readonly isBroken: boolean;
  /** The entities whose crash alone makes it fail, in declaration order. The crash of a lone subject is not listed. */
  readonly single: readonly EntityId[];
  /** Minimal cut sets of at most `sizeLimit`: the smallest first, then in declaration order; those of one included. */
  readonly cutSets: readonly (readonly EntityId[])[];
  /** The size of the largest sets that are listed. */
  readonly sizeLimit: number;
  /**
   * `counts[k]` is the number of minimal cut sets of k + 1, up to `sizeLimit`; undefined if it is too large a model.
   */
  readonly counts: readonly bigint[] | undefined;
  /** The number of all minimal cut sets, of any size. */
  readonly total: bigint | undefined;
  /** True if all sets of at most `sizeLimit` are listed. */
  readonly isComplete: boolean;
  /** True if all sets are listed. */
  readonly isExhaustive: boolean;
  /** Returns the probability that it fails, where the crashes are independent; not a number in too large a model. */
  readonly probability: CutSets['probability'];
  /** The goal as a function of what is down; undefined in too large a model. */
  readonly structure: CutSets['structure'];
}

/** The entities that are listed, and those that may crash. */
export interface SinglePointOptions extends CrashOptions {
  /** The largest size of a set that is listed. Default: 4. */
  readonly sizeLimit?: number;
  /** The number of sets listed for a goal. Default: 1,000. */
  readonly countLimit?: number;
  /** Only the goals of any of these. Default: all. */
  readonly subjects?: ReadonlySet<EntityId>;
  /** Only those goals of these, by their places, the end exclusive. Default: all. */
  readonly range?: { readonly from: number; readonly to: number };
  /** True if root PDs crash, too. Default: false. */
  readonly roots?: boolean;
}

/** The size of the largest sets that are listed, if nothing else is asked for. */
export const usualSize = 4;

/** Returns the goals of a model in declaration order, each with its cut sets. */
export const singlePoints = (given: StartingModel, policy: Policy, options: SinglePointOptions = {}): FailureGoal[] =>
  allSteps(singlePointsInSteps(given, policy, options));

/** Does the same in steps, one goal each. */
export function* singlePointsInSteps(
  given: StartingModel,
  policy: Policy,
  options: SinglePointOptions = {},
): Generator<undefined, FailureGoal[]> {
  const { model, aliveBefore, ending } = stateBefore(given, options);
  const goals = wantedGoals(model, aliveBefore, options);
  const tree = faultTree(model, policy, goals, { aliveBefore, ending, roots: options.roots === true });
  const { sizeLimit = usualSize, countLimit = 1000, range = { from: 0, to: goals.length } } = options;
  const found: FailureGoal[] = [];
  for (const [index, goal] of goals.slice(range.from, range.to).entries()) {
    yield;
    const top = tree.tops[range.from + index] ?? never;
    found.push(failureGoal(goal, cutSets(tree, top, loneSubject(goal), { sizeLimit, countLimit }), sizeLimit));
  }
  return found;
}

/** Returns the number of goals that the options choose, without their cut sets. */
export function countGoals(given: StartingModel, options: SinglePointOptions = {}): number {
  const { model, aliveBefore } = stateBefore(given, options);
  return wantedGoals(model, aliveBefore, options).length;
}

const wantedGoals = (
  model: Parameters<typeof goalsOf>[0],
  aliveBefore: Parameters<typeof goalsOf>[1],
  { subjects: among }: SinglePointOptions,
): Goal[] =>
  goalsOf(model, aliveBefore).filter(({ subjects }) => among === undefined || subjects.some((each) => among.has(each)));

/** Returns the subject of a goal that only one has: it does not crash itself. */
export const loneSubject = ({ subjects }: Goal): EntityId | undefined =>
  subjects.length === 1 ? subjects[0] : undefined;

/** Returns a goal as reports name it: its relations, its subjects, and how many of its targets have to work. */
export function describedGoal({ needs, subjects }: Goal): Pick<FailureGoal, 'needs' | 'least' | 'pds'> {
  const [first] = needs;
  return {
    needs: needs.flatMap(({ members }) => members.map(({ id }) => id)),
    least: first?.members[0]?.quorum === undefined ? undefined : first.least,
    pds: subjects,
  };
}

function failureGoal(goal: Goal, solution: CutSets, sizeLimit: number): FailureGoal {
  const { isFailed, sets, counts, total, probability, structure } = solution;
  const wanted = counts?.reduce((sum, count) => sum + count, 0n);
  return {
    ...describedGoal(goal),
    isBroken: isFailed,
    single: sets.flatMap((set) => (set.length === 1 ? set : [])),
    cutSets: sets,
    sizeLimit,
    counts,
    total,
    isComplete: wanted === BigInt(sets.length),
    isExhaustive: total === BigInt(sets.length),
    ...{ probability, structure },
  };
}

/** Returns the probability that a goal fails; undefined if that of one of its events is not said. */
export function goalProbability(
  model: Declared,
  goal: Pick<FailureGoal, 'isBroken' | 'probability'>,
): number | undefined {
  let isSaid = !goal.isBroken;
  const found = goal.probability((event) => {
    const probability = downProbability(entityOf(model, event), model);
    isSaid &&= probability !== undefined;
    return probability ?? 0;
  });
  return isSaid && !Number.isNaN(found) ? found : undefined;
}
