/**
 * Orders the boxes and bend points of each layer so that few lines cross: sweeps by barycentres, the best of which is
 * kept, then exchanges of neighbours in small layers.
 */
import { itemAt, required } from '../../../model/common/lookup.ts';
import { isPin, type Layers, type Stretch } from './layered-graph.ts';

const effort = { sweeps: 12, sweepsOfMany: 5, many: 4000, inVain: 5, exchangedUpTo: 60 } as const;

/** The stretches of each channel that join two layers, and the position of each node in its layer. */
interface Sheet {
  readonly layers: Layers;
  readonly places: Float64Array;
  /** By channel, the stretches between the layers on its two sides. */
  readonly channels: readonly (readonly Stretch[])[];
  /** By node, the stretches to the layer before and after. */
  readonly left: readonly (readonly Stretch[])[];
  readonly right: readonly (readonly Stretch[])[];
}

/** Orders the layers in place. Cost: `O(sweeps · E log E)`. */
export function orderLayers(layers: Layers): void {
  const sheet = sheetOf(layers);
  number(sheet);
  arrangeFirst(sheet);
  let best = layers.layers.map((layer) => [...layer]);
  let least = crossingsOf(sheet);
  const sweeps = layers.total > effort.many ? effort.sweepsOfMany : effort.sweeps;
  for (let [sweep, found] = [0, 0]; sweep < sweeps && least > 0 && sweep - found < effort.inVain; sweep += 1) {
    sweepOver(sheet, sweep % 2 === 0);
    const crossings = crossingsOf(sheet);
    if (crossings >= least) continue;
    least = crossings;
    found = sweep;
    best = layers.layers.map((layer) => [...layer]);
  }
  best.forEach((layer, at) => {
    layers.layers[at] = layer;
  });
  number(sheet);
  if (least > 0) exchange(sheet);
}

function sheetOf(layers: Layers): Sheet {
  const { total, layerOf, stretches } = layers;
  const channels: Stretch[][] = Array.from({ length: layers.layers.length + 1 }, () => []);
  const left: Stretch[][] = Array.from({ length: total }, () => []);
  const right: Stretch[][] = Array.from({ length: total }, () => []);
  for (const stretch of stretches) {
    const { from, to } = stretch;
    if (layerOf[from.node] === layerOf[to.node] || isPin(layers, from.node) || isPin(layers, to.node)) continue;
    const [near, far] = from.isRight ? [from, to] : [to, from];
    channels[stretch.channel]?.push(stretch);
    right[near.node]?.push(stretch);
    left[far.node]?.push(stretch);
  }
  return { layers, places: new Float64Array(total), channels, left, right };
}

function number({ layers, places }: Sheet): void {
  for (const layer of layers.layers)
    layer.forEach((node, at) => {
      places[node] = at;
    });
}

/** Places what belongs together near each other, in the order of a walk from the first boxes. */
function arrangeFirst(sheet: Sheet): void {
  const { layers, left, right } = sheet;
  const seen = new Uint8Array(layers.total);
  const orders: number[][] = layers.layers.map(() => []);
  const open: number[] = [];
  for (const start of layers.layers.flat()) {
    if (seen[start] === 1) continue;
    open.push(start);
    seen[start] = 1;
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      orders[itemAt(layers.layerOf, node)]?.push(node);
      const next = [...itemAt(left, node), ...itemAt(right, node)];
      for (let at = next.length - 1; at >= 0; at -= 1) {
        const stretch = next[at];
        const other = stretch?.from.node === node ? stretch.to.node : stretch?.from.node;
        const layer = other === undefined ? -1 : itemAt(layers.layerOf, other);
        if (other === undefined || seen[other] === 1 || layer < 0 || layer >= orders.length) continue;
        seen[other] = 1;
        open.push(other);
      }
    }
  }
  orders.forEach((order, at) => {
    layers.layers[at] = order;
  });
  number(sheet);
}

/** Returns the position of the end of a stretch at a node, in units of boxes of its layer. */
function placeAt({ layers, places }: Sheet, { from, to }: Stretch, node: number): number {
  const end = from.node === node ? from : to;
  const height = itemAt(layers.heights, node);
  return itemAt(places, node) + (height === 0 || end.isFree ? 0 : (end.y / height) * 0.9 - 0.45);
}

const otherOf = ({ from, to }: Stretch, node: number): number => (from.node === node ? to.node : from.node);

function sweepOver(sheet: Sheet, isForward: boolean): void {
  const { layers, places, left, right } = sheet;
  const beside = isForward ? left : right;
  const count = layers.layers.length;
  const wanted = new Float64Array(layers.total);
  for (let step = 0; step < count; step += 1) {
    const layer = itemAt(layers.layers, isForward ? step : count - 1 - step);
    for (const node of layer) {
      const stretches = itemAt(beside, node);
      let sum = 0;
      for (const stretch of stretches) sum += placeAt(sheet, stretch, otherOf(stretch, node));
      wanted[node] = stretches.length === 0 ? itemAt(places, node) : sum / stretches.length;
    }
    layer.sort(
      (one, other) => itemAt(wanted, one) - itemAt(wanted, other) || itemAt(places, one) - itemAt(places, other),
    );
    layer.forEach((node, at) => {
      places[node] = at;
    });
  }
}

function crossingsOf(sheet: Sheet): number {
  let sum = 0;
  for (const channel of sheet.channels) sum += crossingsIn(sheet, channel);
  return sum;
}

/** Returns the number of pairs of stretches that cross, by counting inversions in a Fenwick tree. */
function crossingsIn(sheet: Sheet, stretches: readonly Stretch[]): number {
  if (stretches.length < 2) return 0;
  const near = (stretch: Stretch): number =>
    placeAt(sheet, stretch, stretch.from.isRight ? stretch.from.node : stretch.to.node);
  const far = (stretch: Stretch): number =>
    placeAt(sheet, stretch, stretch.from.isRight ? stretch.to.node : stretch.from.node);
  const ends = stretches.map((stretch) => ({ near: near(stretch), far: far(stretch) }));
  const ranks = new Map([...new Set(ends.map((end) => end.far))].sort((a, b) => a - b).map((value, at) => [value, at]));
  ends.sort((one, other) => one.near - other.near || one.far - other.far);
  const tree = new Int32Array(ranks.size + 1);
  let crossings = 0;
  ends.forEach((end, index) => {
    const rank = required(ranks.get(end.far)) + 1;
    let upTo = 0;
    for (let at = rank; at > 0; at -= at & -at) upTo += itemAt(tree, at);
    crossings += index - upTo;
    for (let at = rank; at < tree.length; at += at & -at) tree[at] = itemAt(tree, at) + 1;
  });
  return crossings;
}

/** Exchanges neighbours as long as that removes crossings. */
function exchange(sheet: Sheet): void {
  const { layers, places } = sheet;
  let isBetter = true;
  for (let round = 0; round < 6 && isBetter; round += 1) {
    isBetter = false;
    for (const layer of layers.layers) {
      if (layer.length > effort.exchangedUpTo) continue;
      for (let at = 0; at + 1 < layer.length; at += 1) {
        const [upper, lower] = [itemAt(layer, at), itemAt(layer, at + 1)];
        if (crossingsOfPair(sheet, upper, lower) <= crossingsOfPair(sheet, lower, upper)) continue;
        [layer[at], layer[at + 1]] = [lower, upper];
        [places[lower], places[upper]] = [at, at + 1];
        isBetter = true;
      }
    }
  }
}

/** Returns the number of crossings between the lines of two neighbours of a layer, the first above. */
function crossingsOfPair(sheet: Sheet, upper: number, lower: number): number {
  let crossings = 0;
  for (const beside of [sheet.left, sheet.right]) {
    const ends = (node: number): readonly number[] =>
      itemAt(beside, node).map((stretch) => placeAt(sheet, stretch, otherOf(stretch, node)));
    const below = ends(lower);
    for (const end of ends(upper)) for (const other of below) if (end > other) crossings += 1;
  }
  return crossings;
}
