/**
 * Positions the boxes and lines of a timeline: columns from left to right, boxes below each other, and lines through
 * gaps reserved for them, so that none runs through a box.
 */
import { shortened } from '../shortened.ts';
import { drawing, estimatedWidth } from '../layout/sizes.ts';
import type { TimelineSide } from './report.ts';
import type { Box, Point } from '../layout/placement.ts';
import { itemAt, required } from '../../model/lookup.ts';

/** The measures of the drawing in pixels, shared by renderer and layout. */
export const timelineDrawing = {
  leastWidth: 104,
  mostWidth: 300,
  /** The distances from the left border to the text, and from there to the right border, where the sign is. */
  textLeft: 34,
  textRight: 20,
  nameLength: 26,
  detailLength: 34,
  boxHeight: 40,
  /** The distance between two columns, for the bends of lines. */
  columnGap: 52,
  rowGap: 10,
  /** The height of a gap for a line that passes a column. */
  passHeight: 6,
  headerHeight: 30,
  margin: 12,
} as const;

/** A timeline with positions. */
export interface PlacedTimeline {
  readonly width: number;
  readonly height: number;
  /** The left edge of each column, and the width of its boxes. */
  readonly columns: readonly { readonly x: number; readonly width: number }[];
  /** By the id of the box. */
  readonly boxes: ReadonlyMap<string, Box>;
  /** By the index of the line: from border to border, two points for each column that is passed. */
  readonly lines: readonly (readonly Point[])[];
}

/** A box, or a gap that a line passes through. */
interface Slot {
  readonly id: string;
  readonly height: number;
  readonly before: Slot[];
  readonly after: Slot[];
  y: number;
}

/** With more lines than this, lines run straight through. */
const linesWithGaps = 150;
const sweeps = 4;

/** Returns the positions. Cost: O(b log b + l × c) for b boxes, l lines and c columns. */
export function placeTimeline({ columns, lines }: TimelineSide): PlacedTimeline {
  const { boxHeight, headerHeight, margin, passHeight } = timelineDrawing;
  const lefts = columnsOf(columns);
  const slots: Slot[][] = columns.map(({ boxes }) =>
    boxes.map(({ id }) => ({ id, height: boxHeight, before: [], after: [], y: 0 })),
  );
  const columnOf = new Map(columns.flatMap(({ boxes }, place) => boxes.map(({ id }) => [id, place] as const)));
  const slotOf = new Map(slots.flat().map((slot) => [slot.id, slot]));
  const ways = lines.map(({ from, to }): readonly Slot[] => {
    const [first, last] = [slotOf.get(from), slotOf.get(to)];
    const [start, end] = [columnOf.get(from), columnOf.get(to)];
    if (first === undefined || last === undefined || start === undefined || end === undefined) return [];
    const between = lines.length > linesWithGaps ? [] : slots.slice(start + 1, end);
    const passes = between.map((column): Slot => {
      const slot: Slot = { id: '', height: passHeight, before: [], after: [], y: 0 };
      column.push(slot);
      return slot;
    });
    const way = [first, ...passes, last];
    way.forEach((slot, place) => {
      const next = way[place + 1];
      if (next === undefined) return;
      slot.after.push(next);
      next.before.push(slot);
    });
    return way;
  });
  arrange(slots);
  const boxes = new Map<string, Box>();
  slots.forEach((column, place) => {
    for (const { id, y } of column) {
      const { x, width } = lefts[place] ?? nowhere;
      if (id !== '') boxes.set(id, { x, y, width, height: boxHeight });
    }
  });
  const bottom = Math.max(headerHeight, ...slots.flat().map(({ y, height }) => y + height));
  return {
    width: lefts.reduce((right, { x, width }) => Math.max(right, x + width), 0) + margin,
    height: bottom + margin,
    columns: lefts,
    boxes,
    lines: ways.map((way) => pointsOf(way, required(columnOf.get(itemAt(way, 0).id)), lefts)),
  };
}

const nowhere = { x: 0, width: 0 } as const;

/** Names are bold, and some fonts are wider when they are. */
const nameWidth = (text: string): number => estimatedWidth(text, drawing.nameFont) * 1.13;

/** Returns a name as it is drawn: cut to a length, and to what fits into the widest box. */
export const fittedName = (text: string): string => fitted(text, timelineDrawing.nameLength, nameWidth);

/** Returns the second line of a box as it is drawn. */
export const fittedDetail = (text: string): string =>
  fitted(text, timelineDrawing.detailLength, (cut) => estimatedWidth(cut, drawing.detailFont));

function fitted(text: string, length: number, widthOf: (text: string) => number): string {
  const { mostWidth, textLeft, textRight } = timelineDrawing;
  let most = length;
  while (most > 1 && widthOf(shortened(text, most)) > mostWidth - textLeft - textRight) most -= 1;
  return shortened(text, most);
}

/** Returns columns as wide as their texts need. */
function columnsOf(columns: TimelineSide['columns']): PlacedTimeline['columns'] {
  const { leastWidth, mostWidth, textLeft, textRight, columnGap, margin } = timelineDrawing;
  let x: number = margin;
  return columns.map(({ title, boxes }) => {
    const texts = boxes.map(({ text, detail = '' }) =>
      Math.max(nameWidth(fittedName(text)), estimatedWidth(fittedDetail(detail), drawing.detailFont)),
    );
    const needed = texts.reduce((most, one) => Math.max(most, one + textLeft + textRight), 0);
    const own = nameWidth(title) + textRight;
    const placed = { x, width: Math.ceil(Math.min(mostWidth, Math.max(leastWidth, needed, own))) };
    x += placed.width + columnGap;
    return placed;
  });
}

/** Orders each column by the middle of its neighbours, back and forth, and puts it below the header. */
function arrange(slots: readonly Slot[][]): void {
  for (const column of slots) stack(column);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const isForth = sweep % 2 === 0;
    for (const column of isForth ? slots : slots.toReversed()) {
      const wanted = new Map(column.map((slot) => [slot, middleOf(isForth ? slot.before : slot.after) ?? slot.y]));
      column.sort((a, b) => required(wanted.get(a)) - required(wanted.get(b)));
      stack(column);
    }
  }
}

function stack(column: readonly Slot[]): void {
  let y: number = timelineDrawing.margin + timelineDrawing.headerHeight;
  for (const slot of column) {
    slot.y = y;
    y += slot.height + timelineDrawing.rowGap;
  }
}

function middleOf(slots: readonly Slot[]): number | undefined {
  if (slots.length === 0) return undefined;
  return slots.reduce((sum, { y, height }) => sum + y + height / 2, 0) / slots.length;
}

function pointsOf(way: readonly Slot[], start: number, columns: PlacedTimeline['columns']): readonly Point[] {
  return way.flatMap(({ y, height }, place): readonly Point[] => {
    const middle = y + height / 2;
    const { x, width } = columns[start + place] ?? nowhere;
    if (place === 0) return [{ x: x + width, y: middle }];
    if (place === way.length - 1) return [{ x, y: middle }];
    return [
      { x, y: middle },
      { x: x + width, y: middle },
    ];
  });
}
