/**
 * Finds the vertical positions in layers: near what each box is joined to, without overlaps, with long lines as
 * straight as there is room for.
 */
import { append } from '../../../model/common/append.ts';
import { itemAt } from '../../../model/common/lookup.ts';
import { isPin, spacing, type Layers, type Stretch, type StretchEnd } from './layered-graph.ts';

/** The pull of a stretch: the more of its ends are bend points, the straighter it should be. */
const pulls = [1, 3, 12] as const;
const rounds = { usual: 12, ofMany: 6, many: 4000 } as const;

/** Returns the upper edge of each node. Cost: `O(rounds · (V + E))`. */
export function positionLayers(layers: Layers): Float64Array {
  const tops = new Float64Array(layers.total);
  const joined = joinedTo(layers);
  for (const layer of layers.layers) stackUp(layers, layer, tops);
  const count = layers.layers.length;
  const most = layers.total > rounds.many ? rounds.ofMany : rounds.usual;
  for (let round = 0; round < most; round += 1) {
    for (let step = 0; step < count; step += 1) {
      const at = round % 2 === 0 ? step : count - 1 - step;
      // At first one side at a time, so that whole branches move; then both, to balance.
      const side = round < 2 ? (round === 0 ? 'left' : 'right') : 'both';
      settle(layers, itemAt(layers.layers, at), tops, (node) => wantedTop(layers, node, { tops, joined, side }));
    }
  }
  straighten(layers, tops);
  const first = layers.layers
    .flat()
    .reduce((least, node) => Math.min(least, itemAt(tops, node)), Number.POSITIVE_INFINITY);
  for (const row of layers.layers) for (const node of row) tops[node] = Math.round(itemAt(tops, node) - first);
  placePins(layers, tops);
  slideEnds(layers, tops);
  return tops;
}

/** Places the ends of lines on the border as near as possible to where the lines lead. */
function placePins(layers: Layers, tops: Float64Array): void {
  const pinned = layers.stretches.flatMap(({ from, to }) =>
    isPin(layers, from.node) ? [{ pin: from, other: to }] : isPin(layers, to.node) ? [{ pin: to, other: from }] : [],
  );
  for (const side of [-1, layers.layers.length]) {
    const least = side < 0 ? layers.entry : 0;
    const wanted = pinned
      .filter(({ pin }) => layers.layerOf[pin.node] === side)
      .map(({ pin, other }) => ({ node: pin.node, at: itemAt(tops, other.node) + other.y }))
      .sort((one, other) => one.at - other.at);
    const places = leastSquares(wanted.map(({ at }, index) => ({ at: at - index * spacing.betweenLines, weight: 1 })));
    wanted.forEach(({ node }, index) => {
      tops[node] = Math.round(Math.max(least, itemAt(places, index)) + index * spacing.betweenLines);
    });
  }
}

/** Returns the least distance between the lower edge of a node and the upper edge of the next. */
function gapBetween({ isBend, spread }: Layers, upper: number, lower: number): number {
  if (isBend(upper) && isBend(lower)) return spacing.betweenLines;
  return (isBend(upper) || isBend(lower) ? spacing.betweenBoxAndLine : spacing.betweenBoxes) * spread;
}

type Joined = readonly (readonly Stretch[])[];

function joinedTo(layers: Layers): Joined {
  const joined: Stretch[][] = Array.from({ length: layers.total }, () => []);
  for (const stretch of layers.stretches) {
    if (isPin(layers, stretch.from.node) || isPin(layers, stretch.to.node)) continue;
    joined[stretch.from.node]?.push(stretch);
    joined[stretch.to.node]?.push(stretch);
  }
  return joined;
}

function stackUp(layers: Layers, layer: readonly number[], tops: Float64Array): void {
  let y = 0;
  layer.forEach((node, at) => {
    const before = layer[at - 1];
    if (before !== undefined) y += gapBetween(layers, before, node);
    tops[node] = y;
    y += itemAt(layers.heights, node);
  });
}

interface Pulling {
  readonly tops: Float64Array;
  readonly joined: Joined;
  readonly side: 'left' | 'right' | 'both';
}

function wantedTop(
  { layerOf, isBend }: Layers,
  node: number,
  { tops, joined, side }: Pulling,
): { readonly top: number; readonly weight: number } {
  let [sum, weight] = [0, 0];
  const own = itemAt(layerOf, node);
  for (const { from, to } of itemAt(joined, node)) {
    const [here, there] = from.node === node ? [from, to] : [to, from];
    const layer = itemAt(layerOf, there.node);
    if ((side === 'left' && layer > own) || (side === 'right' && layer < own)) continue;
    const pull = itemAt(pulls, (isBend(node) ? 1 : 0) + (isBend(there.node) ? 1 : 0));
    sum += pull * (itemAt(tops, there.node) + there.y - here.y);
    weight += pull;
  }
  return weight === 0 ? { top: itemAt(tops, node), weight: 0.1 } : { top: sum / weight, weight };
}

/** Moves the nodes of a layer as near to where they are wanted as the order and the gaps allow: least squares. */
function settle(
  layers: Layers,
  layer: readonly number[],
  tops: Float64Array,
  wanted: (node: number) => { readonly top: number; readonly weight: number },
): void {
  const shifts: number[] = [];
  let shift = 0;
  layer.forEach((node, at) => {
    const before = layer[at - 1];
    if (before !== undefined) shift += itemAt(layers.heights, before) + gapBetween(layers, before, node);
    shifts.push(shift);
  });
  const places = leastSquares(
    layer.map((node, at) => {
      const { top, weight } = wanted(node);
      return { at: top - itemAt(shifts, at), weight };
    }),
  );
  layer.forEach((node, at) => {
    tops[node] = itemAt(places, at) + itemAt(shifts, at);
  });
}

/** Returns the nearest values that do not fall: neighbours that would are pooled. Cost: `O(n)`. */
function leastSquares(wanted: readonly { readonly at: number; readonly weight: number }[]): readonly number[] {
  const pools: { at: number; weight: number; count: number }[] = [];
  for (const { at, weight } of wanted) {
    let pool = { at, weight, count: 1 };
    for (let last = pools.at(-1); last !== undefined && last.at > pool.at; last = pools.at(-1)) {
      pools.pop();
      const sum = last.weight + pool.weight;
      pool = {
        at: (last.at * last.weight + pool.at * pool.weight) / sum,
        weight: sum,
        count: last.count + pool.count,
      };
    }
    pools.push(pool);
  }
  return pools.flatMap(({ at, count }) => Array.from({ length: count }, () => at));
}

/** Gives neighbouring bend points of one line the same height where there is room. */
function straighten(layers: Layers, tops: Float64Array): void {
  const { total, layers: rows, stretches, ways, isBend } = layers;
  const above = new Int32Array(total).fill(-1);
  const below = new Int32Array(total).fill(-1);
  for (const row of rows)
    row.forEach((node, at) => {
      above[node] = row[at - 1] ?? -1;
      below[node] = row[at + 1] ?? -1;
    });
  const least = (node: number): number => {
    const other = itemAt(above, node);
    return other < 0
      ? Number.NEGATIVE_INFINITY
      : itemAt(tops, other) + itemAt(layers.heights, other) + gapBetween(layers, other, node);
  };
  const most = (node: number): number => {
    const other = itemAt(below, node);
    return other < 0 ? Number.POSITIVE_INFINITY : itemAt(tops, other) - gapBetween(layers, node, other);
  };
  for (const way of ways) {
    const bends = way.slice(1).flatMap((index) => {
      const node = stretches[index]?.from.node;
      return node === undefined || !isBend(node) ? [] : [node];
    });
    for (let start = 0; start < bends.length;) {
      let [low, high, end, sum] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, start, 0];
      for (let node = bends[end]; node !== undefined; node = bends[end]) {
        const [nextLow, nextHigh] = [Math.max(low, least(node)), Math.min(high, most(node))];
        if (nextLow > nextHigh) break;
        [low, high] = [nextLow, nextHigh];
        sum += itemAt(tops, node);
        end += 1;
      }
      if (end === start) {
        start += 1;
        continue;
      }
      const height = Math.min(high, Math.max(low, sum / (end - start)));
      for (const node of bends.slice(start, end)) tops[node] = height;
      start = end;
    }
  }
}

/** Slides the free ends of lines along their boxes, as near as possible to where the lines come from. */
function slideEnds(layers: Layers, tops: Float64Array): void {
  const sides = endsBySide(layers);
  for (const { node, ends } of sides) {
    const reach = itemAt(layers.reaches, node);
    const gap = Math.min(spacing.betweenLines, reach / (ends.length + 1));
    const border = Math.min(10, reach / 4, (reach - gap * (ends.length - 1)) / 2);
    const [low, high] = [border, reach - border - gap * (ends.length - 1)];
    const places = leastSquares(
      ends.map(({ other }, at) => ({
        at: Math.min(high, Math.max(low, itemAt(tops, other.node) + other.y - itemAt(tops, node) - at * gap)),
        weight: layers.isBend(other.node) ? 2 : 1,
      })),
    );
    ends.forEach(({ own }, at) => {
      own.y = Math.round(2 * (itemAt(places, at) + at * gap)) / 2;
    });
  }
}

/** The free ends of lines on one side of a box, from top to bottom. */
interface Side {
  readonly node: number;
  readonly ends: readonly { readonly own: StretchEnd; readonly other: StretchEnd }[];
}

/** Spreads the free ends evenly over each side of the boxes, in the order of the boxes they lead to. */
export function spreadEnds(layers: Layers): void {
  for (const { node, ends } of endsBySide(layers)) {
    const reach = itemAt(layers.reaches, node);
    ends.forEach(({ own }, at) => {
      own.y = (reach * (at + 1)) / (ends.length + 1);
    });
  }
}

function endsBySide({ stretches, layers, isBend }: Layers): readonly Side[] {
  const places = new Map(layers.flatMap((layer) => layer.map((node, at) => [node, at] as const)));
  const sides = new Map<number, { own: StretchEnd; other: StretchEnd }[]>();
  for (const { from, to } of stretches) {
    for (const [own, other] of [
      [from, to],
      [to, from],
    ] as const) {
      if (!own.isFree || isBend(own.node)) continue;
      const key = own.node * 2 + (own.isRight ? 1 : 0);
      append(sides, key, { own, other });
    }
  }
  const placeOf = (end: StretchEnd): number => places.get(end.node) ?? 0;
  return [...sides].map(([key, ends]) => ({
    node: Math.floor(key / 2),
    ends: ends.sort((one, two) => placeOf(one.other) - placeOf(two.other) || one.other.y - two.other.y),
  }));
}
