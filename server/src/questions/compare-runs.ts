/**
 * Compares two versions in the editor as `aftermath diff` does: what follows from the models, and the results of their
 * scenarios and checks, piece by piece.
 */
import type { Change, Result } from '../../../language/src/analysis/compare/change.ts';
import type { Model } from '../../../language/src/model/model.ts';
import type { Check, Scenario } from '../../../language/src/model/scenario.ts';
import { exploreCheck } from '../../../language/src/simulation/explore/explore-check.ts';
import { type Exploration, type Limit, verdictOf } from '../../../language/src/simulation/explore/judgement/verdict.ts';
import type { Program } from '../../../language/src/simulation/kernel/run.ts';
import { type ScenarioResult, scenarioSteps } from '../../../language/src/simulation/play/scenario-result.ts';
import { compileModel } from '../../../language/src/simulation/program/program.ts';
import { allChanges, openedChanges, type Results } from './compare-opened.ts';
import type { OpenedModel } from './files/open-models.ts';

/** Milliseconds for each scenario and check, unless the user says something else. */
export const usualRunTime = 10_000;

/** The most bytes that the states of a check may take. */
export const mostRunBytes = 2 ** 30;

/** A version as it was loaded. */
type Loaded = Pick<OpenedModel, 'model' | 'findings'>;

/** Yields between pieces of work; returns all changes, the worst first. */
export function* comparedSteps(pair: {
  readonly base: Loaded;
  readonly head: Loaded;
}): Generator<undefined, readonly Change[]> {
  const changes = yield* openedChanges(pair);
  const [base, head] = [pair.base.model, pair.head.model];
  if (areSame(base, head)) return allChanges(changes, noResults(), noResults());
  return allChanges(changes, yield* resultsSteps(base), yield* resultsSteps(head));
}

/** Returns true if two models are the same, so that their runs are, too. */
export const areSame = (one: Model, other: Model): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns the result of a scenario that was run to its end. */
export const resultOfScenario = ({ passed }: ScenarioResult): Result => (passed ? 'passed' : 'failed');

/** Returns the result of a check; one without a violation within its own bounds has passed. */
export function resultOfCheck(check: Check, exploration: Exploration): Result {
  const verdict = verdictOf(check, exploration);
  return verdict === 'bounded' ? 'passed' : verdict;
}

/** No results yet, by title. */
export const noResults = () => ({ scenario: new Map<string, Result>(), check: new Map<string, Result>() });

/** Notes a result; of several scenarios or checks with one title the worst counts. */
export function addResult(results: Map<string, Result>, title: string, result: Result): void {
  const before = results.get(title);
  const isWorse = before === undefined || byHarm.indexOf(result) < byHarm.indexOf(before);
  if (isWorse) results.set(title, result);
}

const byHarm: readonly Result[] = ['failed', 'undecided', 'passed'];

/** How far a scenario or a check is followed: the same on every machine, unless by time. */
export interface RunBounds {
  readonly milliseconds?: number;
  /** The most steps of a scenario, of all its combinations together. */
  readonly steps?: number;
  /** The most states of a check. */
  readonly states?: number;
}

/** The results of a model do not change; the graph asks for those that the report has asked for. */
const known = new WeakMap<RunBounds, WeakMap<Model, Results>>();

const usualBounds: RunBounds = { milliseconds: usualRunTime };

/** Yields between pieces of work; returns the results of all scenarios and checks of a model. */
export function* resultsSteps(model: Model, bounds: RunBounds = usualBounds): Generator<undefined, Results> {
  const ofBounds = known.get(bounds) ?? new WeakMap<Model, Results>();
  known.set(bounds, ofBounds);
  const before = ofBounds.get(model);
  if (before !== undefined) return before;
  const program = compileModel(model);
  const results = noResults();
  for (const each of model.scenarios)
    addResult(results.scenario, each.title, yield* scenarioRun(program, each, bounds));
  for (const each of model.checks) addResult(results.check, each.title, yield* checkRun(program, each, bounds));
  ofBounds.set(model, results);
  return results;
}

const isOver = (begun: number, { milliseconds }: RunBounds): boolean =>
  milliseconds !== undefined && performance.now() >= begun + milliseconds;

function* scenarioRun(program: Program, scenario: Scenario, bounds: RunBounds): Generator<undefined, Result> {
  const begun = performance.now();
  const steps = scenarioSteps(program, scenario, 1);
  for (let taken = 0; ; taken++) {
    const next = steps.next();
    if (next.done === true) return resultOfScenario(next.value);
    if (isOver(begun, bounds) || taken >= (bounds.steps ?? Number.POSITIVE_INFINITY)) return 'undecided';
    yield;
  }
}

function* checkRun(program: Program, check: Check, bounds: RunBounds): Generator<undefined, Result> {
  const begun = performance.now();
  const { states } = bounds;
  const exploring = exploreCheck(program, check, {
    bytes: mostRunBytes,
    ...(states !== undefined && { states }),
  });
  let limit: Limit | undefined;
  for (;;) {
    const next = exploring.next(limit);
    if (next.done === true) return resultOfCheck(check, next.value);
    limit = isOver(begun, bounds) ? 'time' : undefined;
    yield;
  }
}
