/** Runs that explain a part of a log: where they stand, how they came there, and what keeps them from going on. */
import type { State } from '../kernel/run.ts';
import type { Spent } from '../play/environment.ts';
import type { Interference, LoggedStep } from '../play/recording/interventions.ts';
import type { Matched, Told, Unstated } from './matching.ts';

/** One step of a run that explains lines, and those before it. */
export interface ExplainedPath {
  readonly parent: ExplainedPath | undefined;
  /** The index of the due entry, or what came from outside; absent for the start. */
  readonly step: { readonly due: number } | (Reached & (Interference | LoggedStep)) | undefined;
  readonly draws: readonly number[];
  readonly told: Told;
}

/** The time to which the clock moved before, in microseconds, if it did. */
interface Reached {
  readonly at?: number;
}

/** A run that explains a part of a log. */
export interface Standing extends Omit<Matched, 'told'> {
  readonly state: State;
  readonly spent: Spent;
  /** The number of steps since the last line. */
  readonly quiet: number;
  /** How often its steps came out of time, as far as the order of times does not matter. */
  readonly strain: number;
  /** The time of the log at the model's start as the last line has it: it tells about when the next one comes. */
  readonly guess: number | undefined;
  readonly path: ExplainedPath;
}

/** Watches what keeps runs from explaining more. */
export interface HindranceWatch {
  readonly unstated: Unstated;
  /** A mistake in the model ended the run. */
  readonly ended: (message: string) => void;
  /**
   * What comes from outside may have had other values, or come at other times, than those that were tried; or too many
   * answers of chance wait to be tried.
   */
  readonly untried: (what: 'values' | 'times' | 'waiting') => void;
}

/** A step that is made when it is asked for. */
export interface LazyStep {
  /** How promising it is: the strain that it adds, below zero; above zero if it explains a line for sure. */
  readonly promise: number;
  /** True if it may explain the next line, as far as one can tell before it is made. */
  readonly isLikely: boolean;
  /** Returns the runs with this step, one for each answer of chance and each way to match lines. */
  readonly make: () => readonly Standing[];
}
