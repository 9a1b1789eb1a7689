/**
 * The measures of a picture over time in pixels: the heights and positions of its parts, and the room for text.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Series } from '../../view/run/run-stretch.ts';
import type { Lane } from '../../view/run/trace/trace.ts';

/** The height of the axis. */
export const axisHeight = 22;
/** The height of a lane. */
export const laneHeight = 38;
/** The height of the lane of notifications. */
const noticeHeight = 24;
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
  /** The middle of the lane of notifications, if there are any. */
  readonly notices: number | undefined;
  readonly charts: readonly { readonly series: Series; readonly y: number }[];
  readonly height: number;
}

/** The places of rows. */
export interface RowOptions {
  /** The upper edge; 0 if absent. */
  readonly top?: number;
  /** True if there is something to be notified of. */
  readonly hasNotices?: boolean;
}

/** Places lanes below the axis, the notifications below them, and then the charts. */
export function rowsOf(lanes: readonly Lane[], series: readonly Series[], options: RowOptions = {}): Rows {
  const { top = 0, hasNotices = false } = options;
  const isTold = hasNotices && lanes.length > 0;
  const first = top + axisHeight;
  const placed = lanes.map((lane, index) => ({ lane, y: first + (index + 0.5) * laneHeight }));
  const byEntity = new Map(placed.map(({ lane, y }) => [lane.entity, y]));
  const afterLanes = first + lanes.length * laneHeight;
  const below = afterLanes + (isTold ? noticeHeight : 0);
  return {
    laneOf: (entity) => (entity === undefined ? undefined : byEntity.get(entity)),
    lanes: placed,
    notices: isTold ? afterLanes + noticeHeight / 2 : undefined,
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
