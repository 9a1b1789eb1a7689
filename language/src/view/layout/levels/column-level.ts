/**
 * Places the members of a column one below the other, such as a manager with the spaces attached to it: in order, of
 * one width, joined by short lines between them.
 */
import { append } from '../../../model/common/append.ts';
import { required, itemAt } from '../../../model/common/lookup.ts';
import type { End, Level } from './levels.ts';
import type { Box, Point } from '../placement.ts';
import type { PlacedLevel } from './placed-level.ts';

/** The distance between members has room for the sign of a line. */
const gap = 16;
const lane = 9;
/** The distance of lines that leave downwards from the left border. */
const inside = 22;

/** How a column is placed. */
interface ColumnForm {
  /** False if each member keeps its own width. */
  readonly isEven: boolean;
  /** The order of ports on one side of one member from top to bottom, if it is not that of the level. */
  readonly ranks?: (port: number) => number;
}

/** Returns the placement. */
export function placeColumn(
  level: Level,
  placed: ReadonlyMap<number, PlacedLevel>,
  { isEven, ranks = (port) => port }: ColumnForm,
): PlacedLevel {
  const { members, pieces, ports } = level;
  const inner = pieces.filter(({ from, to }) => from.member !== undefined && to.member !== undefined);
  const isDrop = ({ from, to }: (typeof pieces)[number]): boolean =>
    from.member !== undefined && to.member === from.member + 1 && !isFixed(from, placed) && !isFixed(to, placed);
  const others = inner.filter((piece) => !isDrop(piece));
  const indent = others.length === 0 ? 0 : lane * (others.length + 1);
  const sizes = members.map((member, at) => placed.get(at) ?? member);
  const width = sizes.reduce((most, size) => Math.max(most, size.width), 0);
  let y = 0;
  const boxes: Box[] = sizes.map((size) => {
    const { height } = size;
    const box = { x: indent, y, width: isEven ? width : size.width, height };
    y += height + gap + (others.length > 0 ? lane * others.length : 0);
    return box;
  });
  const height = required(boxes.at(-1)).y + required(boxes.at(-1)).height;
  const whole = width + 2 * indent;
  const portYs = portsOf(level, placed, boxes, ranks);
  let [drops, detours] = [0, 0];
  const lines = pieces.map((piece): readonly Point[] => {
    const { from, to } = piece;
    if (from.member === undefined || to.member === undefined) {
      const [end, isLeft] = from.member === undefined ? [to, true] : [from, false];
      const port = required(from.member === undefined ? from.port : to.port);
      const box = required(boxes[required(end.member)]);
      const at = { x: isLeft ? 0 : whole, y: required(portYs[port]) };
      const near = { x: isLeft ? box.x : fixedX(end, placed, box), y: at.y };
      return isLeft ? [at, near] : [near, at];
    }
    const [one, other] = [required(boxes[from.member]), required(boxes[to.member])];
    if (isDrop(piece)) {
      const x = Math.min(one.x + inside + lane * 2 * drops++, one.x + width - lane);
      return [
        { x, y: one.y + one.height },
        { x, y: other.y },
      ];
    }
    detours += 1;
    const [start, end] = [endY(from, placed, one, detours), endY(to, placed, other, detours)];
    const [right, left] = [whole - indent + lane * detours, indent - lane * detours];
    // Over the upper edge of the target, which nothing else passes.
    const above = other.y - 4 - lane * (detours - 1);
    if (from.member === 0 && to.member > 0 && !isFixed(from, placed))
      return [
        { x: one.x, y: start },
        { x: left, y: start },
        { x: left, y: end },
        { x: other.x, y: end },
      ];
    return [
      { x: fixedX(from, placed, one), y: start },
      { x: right, y: start },
      { x: right, y: above },
      { x: left, y: above },
      { x: left, y: end },
      { x: other.x, y: end },
    ];
  });
  return {
    ...{ width: whole, height, members: boxes },
    ports: ports.map(({ side, isPassed }, at) => ({
      side,
      isPassed,
      x: side === 'left' ? 0 : whole,
      y: itemAt(portYs, at),
    })),
    pieces: lines.map((points) => ({ points })),
  };
}

const portOf = (
  { member, port }: End,
  placed: ReadonlyMap<number, PlacedLevel>,
): PlacedLevel['ports'][number] | undefined =>
  member === undefined || port === undefined ? undefined : placed.get(member)?.ports[port];

/** Returns true if a line passes on into a member here. */
const isFixed = (end: End, placed: ReadonlyMap<number, PlacedLevel>): boolean => portOf(end, placed)?.isPassed === true;

/** Returns the right end of a line within a member: where it passed its border before the member was widened. */
const fixedX = (end: End, placed: ReadonlyMap<number, PlacedLevel>, box: Box): number => {
  const port = portOf(end, placed);
  return port?.isPassed === true ? box.x + port.x : box.x + box.width;
};

const endY = (end: End, placed: ReadonlyMap<number, PlacedLevel>, box: Box, number: number): number => {
  const port = portOf(end, placed);
  return box.y + (port?.isPassed === true ? port.y : Math.min(box.height - 4, 6 + 5 * number));
};

/** Returns the height of each port: where a line passes on it is given, the others are spread evenly. */
function portsOf(
  { pieces, ports }: Level,
  placed: ReadonlyMap<number, PlacedLevel>,
  boxes: readonly Box[],
  ranks: (port: number) => number,
): readonly number[] {
  const heights = ports.map(() => 0);
  const free = new Map<string, { readonly port: number; readonly member: number }[]>();
  for (const { from, to } of pieces) {
    if (from.member !== undefined && to.member !== undefined) continue;
    const [end, border] = from.member === undefined ? [to, from] : [from, to];
    const [member, port] = [required(end.member), required(border.port)];
    const own = portOf(end, placed);
    if (own?.isPassed === true) {
      heights[port] = required(boxes[member]).y + own.y;
      continue;
    }
    const key = `${member.toString()} ${ports[port]?.side ?? ''}`;
    append(free, key, { port, member });
  }
  for (const side of free.values()) {
    side.sort((one, other) => ranks(one.port) - ranks(other.port));
    side.forEach(({ port, member }, at) => {
      const box = required(boxes[member]);
      const reach = placed.has(member) ? Math.min(46, box.height) : box.height;
      heights[port] = box.y + Math.round((reach * (at + 1)) / (side.length + 1));
    });
  }
  return heights;
}
