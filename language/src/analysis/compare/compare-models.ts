/**
 * Compares the consequences of two models: of every single event, and of the crashes that make a goal fail. Scenarios,
 * checks and findings are compared by whoever runs them.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import { entityName, type Model, relationOf } from '../../model/model.ts';
import { append } from '../../model/common/append.ts';
import { defaultPolicyOf, policiesOf } from '../facts/policies.ts';
import { type FailureGoal, singlePoints } from '../points/single-points.ts';
import { startOf } from '../deletion/at-start.ts';
import type { CutSetChange, DoomedChange, EntityChange, Side } from './change.ts';
import { doomedChanges } from './compare-starts.ts';
import { type Compared, type EventChange, eventChanges } from './compare-events.ts';

/** A change that follows from the models alone. */
export type ModelChange = EventChange | DoomedChange | CutSetChange | EntityChange;

/** The largest cut sets that are compared. */
const largestSet = 2;
/** The most cut sets of a goal that are compared. */
const mostSets = 10_000;

/** Yields between pieces of work, and returns all changes, unsorted. */
export function* modelChanges(both: Compared): Generator<undefined, ModelChange[]> {
  const doomed = doomedChanges(both);
  yield;
  // What has ended at the start is not there for any event, and no event ends it.
  const begun: Compared = { base: startOf(both.base).model, head: startOf(both.head).model };
  const events = yield* eventChanges(begun);
  const cutSets = cutSetChanges(begun);
  yield;
  return [...doomed, ...events, ...cutSets, ...entityChanges(both)];
}

/**
 * Returns the minimal cut sets of up to two that only one of the models has, goal by goal. Only goals that can lose
 * something and still hold are asked: what a single crash does to all others is among the changes of that crash.
 */
function cutSetChanges({ base, head }: Compared): CutSetChange[] {
  const redundant = new Set([...redundantIn(base), ...redundantIn(head)]);
  const before = new Map(goalsOf(base, redundant).map((goal) => [goal.key, goal]));
  return goalsOf(head, redundant).flatMap((after): CutSetChange[] => {
    const old = before.get(after.key);
    if (old === undefined) return [];
    return [...onlyIn('head', after, old), ...onlyIn('base', old, after)];
  });
}

/** Returns the names of those whose need has a number, and of copies, which stand in for each other. */
const redundantIn = (model: Model): readonly string[] => [
  ...model.relations.flatMap(({ quorum, source }) => (quorum === undefined ? [] : [entityName(model, source)])),
  ...model.relations.flatMap(({ kind, source }) =>
    kind === 'needs' && entityName(model, source).endsWith(']') ? [entityName(model, source)] : [],
  ),
];

interface ComparedGoal {
  readonly key: string;
  readonly goal: CutSetChange['goal'];
  readonly sets: readonly (readonly string[])[];
}

function goalsOf(model: Model, redundant: ReadonlySet<string>): ComparedGoal[] {
  const subjects = new Set(model.entities.flatMap(({ id, name }) => (redundant.has(name) ? [id] : [])));
  if (subjects.size === 0) return [];
  const names = (ids: readonly EntityId[]): readonly string[] => [
    ...new Set(ids.map((id) => entityName(model, id)).sort()),
  ];
  const describe = (found: FailureGoal): ComparedGoal => {
    const needs = names(found.needs.map((id) => relationOf(model, id).target));
    const goal = { subjects: names(found.pds), needs };
    // A subject with another number of targets, or other ones, still has the same goal if it has only one.
    return { key: goal.subjects.join(), goal, sets: found.isBroken ? [[]] : found.cutSets.map(names) };
  };
  const limits = { sizeLimit: largestSet, countLimit: mostSets, subjects };
  const perSubject = new Map<string, ComparedGoal[]>();
  for (const each of singlePoints(model, defaultPolicyOf(model), limits).map(describe))
    append(perSubject, each.key, each);
  return [...perSubject.values()].flatMap((goals) =>
    goals.length === 1 ? goals : goals.map((each) => ({ ...each, key: `${each.key}: ${each.goal.needs.join()}` })),
  );
}

/** Describes a set that only became larger or smaller from the side where it is smaller. */
function onlyIn(side: Side, those: ComparedGoal, others: ComparedGoal): CutSetChange[] {
  const known = new Set(others.sets.map((set) => set.join()));
  const own = new Set(those.sets.map((set) => set.join()));
  const isNew = (set: readonly string[]): boolean =>
    !known.has(set.join()) && !others.sets.some((other) => contains(set, other));
  const sets = those.sets.filter(isNew);
  if (sets.length === 0) return [];
  const instead = others.sets.filter((other) => !own.has(other.join()) && sets.some((set) => contains(other, set)));
  return [{ kind: 'cut set', goal: those.goal, in: side, sets, instead }];
}

const contains = (set: readonly string[], part: readonly string[]): boolean => part.every((name) => set.includes(name));

function entityChanges({ base, head }: Compared): EntityChange[] {
  const change = (side: Side, model: Model, other: Model): EntityChange[] => {
    const known = new Map(other.entities.map(({ name, kind }) => [name, kind]));
    const added = new Map<EntityChange['entityKind'], string[]>();
    for (const { name, kind } of model.entities) if (known.get(name) !== kind) append(added, kind, name);
    const policies = new Set(policiesOf(other).map(({ name }) => name));
    for (const { name } of policiesOf(model)) if (!policies.has(name)) append(added, 'policy', name);
    return [...added].map(([entityKind, entities]) => ({ kind: 'entity', in: side, entityKind, entities }));
  };
  return [...change('head', head, base), ...change('base', base, head)];
}
