/**
 * Counts of runs, which can be added up: those of some runs and those of others give those of all, in any division.
 * Plain data, so that JSON can carry them.
 */
import type { PlaceId } from '../../model/machines/action.ts';
import { increase } from '../../model/common/increase.ts';
import { required } from '../../model/common/lookup.ts';
import type { OutcomeKind, RunResult } from './run-outcome.ts';
import { percentilesOf, type Statistics, type Times, sharesOf, wilson } from './statistics.ts';

/** The counts of some runs. `first` is the number of the first run that a count is of. */
export interface RunTally {
  /** The number of completed runs. */
  readonly runs: number;
  readonly outcomes: readonly {
    readonly kind: OutcomeKind;
    readonly text: string;
    readonly count: number;
    readonly first: number;
  }[];
  /** Microseconds for which the awaited condition did not hold. */
  readonly recovery: Times;
  /** The waiting times of each `within`, in the order of the text. */
  readonly waits: readonly { readonly place: PlaceId; readonly times: Times }[];
  /** All properties of the check, in the order of the text. */
  readonly properties: readonly {
    readonly name: string;
    readonly place?: PlaceId | undefined;
    readonly broken: number;
    readonly open: number;
    readonly first?: number | undefined;
  }[];
}

/** Counts runs. */
export interface Counting {
  /** Adds the result of the run with this number. */
  readonly add: (result: RunResult, number: number) => void;
  /** Adds the counts of other runs. */
  readonly addTally: (tally: RunTally) => void;
  readonly tally: () => RunTally;
}

/** Begins to count. */
export function countRuns(): Counting {
  let runs = 0;
  const outcomes = new Map<string, Outcome>();
  const recoveries = new Map<number, number>();
  const waited = new Map<PlaceId, Map<number, number>>();
  const properties = new Map<string, Property>();
  const countOutcome = (kind: OutcomeKind, text: string, count: number, first: number): void => {
    const known = outcomes.get(text) ?? { kind, text, count: 0, first };
    outcomes.set(text, known);
    known.count += count;
    known.first = Math.min(known.first, first);
  };
  const propertyOf = ({ name, place }: Pick<Property, 'name' | 'place'>): Property => {
    const known = properties.get(name) ?? { name, place, broken: 0, open: 0, first: undefined };
    properties.set(name, known);
    return known;
  };
  const waitsAt = (place: PlaceId): Map<number, number> => {
    const times = waited.get(place) ?? new Map<number, number>();
    waited.set(place, times);
    return times;
  };
  return {
    add({ outcome, recovery, waits, verdicts }, number) {
      runs += 1;
      countOutcome(outcome.kind, outcome.text, 1, number);
      if (recovery !== undefined) increase(recoveries, recovery);
      for (const [place, time] of waits) increase(waitsAt(place), time);
      for (const each of verdicts) {
        const known = propertyOf(each);
        if (each.verdict === 'broken') known.first = Math.min(known.first ?? number, number);
        if (each.verdict !== 'held') known[each.verdict] += 1;
      }
    },
    addTally(tally) {
      runs += tally.runs;
      for (const { kind, text, count, first } of tally.outcomes) countOutcome(kind, text, count, first);
      for (const [time, count] of tally.recovery) increase(recoveries, time, count);
      for (const { place, times } of tally.waits)
        for (const [time, count] of times) increase(waitsAt(place), time, count);
      for (const each of tally.properties) {
        const known = propertyOf(each);
        known.broken += each.broken;
        known.open += each.open;
        if (each.first !== undefined) known.first = Math.min(known.first ?? each.first, each.first);
      }
    },
    tally: () => ({
      runs,
      outcomes: [...outcomes.values()],
      recovery: ascending(recoveries),
      waits: [...waited].sort(([a], [b]) => a - b).map(([place, times]) => ({ place, times: ascending(times) })),
      properties: [...properties.values()],
    }),
  };
}

type Mutable<T> = { -readonly [key in keyof T]: T[key] };
type Outcome = Mutable<RunTally['outcomes'][number]>;
type Property = Mutable<RunTally['properties'][number]>;

/** Adds up counts of different runs. */
export function addTallies(tallies: readonly RunTally[]): RunTally {
  const counting = countRuns();
  tallies.forEach(counting.addTally);
  return counting.tally();
}

/** Returns the statistics of counted runs; `seedOf` returns the seed of a run by its number. */
export function statisticsOf(
  { runs, outcomes, recovery, waits, properties }: RunTally,
  seedOf: (number: number) => number,
): Statistics {
  const known = new Map(outcomes.map((outcome) => [outcome.text, outcome]));
  return {
    runs,
    outcomes: sharesOf(new Map(outcomes.map(({ text, count }) => [text, count]))).map((share) => {
      const { kind, first } = required(known.get(share.name));
      return { ...share, kind, seed: seedOf(first) };
    }),
    recovery: percentilesOf(recovery),
    waits: waits.flatMap(({ place, times: counted }) => {
      const times = percentilesOf(counted);
      return times === undefined ? [] : [{ place, times }];
    }),
    properties: properties.map(({ name, place, broken, open, first }) => ({
      ...{ name, place, open, seed: first === undefined ? undefined : seedOf(first), count: broken },
      ...{ share: runs === 0 ? 0 : broken / runs, ...wilson(broken, runs) },
    })),
  };
}

const ascending = (counts: ReadonlyMap<number, number>): Times => [...counts].sort(([a], [b]) => a - b);
