/**
 * Estimates the size of a part in layers before it is placed: from its boxes, bend points and lines alone. Knows neither
 * the order in layers nor the routes, which take most of the time of a placement.
 */
import { itemAt } from '../../../model/common/lookup.ts';
import { channelSpacing, spacing, type Layers } from './layered-graph.ts';
import type { Size } from '../layout-graph.ts';

/** The share of the stretches in a channel that take a track of their own; the others are straight or share one. */
const ownTrack = 0.6;
/** Boxes stand beside what they are joined to, which takes more height than a pile of them. */
const apart = 1.1;

/** Returns the estimated size; `labels` are the widths of the labels of lines, with what is beside them. Cost: `O(V + E)`. */
export function roughSize(
  { layers, widths, heights, isBend, stretches, ways, spread }: Layers,
  labels: readonly number[],
): Size {
  const lines = new Float64Array(layers.length + 1);
  for (const { channel } of stretches) lines[channel] = itemAt(lines, channel) + 1;
  const rooms = new Float64Array(layers.length + 1);
  ways.forEach((way, line) => {
    const channel = stretches[way.at(-1) ?? -1]?.channel;
    if (channel !== undefined) rooms[channel] = Math.max(itemAt(rooms, channel), itemAt(labels, line));
  });
  const { beside, betweenLines } = channelSpacing(spread);
  let [width, height] = [0, 0];
  for (let channel = 0; channel <= layers.length; channel += 1) {
    const count = itemAt(lines, channel);
    const isOuter = channel === 0 || channel === layers.length;
    const tracks = count === 0 ? 0 : 2 * beside + (Math.max(1, count * ownTrack) - 1) * betweenLines;
    width += Math.max(isOuter ? 0 : spacing.betweenLayers * spread, tracks + itemAt(rooms, channel));
  }
  for (const layer of layers) {
    let [widest, high] = [0, 0];
    for (const node of layer) {
      widest = Math.max(widest, itemAt(widths, node));
      high += itemAt(heights, node) + (isBend(node) ? spacing.betweenLines : spacing.betweenBoxes * spread);
    }
    width += widest;
    height = Math.max(height, high);
  }
  return { width, height: layers.length > 1 ? height * apart : height };
}
