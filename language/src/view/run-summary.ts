/**
 * What a run is started from, and what is known of it as a whole. Plain data, for whoever asks for a run
 * and whoever shows it.
 */
import type { StepMark } from './run-step.ts';

/** What to run. */
export type RunQuestion =
  /** One run of a scenario; `variant` counts the combinations of its `for` steps from 0. */
  | { readonly kind: 'scenario'; readonly title: string; readonly variant: number }
  /** By chance, in the environment of a check or in one that sends what comes from outside. */
  | { readonly kind: 'random'; readonly seed: number; readonly steps: number; readonly check?: string }
  /** What a file of a trace tells. */
  | { readonly kind: 'trace'; readonly file: string };

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
}
