/**
 * Compares the minimal cut sets of two models, goal by goal. A goal has no name: one of the base and one of the head are
 * the same if they have the same subjects and ask for the same, or else are the only ones left of these subjects.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import { entityName, type Model, relationOf } from '../../model/model.ts';
import { append } from '../../model/common/append.ts';
import { crash } from '../crash/cleanup.ts';
import { defaultPolicyOf } from '../facts/policies.ts';
import { type FailureGoal, singlePoints } from '../points/single-points.ts';
import type { CutSetChange, Side } from './change.ts';

/** The largest cut sets that are compared. */
const largestSet = 2;
/** The most cut sets of a goal that are compared. */
const mostSets = 10_000;

type Sets = readonly (readonly string[])[];

interface ComparedGoal {
  readonly goal: CutSetChange['goal'];
  readonly least: number | undefined;
  readonly sets: Sets;
  /** Returns true if the crash of one of the sets destroys all subjects, whatever they need. */
  readonly isDestroyed: (set: readonly string[]) => boolean;
}

/** The goals of a model by their subjects. */
type Goals = ReadonlyMap<string, readonly ComparedGoal[]>;

/**
 * Returns the minimal cut sets of up to two that only one of the models has, goal by goal. Only goals of subjects that
 * can lose something and still work are asked: what a single crash does to all others is among the changes of that
 * crash.
 */
export function cutSetChanges({ base, head }: Readonly<Record<Side, Model>>): CutSetChange[] {
  const redundant = new Set([...redundantIn(base), ...redundantIn(head)]);
  const [before, after] = [goalsOf(base, redundant), goalsOf(head, redundant)];
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((subjects) => {
    const [old, now] = [before.get(subjects) ?? [], after.get(subjects) ?? []];
    const { pairs, gone, added } = matched(old, now);
    return [
      ...pairs.flatMap(([was, is]) => [...onlyIn('head', is, was.sets), ...onlyIn('base', was, is.sets)]),
      ...(hasSubjects(base, before, added) ? added.flatMap((each) => apart('head', each, old)) : []),
      ...(hasSubjects(head, after, gone) ? gone.flatMap((each) => apart('base', each, now)) : []),
    ];
  });
}

/** Returns the names of those whose need has a number, and of copies, which stand in for each other. */
const redundantIn = (model: Model): readonly string[] => [
  ...model.relations.flatMap(({ quorum, source }) => (quorum === undefined ? [] : [entityName(model, source)])),
  ...model.relations.flatMap(({ kind, source }) =>
    kind === 'needs' && entityName(model, source).endsWith(']') ? [entityName(model, source)] : [],
  ),
];

function goalsOf(model: Model, redundant: ReadonlySet<string>): Goals {
  const subjects = new Set(model.entities.flatMap(({ id, name }) => (redundant.has(name) ? [id] : [])));
  const goals = new Map<string, ComparedGoal[]>();
  const policy = defaultPolicyOf(model);
  if (subjects.size === 0) return goals;
  const names = (ids: readonly EntityId[]): readonly string[] => [
    ...new Set(ids.map((id) => entityName(model, id)).sort()),
  ];
  const describe = (found: FailureGoal): ComparedGoal => {
    const needs = names(found.needs.map((id) => relationOf(model, id).target));
    const goal = { subjects: names(found.pds), needs };
    const sets = found.isBroken ? [[]] : found.cutSets.map(names);
    return { goal, least: found.least, sets, isDestroyed: (set) => destroysAll(set, found.pds) };
  };
  const destroysAll = (set: readonly string[], pds: readonly EntityId[]): boolean => {
    const crashed = model.entities.filter(({ name }) => set.includes(name)).map(({ id }) => id);
    const destroyed = new Set(crash(model, crashed, policy).destroyed.map(({ entity }) => entity));
    return pds.every((id) => destroyed.has(id));
  };
  const limits = { sizeLimit: largestSet, countLimit: mostSets, subjects };
  for (const each of singlePoints(model, policy, limits).map(describe)) append(goals, each.goal.subjects.join(), each);
  return goals;
}

interface Matched {
  readonly pairs: readonly (readonly [was: ComparedGoal, is: ComparedGoal])[];
  readonly gone: readonly ComparedGoal[];
  readonly added: readonly ComparedGoal[];
}

/** Matches the goals of the same subjects: those that ask for the same first, then those with the same targets. */
function matched(before: readonly ComparedGoal[], after: readonly ComparedGoal[]): Matched {
  const [gone, added] = [[...before], [...after]];
  const pairs: [ComparedGoal, ComparedGoal][] = [];
  const match = (isSame: (was: ComparedGoal, is: ComparedGoal) => boolean): void => {
    for (const is of [...added]) {
      const was = gone.find((each) => isSame(each, is));
      if (was === undefined) continue;
      gone.splice(gone.indexOf(was), 1);
      added.splice(added.indexOf(is), 1);
      pairs.push([was, is]);
    }
  };
  const hasSameTargets = (was: ComparedGoal, is: ComparedGoal): boolean =>
    was.goal.needs.join() === is.goal.needs.join();
  match((was, is) => was.least === is.least && hasSameTargets(was, is));
  match(hasSameTargets);
  if (gone.length === 1 && added.length === 1) match(() => true);
  return { pairs, gone, added };
}

/** Returns true if a model has the subjects of goals, and no other copies of them, so that it could have had the goals. */
function hasSubjects({ entities }: Model, own: Goals, [goal]: readonly ComparedGoal[]): boolean {
  if (goal === undefined) return false;
  const subjects = new Set(goal.goal.subjects);
  const there = entities.filter(({ name, absent }) => !absent && subjects.has(name));
  const isOther = ({ goal: other }: ComparedGoal): boolean =>
    other.subjects.join() !== goal.goal.subjects.join() && other.subjects.some((name) => subjects.has(name));
  return there.length === subjects.size && ![...own.values()].flat().some(isOther);
}

/** Describes a set that only became larger or smaller from the side where it is smaller. */
function onlyIn(side: Side, { goal, sets: those }: ComparedGoal, others: Sets): CutSetChange[] {
  const own = new Set(those.map((set) => set.join()));
  const sets = those.filter((set) => isNew(set, others));
  if (sets.length === 0) return [];
  const instead = others.filter((other) => !own.has(other.join()) && sets.some((set) => contains(other, set)));
  return [{ kind: 'cut set', goal, in: side, sets, instead }];
}

/** Describes a goal that the other model does not have; a single crash that makes it fail is told as such. */
function apart(side: Side, only: ComparedGoal, others: readonly ComparedGoal[]): CutSetChange[] {
  const { goal, isDestroyed } = only;
  const known = others.flatMap(({ sets }) => sets);
  const sets = only.sets.filter((set) => set.length > 1 && isNew(set, known) && !isDestroyed(set));
  return sets.length === 0 ? [] : [{ kind: 'cut set', goal, in: side, sets, instead: [] }];
}

const isNew = (set: readonly string[], others: Sets): boolean => !others.some((other) => contains(set, other));

const contains = (set: readonly string[], part: readonly string[]): boolean => part.every((name) => set.includes(name));
