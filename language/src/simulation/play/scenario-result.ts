/** The results of scenarios: the expectations that failed, the remarks, and the errors that ended a run early. */
import type { PlaceId } from '../../model/machines/action.ts';
import type { Scenario } from '../../model/scenario.ts';
import type { Judgement } from './expectation.ts';
import type { RunOptions } from '../kernel/kernel.ts';
import type { Program, Remark } from '../kernel/run.ts';
import { RunError } from '../values/run-error.ts';
import { play, type Played } from './player.ts';
import { scenarioPlayer, type Variant, variantsOf } from './scenario.ts';
import { seeded } from '../kernel/seed.ts';

/** An expectation that did not hold, and when. */
export interface FailedExpectation extends Judgement {
  readonly place: PlaceId;
  /** Microseconds from the start. */
  readonly at: number;
  /** The combination of `for` steps; empty where there is only one run. */
  readonly variant: string;
}

/** The result of a scenario, over all of its runs. */
export interface ScenarioResult {
  readonly title: string;
  readonly place: PlaceId;
  readonly passed: boolean;
  /** The number of its runs. */
  readonly runs: number;
  readonly expectations: number;
  readonly failures: readonly FailedExpectation[];
  /** Mistakes of the model that ended a run. */
  readonly errors: readonly { readonly error: RunError; readonly at: number; readonly variant: string }[];
  readonly remarks: readonly Remark[];
  /** Microseconds that the longest of its runs took on the virtual clock. */
  readonly duration: number;
  readonly seed: number;
}

/**
 * Runs a scenario, all of its combinations, to the end. Calls `isCancelled` between steps; a cancelled run has no
 * result.
 */
export function runScenario(
  program: Program,
  scenario: Scenario,
  seed: number,
  isCancelled: () => boolean = () => false,
): ScenarioResult | undefined {
  const steps = scenarioSteps(program, scenario, seed);
  for (;;) {
    const next = steps.next();
    if (next.done === true) return next.value;
    if (isCancelled()) return undefined;
  }
}

/** Those who listen to the runs of a scenario. */
export type ScenarioListeners = Partial<Pick<RunOptions, 'tell' | 'cover'>>;

/** Runs a scenario, all of its combinations, step by step, so that others can work in between. */
export function* scenarioSteps(
  program: Program,
  scenario: Scenario,
  seed: number,
  listeners: ScenarioListeners = {},
): Generator<undefined, ScenarioResult> {
  const total = emptyTotal();
  for (const variant of variantsOrError(program, scenario, total)) {
    const options = { draw: seeded(seed), tell: undefined, keepsHistory: true, ...listeners };
    yield* variantSteps(program, variant, options, total);
  }
  const { failures, errors } = total;
  const { title, place } = scenario;
  return { title, place, seed, ...total, passed: failures.length === 0 && errors.length === 0 };
}

interface Total {
  runs: number;
  expectations: number;
  duration: number;
  readonly failures: FailedExpectation[];
  readonly errors: ScenarioResult['errors'][number][];
  readonly remarks: Remark[];
}

const emptyTotal = (): Total => ({ runs: 0, expectations: 0, duration: 0, failures: [], errors: [], remarks: [] });

/** The sets of `for` steps are computed before anything runs, and may be faulty themselves. */
function variantsOrError(program: Program, { steps }: Scenario, total: Total): Variant[] {
  try {
    return variantsOf(program, steps);
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    total.errors.push({ error, at: 0, variant: '' });
    return [];
  }
}

function* variantSteps(
  program: Program,
  variant: Variant,
  options: RunOptions,
  total: Total,
): Generator<undefined, void> {
  total.runs += 1;
  for (const { run, played } of play(program, scenarioPlayer(program, variant), options)) {
    yield;
    note(total, played, { at: run.state.now, variant: variant.title });
    total.duration = Math.max(total.duration, run.state.now);
  }
}

function note(total: Total, played: Played, when: { readonly at: number; readonly variant: string }): void {
  if (played.kind === 'judged') {
    total.expectations += 1;
    if (!played.judgement.holds) total.failures.push({ ...played.judgement, ...when, place: played.place });
    return;
  }
  const { error, remarks } = played.stepped;
  total.remarks.push(...remarks);
  if (error !== undefined) total.errors.push({ error, ...when });
}
