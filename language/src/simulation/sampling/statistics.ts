/** Statistics of many runs: the frequency of each outcome, and the times that things took. */
import type { PlaceId } from '../../model/machines/action.ts';
import type { OutcomeKind } from './run-outcome.ts';

/** The frequency of an event, with the 95 % confidence interval of its share (Wilson's). */
export interface Frequency {
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

/** An outcome, how often it came about, and the first seed that gave it, to replay. */
export interface OutcomeShare extends Frequency {
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
export interface PropertyShare extends Frequency {
  readonly place: PlaceId | undefined;
  /** The number of runs cut off before it was decided. */
  readonly open: number;
  /** The first seed that broke it. */
  readonly seed: number | undefined;
}

/** Returns the shares of outcomes, the most frequent first, equal ones by name. */
export function sharesOf(outcomes: ReadonlyMap<string, number>): Frequency[] {
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

/** Times in microseconds, ascending, each with how often it was taken. */
export type Times = readonly (readonly [time: number, count: number])[];

/** Returns the percentiles of some times; undefined if there are none. */
export function percentilesOf(times: Times): Percentiles | undefined {
  const count = times.reduce((sum, [, each]) => sum + each, 0);
  const [least, most] = [times[0]?.[0], times.at(-1)?.[0]];
  if (least === undefined || most === undefined) return undefined;
  const rank = (share: number): number => {
    let left = Math.max(1, Math.ceil(share * count));
    const found = times.find(([, each]) => (left -= each) <= 0);
    return found?.[0] ?? most;
  };
  return {
    ...{ count, least, p50: rank(0.5), p90: rank(0.9), p99: rank(0.99), most },
    mean: times.reduce((sum, [time, each]) => sum + time * each, 0) / count,
  };
}
