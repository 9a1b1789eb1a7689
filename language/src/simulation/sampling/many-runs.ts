/**
 * Many runs of one origin, each from its own seed: their outcomes and the times they took.
 */
import type { Expression } from '../../model/machines/expression.ts';
import type { RunText } from '../compiled/compiled-rules.ts';
import { rememberedRuns } from './remembered-runs.ts';
import { type WalkedRun, walkedRuns } from './walked-runs.ts';
import { play } from '../play/player.ts';
import { keepsPast, playerFor } from '../play/recording/recording.ts';
import type { Program } from '../kernel/run.ts';
import { judgeRun, type RunResult } from './run-outcome.ts';
import { seeded } from '../kernel/seed.ts';
import type { Statistics } from './statistics.ts';
import { countRuns, statisticsOf, type RunTally } from './tally.ts';
import type { TraceOrigin } from '../play/recording/trace.ts';
import type { Refusal } from '../../model/common/answer.ts';

/** The origin and the number of runs. Run k, from 0, has the seed `seed + k`, within 32 bits. */
export interface ManyRuns {
  readonly origin: TraceOrigin;
  readonly runs: number;
  /** Those to make, by their numbers from 0, the end exclusive. Default: all. */
  readonly range?: { readonly from: number; readonly to: number };
  readonly seed: number;
  /** The most turns of one run. */
  readonly turns: number;
  /** A run is over when this comes to hold; a condition that holds from the start must have ceased to. */
  readonly until: Expression | undefined;
  /** Present where the host can run text: models of pure rules are compiled, with the same results sooner. */
  readonly runText?: RunText | undefined;
  /** True to remember what moves do, with the same results sooner; the default. */
  readonly remembers?: boolean;
}

/** The number of turns after which to ask whether to go on. */
const turnsAtOnce = 1000;

/** The number of seeds there are. */
const seedCount = 2 ** 32;

/**
 * Runs all of them, or those in `range`, and asks at intervals, with the number of completed runs, whether to go on. A
 * run that is not completed does not count. Returns a full sentence where there is nothing to run.
 */
export async function tallyRuns(
  program: Program,
  many: ManyRuns,
  shouldContinue: (done: number) => Promise<boolean>,
): Promise<RunTally | Refusal> {
  const counting = countRuns();
  const { origin, until, runText } = many;
  const { from, to } = many.range ?? { from: 0, to: many.runs };
  const walked =
    (runText === undefined ? undefined : walkedRuns(program, origin, until, runText)) ??
    (many.remembers === false ? undefined : rememberedRuns(program, origin, until));
  for (let number = from; number < to;) {
    const seed = seedOf(many, number);
    const run = walked === undefined ? oneRun(program, many, seed) : walkedOrNot(walked, program, many, seed);
    let next = run.next();
    while (next.done !== true) {
      if (!(await shouldContinue(number - from))) return counting.tally();
      next = run.next();
    }
    if ('refusal' in next.value) return next.value;
    counting.add(next.value, number);
    number += 1;
    if (!(await shouldContinue(number - from))) break;
  }
  return counting.tally();
}

/** Returns the statistics of counted runs. */
export const runStatistics = (many: Pick<ManyRuns, 'seed'>, tally: RunTally): Statistics =>
  statisticsOf(tally, (number) => seedOf(many, number));

const seedOf = ({ seed }: Pick<ManyRuns, 'seed'>, number: number): number => (seed + number) % seedCount;

/** Repeats a failed walk in the interpreter, which reports why. */
function* walkedOrNot(walked: WalkedRun, program: Program, many: ManyRuns, seed: number): ReturnType<typeof oneRun> {
  return (yield* walked(seed, many.turns)) ?? (yield* oneRun(program, many, seed));
}

/** Pauses at intervals of turns. Returns why there is nothing to run, if so. */
function* oneRun(
  program: Program,
  { origin, turns, until }: ManyRuns,
  seed: number,
): Generator<undefined, RunResult | Refusal> {
  const player = playerFor(program, origin, seed);
  if ('refusal' in player) return player;
  const judge = judgeRun(program, origin, until);
  const options = { draw: seeded(seed), tell: judge.hear, keepsHistory: keepsPast(program, origin, until) };
  const course = play(program, player, options);
  // The start is no turn.
  for (let taken = 0; ; taken++) {
    const next = course.next();
    if (next.done === true) return judge.result(false);
    if (taken > turns) return judge.result(true);
    const { run, played, choices } = next.value;
    if (judge.note(run, played, choices)) return judge.result(false);
    if (taken % turnsAtOnce === turnsAtOnce - 1) yield;
  }
}
