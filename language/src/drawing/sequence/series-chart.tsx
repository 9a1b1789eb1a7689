/**
 * A number over time as a line of steps, with its least and greatest value.
 */
import type { VNode } from 'preact';
import type { Series, SeriesPoint } from '../../view/run/run-stretch.ts';
import type { Instant } from '../../view/run/trace/trace.ts';
import type { Scale } from './scale.ts';
import { chartHeight } from './sizes.ts';
import { t } from '../../model/common/translation.ts';

/** The properties of a chart of numbers over time. */
export interface SeriesChartProps {
  readonly series: Series;
  /** Its upper edge. */
  readonly y: number;
  readonly scale: Scale;
  /** The current position. */
  readonly selected?: Instant | undefined;
}

const inner = { top: 9, bottom: 7 };

/** Draws the line. */
export function SeriesChart({ series, y, scale, selected }: SeriesChartProps): VNode {
  const { points, name, unit = '' } = series;
  const values = points.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const [top, bottom] = [y + inner.top, y + chartHeight - inner.bottom];
  const yOf = (value: number): number =>
    most === least ? bottom : bottom - ((value - least) / (most - least)) * (bottom - top);
  const now = selected === undefined ? undefined : valueAt(points, selected.step);
  return (
    <g class="chart" data-chart={name}>
      <title>{t`${name}: ${shortValue(least)}${unit} to ${shortValue(most)}${unit}`}</title>
      <line class="lane-line" x1={scale.left} x2={scale.right} y1={bottom} y2={bottom} />
      <path class="chart-line" d={pathOf(points, scale, yOf)} />
      <text class="chart-limit" x={scale.right + 5} y={top + 4}>{`${shortValue(most)}${unit}`}</text>
      <text class="chart-limit" x={scale.right + 5} y={bottom + 3}>{`${shortValue(least)}${unit}`}</text>
      {now !== undefined && selected !== undefined && (
        <circle class="chart-now" cx={scale.x(selected)} cy={yOf(now)} r={3} />
      )}
    </g>
  );
}

function pathOf(points: readonly SeriesPoint[], scale: Scale, yOf: (value: number) => number): string {
  const moves = points.map((point, index) => {
    const [x, y] = [scale.x(point).toFixed(1), yOf(point.value).toFixed(1)];
    return index === 0 ? `M${x} ${y}` : `H${x}V${y}`;
  });
  return `${moves.join('')}H${scale.right.toFixed(1)}`;
}

/** Returns the value at a step, which is that of the last point before it. */
export const valueAt = (points: readonly SeriesPoint[], step: number): number | undefined =>
  points.findLast((point) => point.step <= step)?.value;

/** Writes a value shortly. */
export const shortValue = (value: number): string => Number(value.toPrecision(6)).toString();
