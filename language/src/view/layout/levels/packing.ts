/**
 * Packs boxes in rows, in their order, into a sheet of a preferred form.
 */
import type { Size } from '../layout-graph.ts';
import type { Point } from '../placement.ts';

/** The corners of packed boxes, and the size of the sheet. */
export interface Packed extends Size {
  readonly corners: readonly Point[];
}

/** The form of the sheet. */
export interface PackingForm {
  /** The preferred ratio of width to height. */
  readonly proportion: number;
  /** True if nothing may be beside the first box. */
  readonly isFirstAlone: boolean;
}

const gap = 30;

/** Returns the packing, of several tried, that fits best into a sheet of the preferred form. Cost: `O(n)` for each. */
export function packed(boxes: readonly Size[], { proportion, isFirstAlone }: PackingForm): Packed {
  const widest = boxes.reduce((most, { width }) => Math.max(most, width), 0);
  const area = boxes.reduce((sum, { width, height }) => sum + (width + gap) * (height + gap), 0);
  const ideal = Math.sqrt(area * proportion);
  const candidates = [0.8, 1, 1.2, 1.5, 2].map((share) => inRows(boxes, Math.max(widest, ideal * share), isFirstAlone));
  const needed = ({ width, height }: Size): number => Math.max(width / proportion, height);
  return candidates.reduce((best, one) => (needed(one) < needed(best) ? one : best));
}

function inRows(boxes: readonly Size[], mostWidth: number, isFirstAlone: boolean): Packed {
  const corners: Point[] = [];
  let [x, y, row, width] = [0, 0, 0, 0];
  boxes.forEach((box, at) => {
    if (x > 0 && (x + box.width > mostWidth || (isFirstAlone && at === 1))) {
      y += row + gap;
      [x, row] = [0, 0];
    }
    corners.push({ x, y });
    x += box.width + gap;
    row = Math.max(row, box.height);
    width = Math.max(width, x - gap);
  });
  return { corners, width, height: y + row };
}
