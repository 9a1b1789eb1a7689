/**
 * Many runs of one origin, each from its own seed: their outcomes and the times they took.
 */
import type { PlaceId } from '../../model/action.ts';
import type { Expression } from '../../model/expression.ts';
import type { RunText } from '../compiled/compiled-rules.ts';
import { type WalkedRun, walkedRuns } from './walked-runs.ts';
import { play } from '../play/player.ts';
import { keepsPast, playerFor } from '../play/recording.ts';
import type { Program } from '../kernel/run.ts';
import { judgeRun, type OutcomeKind, type RunOutcome, type RunResult } from './run-outcome.ts';
import { seeded } from '../kernel/seed.ts';
import { type Percentiles, percentilesOf, type Share, sharesOf, wilson } from './statistics.ts';
import type { TraceOrigin } from '../play/trace.ts';
import type { Refusal } from '../../model/answer.ts';
import { append } from '../../model/append.ts';
import { required } from '../../model/lookup.ts';
import { increase } from '../../model/increase.ts';

/** The origin and the number of runs. Run k, from 0, has the seed `seed + k`, within 32 bits. */
export interface ManyRuns {
  readonly origin: TraceOrigin;
  readonly runs: number;
  readonly seed: number;
  /** The most turns of one run. */
  readonly turns: number;
  /** A run is over when this comes to hold; a condition that holds from the start must have ceased to. */
  readonly until: Expression | undefined;
  /** Present where the host can run text: models of pure rules are compiled, with the same results sooner. */
  readonly runText?: RunText | undefined;
}

/** An outcome, how often it came about, and the first seed that gave it, to replay. */
export interface OutcomeShare extends Share {
  readonly kind: OutcomeKind;
  readonly seed: number;
}

/** The statistics of all completed runs. */
export interface Statistics {
  /** The number of completed runs. */
  readonly runs: number;
  /** The most frequent first. */
  readonly outcomes: readonly OutcomeShare[];
  /** Microseconds for which `until` did not hold before it came to hold, in the runs in which it did. */
  readonly recovery: Percentiles | undefined;
  /** The waiting times of each `within`, in the runs in which its condition came; in the order of the text. */
  readonly waits: readonly { readonly place: PlaceId; readonly times: Percentiles }[];
  /** All properties of the check, in the order of the text; empty without a check. */
  readonly properties: readonly PropertyShare[];
}

/** The number of runs that broke a property of their check. */
export interface PropertyShare extends Share {
  readonly place: PlaceId | undefined;
  /** The number of runs cut off before it was decided. */
  readonly open: number;
  /** The first seed that broke it. */
  readonly seed: number | undefined;
}

/** The number of turns after which to ask whether to go on. */
const turnsAtOnce = 1000;

/** The number of seeds there are. */
const seedCount = 2 ** 32;

/**
 * Runs all of them, and asks at intervals, with the number of completed runs, whether to go on. A run that is not
 * completed does not count. Returns a full sentence where there is nothing to run.
 */
export async function manyRuns(
  program: Program,
  many: ManyRuns,
  shouldContinue: (done: number) => Promise<boolean>,
): Promise<Statistics | Refusal> {
  const total: Total = { first: new Map(), counts: new Map(), recovery: [], waits: new Map(), asked: new Map() };
  const { origin, until, runText } = many;
  const walked = runText === undefined ? undefined : walkedRuns(program, origin, until, runText);
  let done = 0;
  while (done < many.runs) {
    const seed = (many.seed + done) % seedCount;
    const run = walked === undefined ? oneRun(program, many, seed) : walkedOrNot(walked, program, many, seed);
    let next = run.next();
    while (next.done !== true) {
      if (!(await shouldContinue(done))) return statisticsOf(total, done);
      next = run.next();
    }
    if ('refusal' in next.value) return next.value;
    add(total, next.value, seed);
    done += 1;
    if (!(await shouldContinue(done))) break;
  }
  return statisticsOf(total, done);
}

/** Repeats a failed walk in the interpreter, which reports why. */
function* walkedOrNot(walked: WalkedRun, program: Program, many: ManyRuns, seed: number): ReturnType<typeof oneRun> {
  return (yield* walked(seed, many.turns)) ?? (yield* oneRun(program, many, seed));
}

/** By the text of each outcome; by the place of each `within`. */
interface Total {
  readonly first: Map<string, RunOutcome & { readonly seed: number }>;
  readonly counts: Map<string, number>;
  readonly recovery: number[];
  readonly waits: Map<PlaceId, number[]>;
  /** By the name of the property, in the order of the text. */
  readonly asked: Map<string, Counted>;
}

interface Counted {
  readonly place: PlaceId | undefined;
  broken: number;
  open: number;
  seed: number | undefined;
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

function add(total: Total, { outcome, recovery, waits, verdicts }: RunResult, seed: number): void {
  const { text } = outcome;
  increase(total.counts, text);
  if (!total.first.has(text)) total.first.set(text, { ...outcome, seed });
  if (recovery !== undefined) total.recovery.push(recovery);
  for (const [place, waited] of waits) {
    append(total.waits, place, waited);
  }
  for (const { name, place, verdict } of verdicts) {
    const known = total.asked.get(name) ?? { place, broken: 0, open: 0, seed: undefined };
    total.asked.set(name, known);
    if (verdict === 'broken') known.seed ??= seed;
    if (verdict !== 'held') known[verdict] += 1;
  }
}

const statisticsOf = ({ first, counts, recovery, waits, asked }: Total, runs: number): Statistics => ({
  runs,
  outcomes: sharesOf(counts).map((share) => {
    const { kind, seed } = required(first.get(share.name));
    return { ...share, kind, seed };
  }),
  recovery: percentilesOf(recovery),
  waits: [...waits]
    .sort(([a], [b]) => a - b)
    .flatMap(([place, waited]) => {
      const times = percentilesOf(waited);
      return times === undefined ? [] : [{ place, times }];
    }),
  properties: [...asked].map(([name, { place, broken, open, seed }]) => ({
    ...{ name, place, open, seed, count: broken },
    ...{ share: runs === 0 ? 0 : broken / runs, ...wilson(broken, runs) },
  })),
});
