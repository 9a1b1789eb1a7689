/**
 * The result of exploring a check, whichever engine explored it: the violations, the runs that lead to them, how much
 * was explored, and what was not and why. Plain data; knows nothing of how it was found.
 */
import type { PlaceId } from '../../../model/machines/action.ts';
import type { Check } from '../../../model/scenario.ts';
import type { RunErrorCode } from '../../values/run-error.ts';
import type { Unreached } from './coverage.ts';

/**
 * A run that breaks a property: one of minimal length, or for a property of liveness, a shortest path to where it stays
 * away for good. It is recorded like a trace, so that it can be replayed.
 */
export interface Counterexample {
  /** The index of the combination of `for` steps, from 0; it is the seed of the trace, too. */
  readonly variant: number;
  /** The names of that combination, such as `p = fs`; empty where there is only one. */
  readonly title: string;
  /** The number of steps of the run, without the start. */
  readonly steps: number;
  /** The draws in it, as in `Trace.draws`. */
  readonly draws: readonly number[];
  /**
   * The state after the last step is the one after this many steps, and the steps since then repeat forever. Absent
   * where the run ends: nothing more happens after the last step, or it is broken there.
   */
  readonly loopsTo: number | undefined;
}

/** A violation, with a run that shows it. */
export interface Broken {
  readonly kind:
    | 'never'
    | 'always'
    | 'eventually'
    | 'leads to'
    | 'expectation'
    | 'error'
    | 'built-in'
    | 'deadlock'
    | 'unhandled';
  /** The property, the expectation, or the piece of text that ends the run; absent if no text is at fault. */
  readonly place: PlaceId | undefined;
  /** A full sentence. */
  readonly message: string;
  /** The code of an error of the run. */
  readonly code?: RunErrorCode;
  readonly counterexample: Counterexample;
}

/**
 * The reason that something was not explored: a bound of the check, its horizon, or a limit of the caller; `past` where
 * the model asks for what was received or notified, which no state knows; `resolution` where the environment could act
 * between two of the instants at which it did; `fault` where Aftermath itself failed; `omitted` where another engine does
 * not search everything.
 */
export type Limit =
  | 'omitted'
  | 'bound'
  | 'horizon'
  | 'resolution'
  | 'states'
  | 'memory'
  | 'time'
  | 'cancelled'
  | 'past'
  | 'fault';

/** Returns true if a limit is one that the check itself states, or that its question implies. */
export const isOfCheck = (limit: Limit): boolean => limit === 'bound' || limit === 'horizon' || limit === 'resolution';

/** How states were recognized by their hashes, and what that may have omitted. */
export interface Hashed {
  /** Hash compaction, or bit-state hashing. */
  readonly kind: 'compact' | 'bitstate';
  /** The number of states that were told apart. */
  readonly states: number;
  /** The number of states that are to be expected to have been taken for others. */
  readonly expected: number;
  /** The probability that there is one. */
  readonly probability: number;
  /** Of a table of bits, how many there are for each state. */
  readonly factor?: number;
}

/** Returns what hashing may have omitted; `expected` states are. */
export const hashedWith = (hashed: Omit<Hashed, 'probability'>): Hashed => ({
  ...hashed,
  probability: -Math.expm1(-hashed.expected),
});

/** The unexplored part: the states that were not expanded because of a limit. */
export interface Unexplored {
  readonly limit: Limit;
  readonly states: number;
  /** For a fault: what happened. Otherwise what was not explored, if that is not a number of states. A clause. */
  readonly why?: string;
  /** Where states were recognized by their hashes: what that may have omitted. */
  readonly hashed?: Hashed;
  /** For a resolution: microseconds between two instants. */
  readonly step?: number;
  /** A queue that grew as long as the search went on. */
  readonly grown?: GrownQueue;
}

/** A queue, and the number of messages in it. */
export interface GrownQueue {
  readonly receiver: string;
  readonly messages: number;
  /** What would limit it, besides a bound: what the check does not have yet, or has too long a one of. */
  readonly limitedBy: 'exact clock' | 'horizon' | 'shorter horizon';
}

/** The extent of an exploration so far. */
export interface Extent {
  readonly states: number;
  readonly transitions: number;
  /** The greatest number of steps of a shortest path to a state. */
  readonly depth: number;
  /** Known states that have not been expanded yet. */
  readonly queue: number;
  /** Bytes in use for states. */
  readonly bytes: number;
}

/** The findings of an exploration so far, also while it is under way. */
export interface Progress extends Extent {
  /** The number of combinations of `for` steps; each has its own states. */
  readonly variants: number;
  /** At most one of each property and combination, in the order of the text. */
  readonly broken: readonly Broken[];
  /** True if one state represented all that differ only in which of some copies is which. */
  readonly isReduced: boolean;
  /** True if in some combination only the first messages of a long queue were kept apart, which is enough to pass. */
  readonly hasPiles: boolean;
  /** A queue that grew until a limit ended the search. */
  readonly grown?: GrownQueue;
}

/** The result of an exploration, complete or given up. */
export interface Exploration extends Progress {
  /**
   * The pieces that no run reached, in the order of the text; undefined where something ended the exploration early.
   */
  readonly unreached: readonly Unreached[] | undefined;
  /** Empty if everything was explored. */
  readonly unexplored: readonly Unexplored[];
}

/** Returns what is known of an exploration that was ended in the middle. */
export function endedExploration(progress: Progress | undefined, limit: Limit): Exploration {
  const { grown, ...counts } = progress ?? nothingYet;
  const unexplored = { limit, states: progress?.queue ?? 1, ...(grown !== undefined && { grown }) };
  return { ...counts, unreached: undefined, unexplored: [unexplored] };
}

const nothingYet: Progress = {
  ...{ states: 0, transitions: 0, depth: 0, queue: 0, bytes: 0 },
  ...{ variants: 1, broken: [], isReduced: false, hasPiles: false },
};

/**
 * Bounded: nothing is broken, and everything was explored that the bounds and the horizon of the check itself leave.
 * Undecided: nothing is broken in the explored part, but another limit came first.
 */
export type Verdict = 'passed' | 'bounded' | 'failed' | 'undecided';

/** Returns true if a run ends with an error, which is a mistake in the model even where a check `fails`. */
export const isError = ({ kind }: Pick<Broken, 'kind'>): boolean => kind === 'error';

/** Returns the verdict on a check; for one that `fails` a broken property is the wanted result, an error of the run is not. */
export function verdictOf(
  { fails }: Pick<Check, 'fails'>,
  { broken, unexplored }: Pick<Exploration, 'broken' | 'unexplored'>,
): Verdict {
  if (broken.length > 0) return fails && broken.some((each) => !isError(each)) ? 'passed' : 'failed';
  if (unexplored.length === 0) return fails ? 'failed' : 'passed';
  // A violation beyond the bounds is neither shown nor ruled out.
  return fails || unexplored.some(({ limit }) => !isOfCheck(limit)) ? 'undecided' : 'bounded';
}
