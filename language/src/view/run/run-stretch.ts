/**
 * A stretch of a run for drawing over time: lanes, messages, steps, and changing numbers. Plain data of bounded size;
 * omitted parts are counted.
 */
import type { StepMark } from './run-step.ts';
import type { Arrow, Instant, Lane, TraceNotice } from './trace/trace.ts';

/** A step on the time axis. */
export interface Tick extends Instant {
  /** `1.5s`. */
  readonly time: string;
  readonly mark?: StepMark;
}

/** A number over time; it is constant between two points. */
export interface Series {
  /** `coordinator.attempt`, `messages under way`. */
  readonly name: string;
  readonly kind: 'variable' | 'metric';
  /** Seconds for durations, events per second for rates; absent for plain numbers. */
  readonly unit?: 's' | 'per s';
  readonly points: readonly SeriesPoint[];
}

/** The value from an instant on. */
export interface SeriesPoint extends Instant {
  readonly value: number;
}

/** Consecutive steps of a run. */
export interface RunStretch {
  /** The state before the first step; if that is step 0, the start itself. */
  readonly start: Instant;
  readonly end: Instant;
  readonly ticks: readonly Tick[];
  readonly lanes: readonly Lane[];
  /** The number of lanes beyond those listed. */
  readonly otherLanes: number;
  readonly arrows: readonly Arrow[];
  readonly otherArrows: number;
  /** Keepalives between boxes; drawn like messages, and counted with them. */
  readonly keepalives: readonly Arrow[];
  readonly notices: readonly TraceNotice[];
  /** The numbers that change within the stretch. */
  readonly series: readonly Series[];
  readonly otherSeries: number;
}

/** The most steps that are drawn at once. */
export const mostDrawn = 1000;
