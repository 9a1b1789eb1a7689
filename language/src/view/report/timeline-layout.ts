/**
 * Positions the boxes and lines of a timeline: columns from left to right, boxes below each other, and lines through
 * gaps reserved for them, so that none runs through a box.
 */
import { shortened } from '../shortened.ts';
import { drawing, estimatedWidth } from '../layout/sizes.ts';
import type { TimelineSide } from './report.ts';
import type { Box, Point } from '../layout/placement.ts';
import { itemAt, required } from '../../model/common/lookup.ts';

/** The measures of the drawing in pixels, shared by renderer and layout. */
export const timelineDrawing = {
  leastWidth: 104,
  mostWidth: 300,
  /** The most that a box may be narrowed to, where the columns would otherwise not fit. */
  narrowed: 140,
  /** The distances from the left border to the text, and from there to the right border, where the sign is. */
  textLeft: 34,
  textRight: 20,
  nameLength: 26,
  detailLength: 34,
  boxHeight: 40,
  /** The distance between two columns, for the bends of lines. */
  columnGap: 52,
  /** The same where the columns would otherwise not fit. */
  narrowGap: 30,
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

/**
 * Returns the positions, with narrower columns if they fit into the room only then. Cost: O(b log b + l × c) for b
 * boxes, l lines and c columns.
 */
export function placeTimeline({ columns, lines }: TimelineSide, room = Number.POSITIVE_INFINITY): PlacedTimeline {
  const { boxHeight, headerHeight, margin, passHeight } = timelineDrawing;
  const lefts = columnsIn(columns, room);
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
    width: widthOfAll(lefts),
    height: bottom + margin,
    columns: lefts,
    boxes,
    lines: ways.map((way) => pointsOf(way, required(columnOf.get(itemAt(way, 0).id)), lefts)),
  };
}

const nowhere = { x: 0, width: 0 } as const;

/** Names are bold, and some fonts are wider when they are. */
const nameWidth = (text: string): number => estimatedWidth(text, drawing.nameFont) * 1.13;

/**
 * Returns a name as it is drawn: cut to a length, and to what fits into a box of this width. What is around an entity
 * is cut off first: `…app.vm[0]`.
 */
export function fittedName(text: string, width: number = timelineDrawing.mostWidth): string {
  const { nameLength } = timelineDrawing;
  const fits = (name: string): boolean => name.length <= nameLength && nameWidth(name) <= textRoom(width);
  const parts = text.split('.');
  const names = parts.map((_, at) => (at === 0 ? text : `…${parts.slice(at).join('.')}`));
  return names.find(fits) ?? fitted(names.at(-1) ?? text, nameLength, nameWidth, width);
}

/** Returns the second line of a box of this width as it is drawn. */
export const fittedDetail = (text: string, width: number = timelineDrawing.mostWidth): string =>
  fitted(text, timelineDrawing.detailLength, (cut) => estimatedWidth(cut, drawing.detailFont), width);

const textRoom = (width: number): number => width - timelineDrawing.textLeft - timelineDrawing.textRight;

function fitted(text: string, length: number, widthOf: (text: string) => number, width: number): string {
  let most = length;
  while (most > 1 && widthOf(shortened(text, most)) > textRoom(width)) most -= 1;
  return shortened(text, most);
}

const widthOfAll = (columns: PlacedTimeline['columns']): number =>
  columns.reduce((right, { x, width }) => Math.max(right, x + width), 0) + timelineDrawing.margin;

/** Returns columns as wide as their texts need, or only as wide as they may be if all are to fit into a room. */
function columnsIn(columns: TimelineSide['columns'], room: number): PlacedTimeline['columns'] {
  const { mostWidth, narrowed, columnGap, narrowGap } = timelineDrawing;
  const whole = columnsOf(columns, mostWidth, columnGap);
  if (widthOfAll(whole) <= room) return whole;
  for (let width: number = mostWidth; width >= narrowed; width -= widthStep) {
    const narrow = columnsOf(columns, width, narrowGap);
    if (widthOfAll(narrow) <= room) return narrow;
  }
  return whole;
}

const widthStep = 10;

/** Returns columns whose boxes are at most so wide. */
function columnsOf(columns: TimelineSide['columns'], mostWidth: number, gap: number): PlacedTimeline['columns'] {
  const { leastWidth, textLeft, textRight, margin } = timelineDrawing;
  let x: number = margin;
  return columns.map(({ title, boxes }) => {
    const texts = boxes.map(({ text, detail = '' }) =>
      Math.max(
        nameWidth(fittedName(text, mostWidth)),
        estimatedWidth(fittedDetail(detail, mostWidth), drawing.detailFont),
      ),
    );
    const needed = texts.reduce((most, one) => Math.max(most, one + textLeft + textRight), 0);
    const own = nameWidth(title) + textRight;
    const placed = { x, width: Math.ceil(Math.min(mostWidth, Math.max(leastWidth, needed, own))) };
    x += placed.width + gap;
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
