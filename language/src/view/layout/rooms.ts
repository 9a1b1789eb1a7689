/**
 * Finds quickly whether space is taken by boxes.
 */
import type { Box } from './placement.ts';
import { append } from '../../model/common/append.ts';

/** The space taken by boxes. */
export interface Rooms {
  readonly add: (box: Box, owner?: string) => void;
  /** Returns true if a box overlaps one that is taken, by others than `owner`. */
  readonly isTaken: (box: Box, owner?: string) => boolean;
}

interface Taken {
  readonly box: Box;
  readonly owner: string | undefined;
}

const cell = 64;
const keyOf = (column: number, row: number): number => column * 100_003 + row;

/**
 * Returns empty space. Boxes are indexed by the grid cells that they touch; those that do not matter are left out if
 * `matters` says so.
 */
export function createRooms(matters?: (box: Box) => boolean): Rooms {
  const cells = new Map<number, Taken[]>();
  return {
    add: (box, owner) => {
      if (matters?.(box) === false) return;
      const taken = { box, owner };
      const { left, right, top, bottom } = cellsOf(box);
      for (let column = left; column <= right; column += 1)
        for (let row = top; row <= bottom; row += 1) append(cells, keyOf(column, row), taken);
    },
    isTaken: (box, owner) => {
      const { left, right, top, bottom } = cellsOf(box);
      for (let column = left; column <= right; column += 1)
        for (let row = top; row <= bottom; row += 1)
          for (const other of cells.get(keyOf(column, row)) ?? [])
            if ((owner === undefined || other.owner !== owner) && overlap(box, other.box)) return true;
      return false;
    },
  };
}

/** Returns the grid cells that a box touches. */
const cellsOf = ({ x, y, width, height }: Box) => ({
  left: Math.floor(x / cell),
  right: Math.floor((x + width) / cell),
  top: Math.floor(y / cell),
  bottom: Math.floor((y + height) / cell),
});

/** Returns true if two boxes share more than an edge. */
export function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}
