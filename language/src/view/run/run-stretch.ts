/**
 * The shape of a stretch of a run as it is drawn over time: lanes, messages, the steps, and numbers that
 * change. Plain data with bounds; what is left out is counted.
 */
import type { StepMark } from './run-step.ts';
import type { Arrow, Instant, Lane } from './trace.ts';

/** A step on the axis of time. */
export interface Tick extends Instant {
  /** `1.5s`. */
  readonly time: string;
  readonly mark?: StepMark;
}

/** A number over time; between two points it stays what it was. */
export interface Series {
  /** `coordinator.attempt`, `messages under way`. */
  readonly name: string;
  readonly kind: 'variable' | 'metric';
  /** Of a duration seconds; nothing for plain numbers. */
  readonly unit?: 's';
  readonly points: readonly SeriesPoint[];
}

export interface SeriesPoint extends Instant {
  readonly value: number;
}

/** Steps of a run that follow each other. */
export interface RunStretch {
  /** The state before the first step; where that is step 0, the start itself. */
  readonly start: Instant;
  readonly end: Instant;
  readonly ticks: readonly Tick[];
  readonly lanes: readonly Lane[];
  /** How many lanes there are besides. */
  readonly otherLanes: number;
  readonly arrows: readonly Arrow[];
  readonly otherArrows: number;
  /** Those that change within the stretch. */
  readonly series: readonly Series[];
  readonly otherSeries: number;
}

/** So many steps are drawn at once. */
export const mostDrawn = 1000;
