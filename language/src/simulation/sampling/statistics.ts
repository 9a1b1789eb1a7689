/** Statistics of many runs: the frequency of each outcome, and the times that things took. */
import { itemAt } from '../../model/lookup.ts';

/** The frequency of an event, with the 95 % confidence interval of its share (Wilson's). */
export interface Share {
  readonly name: string;
  readonly count: number;
  /** Of all runs, from 0 to 1. */
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** Nearest-rank percentiles of some times, in microseconds. */
export interface Percentiles {
  readonly count: number;
  readonly least: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly most: number;
  readonly mean: number;
}

/** Returns the shares of outcomes, the most frequent first, equal ones by name. */
export function sharesOf(outcomes: ReadonlyMap<string, number>): Share[] {
  const all = [...outcomes.values()].reduce((sum, count) => sum + count, 0);
  return [...outcomes]
    .map(([name, count]) => ({ name, count, share: all === 0 ? 0 : count / all, ...wilson(count, all) }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

/** The value of the standard normal distribution that 97.5 % lie below. */
const z = 1.959963984540054;

/** Returns Wilson's interval for a share of `count` in `all`. */
export function wilson(count: number, all: number): { readonly low: number; readonly high: number } {
  if (all === 0) return { low: 0, high: 1 };
  const share = count / all;
  const centre = share + (z * z) / (2 * all);
  const spread = z * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all));
  const scale = 1 + (z * z) / all;
  return { low: Math.max(0, (centre - spread) / scale), high: Math.min(1, (centre + spread) / scale) };
}

/** Returns the percentiles of some times; undefined if there are none. */
export function percentilesOf(times: readonly number[]): Percentiles | undefined {
  const sorted = Float64Array.from(times).sort();
  const rank = (share: number): number => itemAt(sorted, Math.max(0, Math.ceil(share * sorted.length) - 1));
  if (sorted.length === 0) return undefined;
  return {
    count: sorted.length,
    least: rank(0),
    p50: rank(0.5),
    p90: rank(0.9),
    p99: rank(0.99),
    most: rank(1),
    mean: sorted.reduce((sum, time) => sum + time, 0) / sorted.length,
  };
}
