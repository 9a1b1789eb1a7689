/**
 * The request for a run, and the facts about the whole run. Plain data, for whoever requests a run and whoever shows
 * it.
 */
import type { Interference } from '../../simulation/play/recording/interventions.ts';
import type { StepMark } from './run-step.ts';

/** The starting point of a run. */
type RunStart =
  /** One run of a scenario; `variant` counts the combinations of its `for` steps from 0. */
  | { readonly kind: 'scenario'; readonly title: string; readonly variant: number }
  /** A random run, in the environment of a check or in one that sends messages from outside. */
  | { readonly kind: 'random'; readonly seed: number; readonly steps: number; readonly check?: string }
  /** A trace read from a file. */
  | { readonly kind: 'trace'; readonly file: string }
  /** A counterexample of a check, in one of its combinations, given by its draws. */
  | {
      readonly kind: 'counterexample';
      readonly check: string;
      readonly variant: number;
      readonly steps: number;
      readonly draws: readonly number[];
    };

/** In place of the whole run a smaller one that fails in the same way, by its draws. */
export interface Reduction {
  readonly kind: 'reduced';
  readonly draws: readonly number[];
  readonly steps: number;
  /** The number of steps up to the failure that it is made of. */
  readonly from: number;
  /** False if the search for a smaller one was ended early. */
  readonly isMinimal: boolean;
}

/** A next event: a random choice of the run, by its number, or one made by a user. */
export type NextMove = { readonly kind: 'draw'; readonly draw: number } | Interference;

/** A next event, or a smaller run. */
export type RunMove = NextMove | Reduction;

/** The point at which a run departs from the previous one: after a step something else happens. */
export interface BranchPoint {
  readonly after: number;
  readonly move: RunMove;
}

/** The run to make. Each branch departs from the run of the branches before it, so the whole is reproducible. */
export type RunQuestion = RunStart & { readonly branches?: readonly BranchPoint[] };

/** A step worth finding. */
export interface MarkedStep {
  readonly step: number;
  readonly mark: StepMark;
}

/** The facts about a whole run. */
export interface RunSummary {
  readonly title: string;
  /** Sentences: how it ended, and how it was started. */
  readonly about: readonly string[];
  /** Sentences that a user must not miss: that a trace no longer fits, or that a run was cut short. */
  readonly warnings: readonly string[];
  /** The number of the last step; step 0, the start, always exists. */
  readonly steps: number;
  /** The first steps with something wrong, in order. */
  readonly marked: readonly MarkedStep[];
  /** The runs of the scenario, if there are several. */
  readonly variants: readonly string[];
  readonly variant: number;
  /** The point at which it departed from the previous run, and what happened there. */
  readonly branch?: { readonly after: number; readonly text: string; readonly isReduced?: boolean };
}
