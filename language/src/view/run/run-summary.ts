/**
 * What a run is started from, and what is known of it as a whole. Plain data, for whoever asks for a run
 * and whoever shows it.
 */
import type { Interference } from '../../simulation/play/interventions.ts';
import type { StepMark } from './run-step.ts';

/** What a run is started from. */
type RunStart =
  /** One run of a scenario; `variant` counts the combinations of its `for` steps from 0. */
  | { readonly kind: 'scenario'; readonly title: string; readonly variant: number }
  /** By chance, in the environment of a check or in one that sends what comes from outside. */
  | { readonly kind: 'random'; readonly seed: number; readonly steps: number; readonly check?: string }
  /** What a file of a trace tells. */
  | { readonly kind: 'trace'; readonly file: string }
  /** The run that breaks a check, in one of its combinations, by what is drawn in it. */
  | {
      readonly kind: 'counterexample';
      readonly check: string;
      readonly variant: number;
      readonly steps: number;
      readonly draws: readonly number[];
    };

/** Something that may happen next: what the run leaves to chance, by its number, or what somebody makes happen. */
export type RunMove = { readonly kind: 'draw'; readonly draw: number } | Interference;

/** Where a run leaves the one before: after a step something else happens. */
export interface BranchPoint {
  readonly after: number;
  readonly move: RunMove;
}

/** What to run. Each branch leaves the run of those before it; so the whole is the same each time. */
export type RunQuestion = RunStart & { readonly branches?: readonly BranchPoint[] };

/** A step that a person looks for. */
export interface MarkedStep {
  readonly step: number;
  readonly mark: StepMark;
}

/** A run as a whole. */
export interface RunSummary {
  readonly title: string;
  /** Sentences: how it ended, what it was started with. */
  readonly about: readonly string[];
  /** Sentences that a person must not miss: that a trace does not fit any more, or that a run was cut short. */
  readonly warnings: readonly string[];
  /** The number of the last step; there is always step 0, the start. */
  readonly steps: number;
  /** The first of those with something wrong, in order. */
  readonly marked: readonly MarkedStep[];
  /** The runs that the scenario consists of, if there are several. */
  readonly variants: readonly string[];
  readonly variant: number;
  /** Where it left the run before, and what happened there. */
  readonly branch?: { readonly after: number; readonly text: string };
}
