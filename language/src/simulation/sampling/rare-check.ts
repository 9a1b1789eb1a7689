/**
 * The probability that a check breaks in a run whose PDs and nodes fail and are repaired at the rates that they set, by
 * importance splitting. Faults and possible actions of the check do not happen: nothing says how often.
 */
import { ratesOf, unknownTime } from '../../analysis/points/rates.ts';
import type { Refusal } from '../../model/common/answer.ts';
import { otherSpellingOf } from '../../model/fixed-settings.ts';
import type { Check, Step } from '../../model/scenario.ts';
import { createJudge } from '../explore/judgement/judge.ts';
import { needsKernel, withWatched } from '../explore/judgement/watched.ts';
import { seeded } from '../kernel/seed.ts';
import type { Program } from '../kernel/run.ts';
import { variantsOf } from '../play/scenario.ts';
import { RunError } from '../values/run-error.ts';
import { importanceOf } from './importance.ts';
import { ratedProcess } from './rated-runs.ts';
import { type LevelCount, meanOf, type SplitMean, splitOnce } from './splitting.ts';
import { t } from '../../model/common/translation.ts';

/** What to estimate, and how precisely. */
export interface RareOptions {
  /** The length of a run in milliseconds; by default the horizon of the check. */
  readonly within?: number | undefined;
  readonly seed: number;
  /** How many runs have to arrive at each level. Default: 200. */
  readonly arrivals?: number | undefined;
  /** How many estimates to make; by default, until the confidence interval is narrow enough. */
  readonly estimates?: number | undefined;
}

/** An estimate of a rare event. */
export interface RareEstimate extends SplitMean {
  /** Milliseconds. */
  readonly within: number;
  /** The number of independent estimates. */
  readonly estimates: number;
  /** The number of steps of all runs. */
  readonly steps: number;
  /** What was tried at each level, in all estimates together. */
  readonly levels: readonly LevelCount[];
}

/** The part of the probability by which the interval may extend to either side before no more estimates are made. */
const wantedPrecision = 0.1;

/** The least and the most estimates where their number is not given: fewer say nothing of their spread. */
const [least, most] = [10, 1000];

/** The most tries at a level, for each run that has to arrive there. */
const triesForArrival = 10_000;

/** Estimates, and yields at intervals what is known so far. Returns a full sentence where there is nothing to estimate. */
export function* rareCheck(
  program: Program,
  declared: Check,
  { within = declared.horizon, seed, arrivals = 200, estimates }: RareOptions,
): Generator<RareEstimate | undefined, RareEstimate | Refusal> {
  const refusal = unfitFor(program, declared, within);
  if (refusal !== undefined || within === undefined) return { refusal: refusal ?? '' };
  const check = withWatched(program.model, { ...declared, faults: [], possibilities: [] });
  const variants = variantsIn(program, check);
  if ('refusal' in variants) return variants;
  const [variant = { title: '', steps: [] }, ...others] = variants.value;
  if (others.length > 0) return { refusal: t`The "for" steps of the check "${check.title}" make several runs of it.` };
  const process = ratedProcess({
    ...{ program, check, variant, judge: createJudge(program, check) },
    horizon: 1000 * within,
    importanceIn: importanceOf(program, check),
  });
  const found: number[] = [];
  const levels: LevelCount[] = [];
  const known = (): RareEstimate => {
    const counts = { within, estimates: found.length, steps: process.steps(), levels: [...levels] };
    return { ...meanOf(found), ...counts };
  };
  const effort = { arrivals, tries: triesForArrival * arrivals };
  while (!isEnough(found, estimates)) {
    const course = splitOnce(process, effort, seeded((seed + found.length) % 2 ** 32));
    let next = course.next();
    for (; next.done !== true; next = course.next()) yield found.length === 0 ? undefined : known();
    found.push(next.value.probability);
    addLevels(levels, next.value.levels);
  }
  return known();
}

function isEnough(found: readonly number[], wanted: number | undefined): boolean {
  if (wanted !== undefined) return found.length >= wanted;
  if (found.length < least) return false;
  const { probability, high } = meanOf(found);
  return found.length >= most || probability === 0 || high - probability <= wantedPrecision * probability;
}

/** Adds the tries of one estimate to those of all. */
function addLevels(levels: LevelCount[], more: readonly LevelCount[]): void {
  for (const [index, each] of more.entries()) {
    const known = levels[index];
    levels[index] =
      known === undefined
        ? each
        : {
            level: known.level,
            tries: known.tries + each.tries,
            arrived: known.arrived + each.arrived,
            failed: known.failed + each.failed,
          };
  }
}

/** Returns why nothing can be estimated of a check, as a full sentence. */
function unfitFor({ model }: Program, check: Check, within: number | undefined): string | undefined {
  const name = t`The check "${check.title}"`;
  const computed = model.entities.find((entity) => unknownTime(entity, model) !== undefined);
  if (computed !== undefined) {
    return t`How often "${computed.name}" fails or is repaired is computed from what only a run knows, so nothing is estimated.`;
  }
  if (!model.entities.some((entity) => (ratesOf(entity, model)?.failure ?? 0) > 0)) {
    return t`No PD or node sets "mttf" or "failureRate", so nothing fails by itself.`;
  }
  const changed = check.steps.map(changedRate).find((each) => each !== undefined);
  if (changed !== undefined) return t`${name} sets "${changed}" in a step; only declared rates are estimated.`;
  if (within === undefined) return t`${name} has no horizon: say how long a run is, with --within TIME.`;
  const lasting = check.properties.find(({ kind }) => kind === 'eventually' || kind === 'leads to');
  if (lasting !== undefined) return t`${name} asks for "${lasting.kind}"; only "never" and "always" are estimated.`;
  if (needsKernel(check)) return t`${name} watches for deadlocks or unhandled events, which are not estimated.`;
  if (check.bounds.length > 0) return t`${name} has bounds, which would cut runs off; leave them out.`;
  return undefined;
}

/** Returns the setting of a rate or mean time that a step changes. */
function changedRate(step: Step): string | undefined {
  if (step.kind === 'at') return step.step === undefined ? undefined : changedRate(step.step);
  if (step.kind === 'each') return step.body.map(changedRate).find((each) => each !== undefined);
  if (step.kind !== 'set') return undefined;
  return otherSpellingOf('pd', step.target.name) === undefined ? undefined : step.target.name;
}

function variantsIn(program: Program, { steps }: Check): { readonly value: ReturnType<typeof variantsOf> } | Refusal {
  try {
    return { value: variantsOf(program, steps) };
  } catch (error) {
    if (error instanceof RunError) return { refusal: error.message };
    throw error;
  }
}
