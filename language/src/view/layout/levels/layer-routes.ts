/**
 * Routes the stretches of lines through the channels between layers, horizontally and vertically: no two lie on each
 * other, and few cross.
 */
import { itemAt, required } from '../../../model/common/lookup.ts';
import { channelSpacing, isPin, spacing, type Layers, type Stretch } from './layered-graph.ts';
import type { Point } from '../placement.ts';

/** Layers with horizontal positions, and the points of each line from its source to its target. */
export interface Routed {
  /** The left edge of each layer. */
  readonly lefts: readonly number[];
  readonly width: number;
  readonly routes: readonly (readonly Point[])[];
  /** The centre of the label of each line that has one, before its target. */
  readonly labels: readonly (Point | undefined)[];
}

/** The vertical part of a stretch. */
interface Riser {
  readonly stretch: number;
  /** The heights of its ends at the left and the right side of the channel; both at one side for a stretch that turns. */
  readonly left: readonly number[];
  readonly right: readonly number[];
  readonly low: number;
  readonly high: number;
  track: number;
}

/** Ends this close are joined by a straight line. */
const straight = 1;
/** With more risers in a channel than this, their order is found by a rule of thumb. */
const comparedUpTo = 220;

/** The space for the sign at the end of a line, between it and its label. */
const signRoom = 16;

/**
 * Returns the routes; `labels` are the widths of the labels that get room, 0 for none. Cost: `O(E log E)`, for each
 * channel at most `O(n²)`.
 */
export function routeLines(layers: Layers, tops: Float64Array, labels: readonly number[]): Routed {
  const channels = risersOf(layers, tops);
  const rooms = channels.map(() => 0);
  layers.ways.forEach((way, line) => {
    const { channel } = layers.stretches[way.at(-1) ?? -1] ?? { channel: -1 };
    rooms[channel] = Math.max(itemAt(rooms, channel), itemAt(labels, line));
  });
  const tracks = new Map<number, number>();
  const lefts: number[] = [];
  const offsets: number[] = [];
  const { beside: side, betweenLines } = channelSpacing(layers.spread);
  let x = 0;
  channels.forEach((risers, channel) => {
    const count = assignTracks(risers);
    for (const { stretch, track } of risers) tracks.set(stretch, track);
    const isOuter = channel === 0 || channel === layers.layers.length;
    const needed = count === 0 ? 0 : 2 * side + (count - 1) * betweenLines;
    const room = itemAt(rooms, channel);
    const beside = room === 0 ? 0 : room + (count === 0 ? 2 : 1) * signRoom;
    // The risers are near the sources, and the labels before the targets.
    const width = Math.max(isOuter ? 0 : spacing.betweenLayers * layers.spread, needed + beside);
    const used = count === 0 ? 0 : (count - 1) * betweenLines;
    offsets.push(x + (beside === 0 ? (width - used) / 2 : side));
    x += width;
    if (channel === layers.layers.length) return;
    lefts.push(x);
    x += layerWidth(layers, channel);
  });
  const routes = joinedRoutes(layers, tops, { lefts, width: x, tracks, offsets });
  return { lefts, width: x, routes, labels: routes.map((points, line) => labelAt(points, itemAt(labels, line))) };
}

/** Returns the centre of a label: on a straight line in the middle, otherwise on the last stretch. */
function labelAt(points: readonly Point[], width: number): Point | undefined {
  const [from, to] = [points.at(-2), points.at(-1)];
  if (width === 0 || from === undefined || to === undefined) return undefined;
  const isLeft = to.x > from.x;
  const length = Math.abs(to.x - from.x);
  if (points.length === 2) return { x: (from.x + to.x) / 2 + (length < width + 2 * signRoom ? -4 : 0), y: to.y };
  return { x: to.x + (isLeft ? -1 : 1) * (signRoom + width / 2), y: to.y };
}

const layerWidth = ({ layers, widths }: Layers, at: number): number =>
  (layers[at] ?? []).reduce((most, node) => Math.max(most, itemAt(widths, node)), 0);

function risersOf({ stretches, layers }: Layers, tops: Float64Array): readonly Riser[][] {
  const channels: Riser[][] = Array.from({ length: layers.length + 1 }, () => []);
  stretches.forEach(({ channel, from, to }, stretch) => {
    const ends = [from, to].map((end) => ({ isRight: end.isRight, y: itemAt(tops, end.node) + end.y }));
    const [one, other] = ends.map(({ y }) => y);
    if (one === undefined || other === undefined) return;
    if (from.isRight !== to.isRight && Math.abs(one - other) <= straight) return;
    channels[channel]?.push({
      stretch,
      // The right side of a node is at the left side of the channel.
      left: ends.filter(({ isRight }) => isRight).map(({ y }) => y),
      right: ends.filter(({ isRight }) => !isRight).map(({ y }) => y),
      low: Math.min(one, other),
      high: Math.max(one, other),
      track: 0,
    });
  });
  return channels;
}

/** The number by which a crossing is better than two lines on each other. */
const onEachOther = 100;
const apart = 4;

/** Returns what it costs that one riser is to the left of another. */
function costOf(one: Riser, other: Riser): number {
  let cost = 0;
  // The lines from the other to the left side cross the one; those from the one to the right side cross the other.
  for (const y of other.left) if (y > one.low && y < one.high) cost += 1;
  for (const y of one.right) if (y > other.low && y < other.high) cost += 1;
  for (const y of other.left) for (const own of one.right) if (Math.abs(y - own) < apart) cost += onEachOther;
  return cost;
}

const areNear = (one: Riser, other: Riser): boolean => one.low < other.high + apart && other.low < one.high + apart;

/** Gives each riser a track, from the left; returns the number of tracks. */
function assignTracks(risers: Riser[]): number {
  const order = risers.length <= comparedUpTo ? byComparison(risers) : byThumb(risers);
  let count = 0;
  const placed: Riser[] = [];
  for (const riser of order) {
    let track = 0;
    for (const other of placed) if (other.track >= track && areNear(riser, other)) track = other.track + 1;
    riser.track = track;
    placed.push(riser);
    count = Math.max(count, track + 1);
  }
  return count;
}

/** Returns the risers from left to right, so that the sum of costs is small: the cheapest to have on the left first. */
function byComparison(risers: readonly Riser[]): readonly Riser[] {
  const count = risers.length;
  // What it costs to have a riser on the left of all that are left over.
  const costs = new Float64Array(count);
  const pairs = new Float64Array(count * count);
  risers.forEach((one, at) => {
    for (let place = at + 1; place < count; place += 1) {
      const other = required(risers[place]);
      if (!areNear(one, other)) continue;
      const cost = costOf(one, other) - costOf(other, one);
      pairs[at * count + place] = cost;
      pairs[place * count + at] = -cost;
      if (cost > 0) costs[at] = itemAt(costs, at) + cost;
      else costs[place] = itemAt(costs, place) - cost;
    }
  });
  const rest = new Set(risers.keys());
  const order: Riser[] = [];
  while (rest.size > 0) {
    let best = -1;
    for (const at of rest) if (best < 0 || itemAt(costs, at) < itemAt(costs, best)) best = at;
    rest.delete(best);
    for (const at of rest) costs[at] = itemAt(costs, at) - Math.max(0, itemAt(pairs, at * count + best));
    const riser = risers[best];
    if (riser !== undefined) order.push(riser);
  }
  return order;
}

/** Returns risers that lead down from the lowest to the highest beginning, then those that lead up, the other way. */
function byThumb(risers: readonly Riser[]): readonly Riser[] {
  const start = ({ left, right }: Riser): number => left[0] ?? right[0] ?? 0;
  const end = ({ left, right }: Riser): number => right.at(-1) ?? left.at(-1) ?? 0;
  const down = risers.filter((riser) => end(riser) >= start(riser)).sort((one, other) => start(other) - start(one));
  const up = risers.filter((riser) => end(riser) < start(riser)).sort((one, other) => start(one) - start(other));
  return [...down, ...up];
}

interface Sheet {
  readonly lefts: readonly number[];
  readonly width: number;
  readonly tracks: ReadonlyMap<number, number>;
  readonly offsets: readonly number[];
}

function joinedRoutes(layers: Layers, tops: Float64Array, sheet: Sheet): readonly (readonly Point[])[] {
  const xOf = ({ node, isRight }: Stretch['from']): number => {
    const layer = itemAt(layers.layerOf, node);
    if (isPin(layers, node)) return layer < 0 ? 0 : sheet.width;
    const left = itemAt(sheet.lefts, layer);
    const width = layers.isBend(node) ? layerWidth(layers, layer) : itemAt(layers.widths, node);
    return isRight ? left + width : left;
  };
  return layers.ways.map((way) => {
    const points: Point[] = [];
    for (const index of way) {
      const stretch = layers.stretches[index];
      if (stretch === undefined) continue;
      const { from, to, channel } = stretch;
      const [start, end] = [itemAt(tops, from.node) + from.y, itemAt(tops, to.node) + to.y];
      const track = sheet.tracks.get(index);
      points.push({ x: xOf(from), y: start });
      if (track !== undefined) {
        const x = itemAt(sheet.offsets, channel) + track * channelSpacing(layers.spread).betweenLines;
        points.push({ x, y: start }, { x, y: end });
      }
      points.push({ x: xOf(to), y: end });
    }
    return points;
  });
}
