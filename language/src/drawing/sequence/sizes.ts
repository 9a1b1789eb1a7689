/**
 * The measures of a picture over time: how high its parts are and where they stand, and how much of a text
 * has room. Pixels.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Series } from '../../view/run/run-stretch.ts';
import type { Lane } from '../../view/run/trace.ts';

export const axisHeight = 22;
export const laneHeight = 38;
export const barHeight = 18;
export const chartHeight = 46;
/** Names stand left of this. */
export const nameWidth = 150;
/** What is right of the last step: limits of charts stand there. */
export const margin = 44;

/** A letter is about so wide. */
const letter = 6.4;

/** Where the rows of a picture are. */
export interface Rows {
  /** The middle of the lane of an entity; nothing for one that has none. */
  readonly laneOf: (entity: EntityId | undefined) => number | undefined;
  readonly lanes: readonly { readonly lane: Lane; readonly y: number }[];
  readonly charts: readonly { readonly series: Series; readonly y: number }[];
  readonly height: number;
}

/** Places lanes under the axis, and charts under them. */
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

/** Returns as much of a text as has room; nothing where that would say nothing. */
export function fitted(text: string, width: number): string {
  const room = Math.floor(width / letter);
  if (text.length <= room) return text;
  return room < 3 ? '' : `${text.slice(0, room - 1)}…`;
}

/** How wide a text is, about. */
export const widthOf = (text: string): number => text.length * letter;
