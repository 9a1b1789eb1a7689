/**
 * The measures of a picture over time in pixels: the heights and positions of its parts, and the room for text.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Series } from '../../view/run/run-stretch.ts';
import type { Lane } from '../../view/run/trace.ts';

/** The height of the axis. */
export const axisHeight = 22;
/** The height of a lane. */
export const laneHeight = 38;
/** The height of a bar. */
export const barHeight = 18;
/** The height of a chart. */
export const chartHeight = 46;
/** The width of the names, to the left of the picture. */
export const nameWidth = 150;
/** The space to the right of the last step, for the limits of charts. */
export const margin = 44;

/** The approximate width of a character. */
const letter = 6.4;

/** The positions of the rows of a picture. */
export interface Rows {
  /** Returns the middle of the lane of an entity; undefined if it has none. */
  readonly laneOf: (entity: EntityId | undefined) => number | undefined;
  readonly lanes: readonly { readonly lane: Lane; readonly y: number }[];
  readonly charts: readonly { readonly series: Series; readonly y: number }[];
  readonly height: number;
}

/** Places lanes below the axis, and charts below them. */
export function rowsOf(lanes: readonly Lane[], series: readonly Series[], top = 0): Rows {
  const first = top + axisHeight;
  const placed = lanes.map((lane, index) => ({ lane, y: first + (index + 0.5) * laneHeight }));
  const byEntity = new Map(placed.map(({ lane, y }) => [lane.entity, y]));
  const below = first + lanes.length * laneHeight;
  return {
    laneOf: (entity) => (entity === undefined ? undefined : byEntity.get(entity)),
    lanes: placed,
    charts: series.map((each, index) => ({ series: each, y: below + index * chartHeight })),
    height: below + series.length * chartHeight + 6,
  };
}

/** Returns the part of a text that fits; empty if that would say nothing. */
export function fitted(text: string, width: number): string {
  const room = Math.floor(width / letter);
  if (text.length <= room) return text;
  return room < 3 ? '' : `${text.slice(0, room - 1)}…`;
}

/** Returns the approximate width of a text. */
export const widthOf = (text: string): number => text.length * letter;
