/**
 * What exploring a check has come to, whichever engine explored it: what is broken, how it gets there,
 * how much was seen, and what was not explored and why. Plain data; knows nothing of how it was found.
 */
import type { PlaceId } from '../../../model/action.ts';
import type { Check } from '../../../model/scenario.ts';
import type { RunErrorCode } from '../../values/run-error.ts';
import type { Unreached } from './coverage.ts';

/**
 * A run that breaks a property: one that cannot be shorter, or for what never comes, a shortest way to
 * where it stays away for good. It is written down as a trace is, so that it can be replayed.
 */
export interface Counterexample {
  /** Which combination of `for` steps, from 0; it is the seed of the trace, too. */
  readonly variant: number;
  /** The names of that combination, such as `p = fs`; empty where there is only one. */
  readonly title: string;
  /** How many steps the run has, the start not counted. */
  readonly steps: number;
  /** What is drawn in it, as `Trace.draws` has it. */
  readonly draws: readonly number[];
  /**
   * After the last step the state is the one that was after so many steps, and what follows it repeats
   * for ever. Absent where the run ends: nothing more happens after the last step, or it is broken there.
   */
  readonly loopsTo: number | undefined;
}

/** What is broken, with a run that shows it. */
export interface Broken {
  readonly kind:
    'never' | 'always' | 'eventually' | 'leads to' | 'expectation' | 'error' | 'built-in' | 'deadlock' | 'unhandled';
  /** The property, the expectation, or the piece of text that ends the run; absent for what no text says. */
  readonly place: PlaceId | undefined;
  /** A full sentence. */
  readonly message: string;
  /** Of an error of the run. */
  readonly code?: RunErrorCode;
  readonly counterexample: Counterexample;
}

/**
 * Why something was not explored: a bound of the check, its horizon, or a limit of whoever explores;
 * `past` where the model asks for what was received or notified, which no state knows; `resolution` where the
 * environment could act between two instants at which it was let act; `fault` where Aftermath itself failed.
 */
export type Limit = 'bound' | 'horizon' | 'resolution' | 'states' | 'memory' | 'time' | 'cancelled' | 'past' | 'fault';

/** Whether a limit is one that the check itself states, or that its question brings with it. */
export const isOfCheck = (limit: Limit): boolean => limit === 'bound' || limit === 'horizon' || limit === 'resolution';

/** What was not explored: the states from which nothing was followed because of a limit. */
export interface Unexplored {
  readonly limit: Limit;
  readonly states: number;
  /** Of a fault: what happened, a clause. */
  readonly why?: string;
  /** Of a resolution: microseconds between two instants. */
  readonly step?: number;
}

/** How much was seen so far, also while it goes on. */
export interface Progress {
  readonly states: number;
  readonly transitions: number;
  /** The most steps of a shortest way to a state. */
  readonly depth: number;
  /** Known states from which nothing has been followed yet. */
  readonly queue: number;
  /** Bytes in use for states. */
  readonly bytes: number;
}

/** All that is known once a check has been explored, or its exploration was given up. */
export interface Exploration extends Progress {
  /** How many combinations of `for` steps there are; each has its own states. */
  readonly variants: number;
  /** At most one of each property and combination, in the order of the text. */
  readonly broken: readonly Broken[];
  /** Whether one state stood for all that differ only in which of some copies is which. */
  readonly isReduced: boolean;
  /** What no run came to, in the order of the text; nothing where something ended the exploration early. */
  readonly unreached: readonly Unreached[] | undefined;
  /** Empty if everything was explored. */
  readonly unexplored: readonly Unexplored[];
}

/**
 * Bounded: nothing is broken, and all was explored that the bounds and the horizon of the check itself leave.
 * Undecided: nothing is broken as far as was explored, but something else came first.
 */
export type Verdict = 'passed' | 'bounded' | 'failed' | 'undecided';

/** Returns what an exploration says of its check; of one that `fails` a broken property is what is wanted. */
export function verdictOf(
  { fails }: Pick<Check, 'fails'>,
  { broken, unexplored }: Pick<Exploration, 'broken' | 'unexplored'>,
): Verdict {
  if (broken.length > 0) return fails ? 'passed' : 'failed';
  if (unexplored.length === 0) return fails ? 'failed' : 'passed';
  // That something is broken beyond the bounds is neither shown nor ruled out.
  return fails || unexplored.some(({ limit }) => !isOfCheck(limit)) ? 'undecided' : 'bounded';
}
