/**
 * Finds quickly whether space is taken by boxes.
 */
import type { Box } from './placement.ts';
import { append } from '../../model/append.ts';

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

/**
 * Returns empty space. Boxes are indexed by the grid cells that they touch; those that do not matter are left out if
 * `matters` says so.
 */
export function createRooms(matters?: (box: Box) => boolean): Rooms {
  const cells = new Map<number, Taken[]>();
  const cellsOf = (box: Box): readonly number[] => {
    const found: number[] = [];
    for (let column = Math.floor(box.x / cell); column <= Math.floor((box.x + box.width) / cell); column += 1)
      for (let row = Math.floor(box.y / cell); row <= Math.floor((box.y + box.height) / cell); row += 1)
        found.push(column * 100_003 + row);
    return found;
  };
  return {
    add: (box, owner) => {
      if (matters?.(box) === false) return;
      for (const key of cellsOf(box)) append(cells, key, { box, owner });
    },
    isTaken: (box, owner) => {
      const isInTheWay = (other: Taken): boolean =>
        (owner === undefined || other.owner !== owner) && overlap(box, other.box);
      return cellsOf(box).some((key) => cells.get(key)?.some(isInTheWay) === true);
    },
  };
}

/** Returns true if two boxes share more than an edge. */
export function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}
