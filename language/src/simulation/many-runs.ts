/**
 * Many runs of one origin, each from its own seed: their outcomes and the times they took.
 */
import type { PlaceId } from '../model/action.ts';
import { RunError } from './run-error.ts';
import type { Evaluate, Program, Run } from './run.ts';
import { isTrue } from './operators.ts';
import { play } from './player.ts';
import { playerFor } from './recording.ts';
import { seeded } from './seed.ts';
import type { Percentiles, Share } from './statistics.ts';
import { percentilesOf, sharesOf } from './statistics.ts';
import type { TraceOrigin } from './trace.ts';

/** What is run how often. Run k has the seed `seed + k`. */
export interface ManyRuns {
  readonly origin: TraceOrigin;
  readonly runs: number;
  readonly seed: number;
  /** The most turns of one run. */
  readonly turns: number;
  /** A run is over when this holds; the time until then is its recovery time. */
  readonly until: Evaluate | undefined;
}

export interface Statistics {
  readonly runs: number;
  readonly outcomes: readonly Share[];
  /** The first seed that gave each outcome, to look at. */
  readonly seeds: ReadonlyMap<string, number>;
  /** Microseconds until `until` held, of the runs in which it did. */
  readonly recovery: Percentiles | undefined;
  /** How long each `within` waited, in the runs in which what it waits for came. */
  readonly waits: readonly { readonly place: PlaceId; readonly times: Percentiles }[];
}

interface Total {
  readonly outcomes: Map<string, number>;
  readonly seeds: Map<string, number>;
  readonly recovery: number[];
  readonly waits: Map<PlaceId, number[]>;
}

/**
 * Runs all, telling after each how many are done; stops early where `goesOn` says so. Returns a full
 * sentence where there is nothing to run.
 */
export async function manyRuns(
  program: Program,
  many: ManyRuns,
  goesOn: (done: number) => Promise<boolean>,
): Promise<Statistics | { readonly error: string }> {
  const total: Total = { outcomes: new Map(), seeds: new Map(), recovery: [], waits: new Map() };
  let done = 0;
  while (done < many.runs) {
    const error = oneRun(program, many, many.seed + done, total);
    if (error !== undefined) return { error };
    done += 1;
    if (!(await goesOn(done))) break;
  }
  return {
    runs: done,
    outcomes: sharesOf(total.outcomes),
    seeds: total.seeds,
    recovery: percentilesOf(total.recovery),
    waits: [...total.waits].flatMap(([place, waited]) => {
      const times = percentilesOf(waited);
      return times === undefined ? [] : [{ place, times }];
    }),
  };
}

/** Returns why there is nothing to run, if so. */
function oneRun(program: Program, { origin, turns, until }: ManyRuns, seed: number, total: Total): string | undefined {
  const player = playerFor(program, origin, { seed, turns, ...(until === undefined ? {} : { until }) });
  if ('error' in player) return player.error;
  let outcome = 'passed';
  let isReached = false;
  for (const { run, played } of play(program, player, { draw: seeded(seed), tell: undefined, keepsHistory: true })) {
    if (played.kind === 'judged') {
      const { place, judgement, waited } = played;
      if (!judgement.holds && outcome === 'passed') outcome = `failed: ${judgement.expected}`;
      if (judgement.holds && waited !== undefined) noteWait(total, place, waited);
    } else if (played.stepped.error !== undefined) outcome = `error: ${played.stepped.error.message}`;
    isReached = until !== undefined && holds(until, run);
    if (!isReached) continue;
    total.recovery.push(run.state.now);
    break;
  }
  if (until !== undefined && outcome === 'passed') outcome = isReached ? 'reached' : 'not reached';
  total.outcomes.set(outcome, (total.outcomes.get(outcome) ?? 0) + 1);
  if (!total.seeds.has(outcome)) total.seeds.set(outcome, seed);
  return undefined;
}

function noteWait(total: Total, place: PlaceId, waited: number): void {
  const known = total.waits.get(place);
  if (known === undefined) total.waits.set(place, [waited]);
  else known.push(waited);
}

/** A condition that has no meaning in a state does not hold in it. */
function holds(condition: Evaluate, run: Run): boolean {
  try {
    return isTrue(condition({ run, self: -1, locals: [] }));
  } catch (error) {
    if (error instanceof RunError) return false;
    throw error;
  }
}
