/**
 * The dashed lines between the parts of a parallel state, as in UML.
 */
import type { VNode } from 'preact';
import type { Box } from '../../view/layout/placement.ts';
import { chart as measures } from '../../view/statechart/chart-layout.ts';
import type { ChartPictureProps } from './chart-props.ts';

/** Draws the lines if the parts lie in a row or in a column; otherwise only their place distinguishes the parts. */
export function RegionLines({
  chart,
  placement,
  state,
}: Pick<ChartPictureProps, 'chart' | 'placement'> & { readonly state: string }): VNode | null {
  const around = placement.boxes.get(state);
  const parts = chart.states
    .filter(({ parent, history }) => parent === state && history === undefined)
    .flatMap(({ id }) => placement.boxes.get(id) ?? []);
  if (around === undefined || parts.length < 2) return null;
  const { x, y, width, height } = around;
  const top = y + measures.nameHeight;
  const columns = gapsBetween(parts, (box) => [box.x, box.x + box.width]);
  const rows = gapsBetween(parts, (box) => [box.y, box.y + box.height]);
  const lines =
    columns?.map((at) => `M${at.toString()} ${top.toString()}V${(y + height).toString()}`) ??
    rows?.map((at) => `M${x.toString()} ${at.toString()}H${(x + width).toString()}`) ??
    [];
  return <path class="region-line" d={lines.join('')} aria-hidden="true" />;
}

/** Returns the middles of the gaps between the boxes along an axis; undefined if two boxes overlap there. */
function gapsBetween(
  boxes: readonly Box[],
  spanOf: (box: Box) => readonly [number, number],
): readonly number[] | undefined {
  const spans = boxes.map(spanOf).sort(([one], [other]) => one - other);
  const gaps = spans.slice(1).map(([start], at) => [spans[at]?.[1] ?? start, start] as const);
  return gaps.every(([end, start]) => start >= end) ? gaps.map(([end, start]) => (end + start) / 2) : undefined;
}
