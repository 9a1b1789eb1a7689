/**
 * Finds quickly whether space is taken by boxes.
 */
import type { Box } from './placement.ts';
import { append } from '../../model/append.ts';

/** The space taken by boxes. */
export interface Rooms {
  readonly add: (box: Box) => void;
  readonly isTaken: (box: Box) => boolean;
}

const cell = 64;

/** Returns empty space. Boxes are indexed by the grid cells that they touch. */
export function createRooms(): Rooms {
  const cells = new Map<number, Box[]>();
  const cellsOf = (box: Box): readonly number[] => {
    const found: number[] = [];
    for (let column = Math.floor(box.x / cell); column <= Math.floor((box.x + box.width) / cell); column += 1)
      for (let row = Math.floor(box.y / cell); row <= Math.floor((box.y + box.height) / cell); row += 1)
        found.push(column * 100_003 + row);
    return found;
  };
  return {
    add: (box) => {
      for (const key of cellsOf(box)) {
        append(cells, key, box);
      }
    },
    isTaken: (box) => cellsOf(box).some((key) => cells.get(key)?.some((other) => overlap(box, other)) === true),
  };
}

/** Returns true if two boxes share more than an edge. */
function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}
