import { itemAt } from '../../../model/common/lookup.ts';
/**
 * A flat graph of boxes and lines in typed arrays, the input of the layered placement, and what is found of it on the
 * way: layers, order and positions. Boxes are numbered; lines run from left to right where nothing forces them back.
 */

/** The boxes and lines of one level, without lines from a box to itself. */
export interface LayeredGraph {
  /** The factor by which boxes are farther apart than usual. */
  readonly spread: number;
  /** The least offset of lines through the left border, which leave the name of the container free. */
  readonly entry: number;
  readonly nodeCount: number;
  readonly widths: Float64Array;
  readonly heights: Float64Array;
  /** The height in which lines without a fixed end may begin and end: the header of a container, or the whole box. */
  readonly reaches: Float64Array;
  /** The border that a node stands for: -1 the left one, 1 the right one, 0 none. */
  readonly pins: Int8Array;
  readonly edgeCount: number;
  readonly sources: Int32Array;
  readonly targets: Int32Array;
  /** The offset of each end from the top of its box: on the right of the source, on the left of the target; NaN: free. */
  readonly sourceYs: Float64Array;
  readonly targetYs: Float64Array;
}

/** A stretch of a line between two layers, or from a layer back to itself. */
export interface Stretch {
  readonly edge: number;
  /** The number of the channel in which it runs; channel `c` is on the left of layer `c`. */
  readonly channel: number;
  readonly from: StretchEnd;
  readonly to: StretchEnd;
}

/** An end of a stretch, at a box or at the bend point of a long line. */
export interface StretchEnd {
  readonly node: number;
  /** The side of the node. */
  readonly isRight: boolean;
  /** The offset from the top of the node. */
  y: number;
  /** True if the offset may be chosen. */
  readonly isFree: boolean;
}

/** Boxes and bend points in layers; bend points are numbered after the boxes and have no size. */
export interface Layers extends Pick<LayeredGraph, 'spread' | 'entry'> {
  readonly total: number;
  /** By node. */
  readonly layerOf: Int32Array;
  readonly heights: Float64Array;
  readonly widths: Float64Array;
  readonly reaches: Float64Array;
  readonly isBend: (node: number) => boolean;
  /** From left to right; the order in each is from top to bottom, and changes until it is final. */
  readonly layers: number[][];
  readonly stretches: readonly Stretch[];
  /** The indices of the stretches of each line from its source to its target. */
  readonly ways: readonly (readonly number[])[];
}

/** Returns true for the stand-in of a border: it is beyond the first or the last layer. */
export const isPin = ({ layerOf, layers }: Layers, node: number): boolean =>
  itemAt(layerOf, node) < 0 || itemAt(layerOf, node) >= layers.length;

/** The distances between boxes and lines, in pixels. */
export const spacing = {
  betweenBoxes: 20,
  betweenBoxAndLine: 12,
  betweenLines: 11,
  /** Between a layer and the first line beside it. */
  beside: 15,
  /** The least distance between two layers. */
  betweenLayers: 40,
} as const;

/** The distances of lines in a channel between two layers: less where boxes are closer than usual, never more. */
export function channelSpacing(spread: number): { readonly beside: number; readonly betweenLines: number } {
  const factor = Math.min(1, spread);
  return { beside: spacing.beside * factor, betweenLines: spacing.betweenLines * factor };
}
