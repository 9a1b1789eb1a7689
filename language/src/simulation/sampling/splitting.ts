/**
 * Importance splitting: the probability of a rare event as a product of likelier ones. Runs go from one level of an
 * importance to the next; those that arrive are continued several times, the others are given up. Each level is tried
 * until a fixed number of runs has arrived (Amrein, Künsch 2011), so that rare levels get more effort than others; where
 * that takes too many tries, the level ends after a fixed number of them. The share of a level is unbiased either way
 * (Girshick, Mosteller, Savage 1946), and so is the probability of the event.
 */
import type { Draw } from '../kernel/draw.ts';
import { itemAt } from '../../model/common/lookup.ts';

/** The outcome of one try: where it arrived, or how it ended: with the event, or without. */
export type Arrival<Place> = { readonly place: Place } | 'failed' | 'over';

/** A random process that can be continued from anywhere. */
export interface SplitProcess<Place> {
  /** Begins a run. */
  readonly begin: (draw: Draw) => Arrival<Place>;
  /** Returns the importance of a place: a number that grows as the event comes nearer. */
  readonly importanceOf: (place: Place) => number;
  /** Continues a run until its importance is at least `level`, the event happens, or it is over. */
  readonly walk: (from: Place, level: number, draw: Draw) => Arrival<Place>;
}

/** The effort of an estimate. */
export interface Effort {
  /** How many runs have to arrive at a level; at least two. */
  readonly arrivals: number;
  /** The most tries at a level. */
  readonly tries: number;
}

/** What was tried to reach a level: how many runs arrived, and how many ended with the event. */
export interface LevelCount {
  readonly level: number;
  readonly tries: number;
  readonly arrived: number;
  readonly failed: number;
}

/** One estimate of the probability, and what was tried for it. */
export interface SplitEstimate {
  readonly probability: number;
  readonly levels: readonly LevelCount[];
}

/** Makes one estimate, and pauses after each try. */
export function* splitOnce<Place>(
  process: SplitProcess<Place>,
  { arrivals, tries: mostTries }: Effort,
  draw: Draw,
): Generator<undefined, SplitEstimate> {
  const levels: LevelCount[] = [];
  const first = process.begin(draw);
  if (typeof first === 'string') return yield* withoutLevels(process, mostTries, draw);
  let level = 1 + process.importanceOf(first.place);
  let next = (): Arrival<Place> => {
    const begun = process.begin(draw);
    return typeof begun === 'string' ? begun : process.walk(begun.place, level, draw);
  };
  for (let [probability, reached] = [0, 1]; ; level += 1) {
    const places: Place[] = [];
    let [tries, failed] = [0, 0];
    while (places.length + failed < arrivals && tries < mostTries) {
      tries += 1;
      const arrival = next();
      if (arrival === 'failed') failed += 1;
      else if (arrival !== 'over') places.push(arrival.place);
      yield;
    }
    const successes = places.length + failed;
    levels.push({ level, tries, arrived: places.length, failed });
    if (successes === 0) return { probability, levels };
    // Where the last try was an arrival in any case, the share without it is the unbiased one.
    const share = successes === arrivals ? (arrivals - 1) / (tries - 1) : successes / tries;
    probability += (reached * share * failed) / successes;
    if (places.length === 0) return { probability, levels };
    reached *= (share * places.length) / successes;
    next = () => process.walk(itemAt(places, draw.pick(places.length)), level, draw);
  }
}

/** Estimates the probability of a process that may end with its beginning. */
function* withoutLevels<Place>(
  process: SplitProcess<Place>,
  tries: number,
  draw: Draw,
): Generator<undefined, SplitEstimate> {
  let failed = 0;
  for (let tried = 0; tried < tries; tried++) {
    const begun = process.begin(draw);
    const end = typeof begun === 'string' ? begun : process.walk(begun.place, Number.POSITIVE_INFINITY, draw);
    if (end === 'failed') failed += 1;
    yield;
  }
  return { probability: failed / tries, levels: [{ level: Number.POSITIVE_INFINITY, tries, arrived: 0, failed }] };
}

/** The mean of several estimates, with the ends of its 95 % confidence interval. */
export interface SplitMean {
  readonly probability: number;
  readonly low: number;
  readonly high: number;
}

/** Returns the mean of independent estimates; its interval is that of Student's t. Without two of them it has no ends. */
export function meanOf(estimates: readonly number[]): SplitMean {
  const count = estimates.length;
  const probability = estimates.reduce((sum, each) => sum + each, 0) / count;
  if (count < 2) return { probability, low: 0, high: 1 };
  const spread = estimates.reduce((sum, each) => sum + (each - probability) ** 2, 0) / (count - 1);
  const half = studentOf(count - 1) * Math.sqrt(spread / count);
  return { probability, low: Math.max(0, probability - half), high: Math.min(1, probability + half) };
}

/** Returns the 97.5 % point of Student's t, by its expansion around that of the normal distribution (Abramowitz, Stegun 26.7.5). */
function studentOf(freedom: number): number {
  const z = 1.959963984540054;
  const small: readonly number[] = [12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.306, 2.2622];
  const exact = small[freedom - 1];
  if (exact !== undefined) return exact;
  const [z3, z5, z7] = [z ** 3, z ** 5, z ** 7];
  return (
    z +
    (z3 + z) / (4 * freedom) +
    (5 * z5 + 16 * z3 + 3 * z) / (96 * freedom ** 2) +
    (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * freedom ** 3)
  );
}
