/**
 * Maps instants of a run to horizontal positions: by the virtual clock, or step by step if much happens at one time.
 * Also chooses the times shown along the axis.
 */
import type { RunStretch } from '../../view/run/run-stretch.ts';
import type { Instant } from '../../view/run/trace/trace.ts';

/** The quantities on the horizontal axis. */
export const axes = ['time', 'steps'] as const;
/** One of these quantities. */
export type Axis = (typeof axes)[number];

/** A position on the axis with its label. */
export interface AxisLabel {
  readonly x: number;
  readonly text: string;
}

/** A horizontal scale. */
export interface Scale {
  readonly axis: Axis;
  readonly left: number;
  readonly right: number;
  /** Returns the position of an instant; instants outside the picture are at its edge. */
  readonly x: (instant: Instant) => number;
  readonly labels: readonly AxisLabel[];
}

/** The options of a scale. */
export interface ScaleOptions {
  readonly axis: Axis;
  readonly left: number;
  readonly width: number;
}

/** The width per label in pixels. */
const labelWidth = 76;

/** Returns a scale that fits all of some stretches. If all instants are at one time, it goes by steps. */
export function scaleOf(stretches: readonly RunStretch[], { axis, left, width }: ScaleOptions): Scale {
  const by = (pick: (instant: Instant) => number) => ({
    first: Math.min(...stretches.map(({ start }) => pick(start))),
    last: Math.max(...stretches.map(({ end }) => pick(end))),
  });
  const time = by(({ at }) => at);
  const used = axis === 'time' && time.last > time.first ? 'time' : 'steps';
  const pick = used === 'time' ? ({ at }: Instant): number => at : ({ step }: Instant): number => step;
  const { first, last } = by(pick);
  const span = Math.max(1, last - first);
  const place = (value: number): number => left + (Math.max(0, Math.min(span, value - first)) / span) * width;
  const most = Math.max(1, Math.floor(width / labelWidth));
  const labels = niceValues(first, first + span, most, used === 'steps').map((value) => ({
    x: place(value),
    text: used === 'time' ? timeText(value) : value.toString(),
  }));
  return { axis: used, left, right: left + width, x: (instant) => place(pick(instant)), labels };
}

/** Returns at most `most` round values in a range. */
function niceValues(first: number, last: number, most: number, isWhole: boolean): readonly number[] {
  const rough = Math.max((last - first) / most, isWhole ? 1 : 0.000001);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough * 0.999) ?? rough;
  const values: number[] = [];
  for (let index = Math.ceil(first / step); index * step <= last + step * 1e-9; index++) values.push(index * step);
  return values;
}

/** Writes microseconds in the largest unit in which they are at least one. */
function timeText(at: number): string {
  if (at === 0) return '0s';
  const [unit, size] = at >= 1_000_000 ? ['s', 1_000_000] : at >= 1000 ? ['ms', 1000] : ['us', 1];
  return `${Number((at / size).toPrecision(7)).toString()}${unit}`;
}
