/**
 * Assigns boxes to layers so that lines lead to later layers: cycles are cut at the fewest places that a walk in
 * declaration order finds, and a layer that would become too high goes on in the next one.
 */
import { itemAt, required } from '../../../model/common/lookup.ts';
import { spacing, type LayeredGraph } from './layered-graph.ts';

/** The layer of each box, and the lines that lead back. */
export interface LayerAssignment {
  /** From 0; of a pin, undefined. */
  readonly layerOf: Int32Array;
  readonly layerCount: number;
  /** 1 for a line that leads to the same or an earlier layer. */
  readonly isBack: Uint8Array;
}

/** Returns layers at most as high as `mostHeight`, as far as single boxes are. Cost: `O(V log V + E)`. */
export function assignLayers(graph: LayeredGraph, mostHeight: number): LayerAssignment {
  const isBack = cutCycles(graph);
  const { before, after } = neighboursOf(graph, isBack);
  const order = inOrder(graph, before, after);
  const layerOf = new Int32Array(graph.nodeCount);
  const fill: number[] = [];
  const room = (node: number): number => itemAt(graph.heights, node) + spacing.betweenBoxes;
  const isFull = (layer: number, node: number): boolean =>
    (fill[layer] ?? 0) > 0 && (fill[layer] ?? 0) + room(node) > mostHeight;
  for (const node of order) {
    let layer = 0;
    for (const other of itemAt(before, node)) layer = Math.max(layer, itemAt(layerOf, other) + 1);
    while (isFull(layer, node)) layer += 1;
    layerOf[node] = layer;
    fill[layer] = (fill[layer] ?? 0) + room(node);
  }
  // What nothing leads to stands beside what it leads to.
  for (let at = order.length - 1; at >= 0; at -= 1) {
    const node = required(order[at]);
    const [own, next] = [itemAt(layerOf, node), itemAt(after, node)];
    if (next.length === 0 || next.length < itemAt(before, node).length) continue;
    let nearest = Number.POSITIVE_INFINITY;
    for (const other of next) nearest = Math.min(nearest, itemAt(layerOf, other) - 1);
    while (nearest > own && isFull(nearest, node)) nearest -= 1;
    if (nearest <= own) continue;
    fill[own] = itemAt(fill, own) - room(node);
    fill[nearest] = (fill[nearest] ?? 0) + room(node);
    layerOf[node] = nearest;
  }
  const used = [...new Set(order.map((node) => itemAt(layerOf, node)))].sort((one, other) => one - other);
  const places = new Map(used.map((layer, at) => [layer, at]));
  for (const node of order) layerOf[node] = required(places.get(itemAt(layerOf, node)));
  return { layerOf, layerCount: used.length, isBack };
}

/** Returns the lines at which cycles are cut: those that a depth-first walk finds leading back. */
function cutCycles({ nodeCount, edgeCount, sources, targets, pins }: LayeredGraph): Uint8Array {
  const isBack = new Uint8Array(edgeCount);
  const out: number[][] = Array.from({ length: nodeCount }, () => []);
  const entering = new Int32Array(nodeCount);
  for (let edge = 0; edge < edgeCount; edge += 1) {
    const [source, target] = [itemAt(sources, edge), itemAt(targets, edge)];
    if (pins[source] === 0 && pins[target] === 0) {
      out[source]?.push(edge);
      entering[target] = itemAt(entering, target) + 1;
    }
  }
  const state = new Uint8Array(nodeCount);
  const next = new Int32Array(nodeCount);
  const walk = (start: number): void => {
    const path = [start];
    state[start] = 1;
    for (let node = path.at(-1); node !== undefined; node = path.at(-1)) {
      const at = itemAt(next, node);
      const edge = out[node]?.[at];
      if (edge === undefined) {
        state[node] = 2;
        path.pop();
        continue;
      }
      next[node] = at + 1;
      const target = itemAt(targets, edge);
      if (state[target] === 1) isBack[edge] = 1;
      else if (state[target] === 0) {
        state[target] = 1;
        path.push(target);
      }
    }
  };
  for (let node = 0; node < nodeCount; node += 1) if (entering[node] === 0 && state[node] === 0) walk(node);
  for (let node = 0; node < nodeCount; node += 1) if (state[node] === 0) walk(node);
  return isBack;
}

interface Neighbours {
  /** The boxes from which lines lead to each box, with cycles cut, and those to which its lines lead. */
  readonly before: readonly (readonly number[])[];
  readonly after: readonly (readonly number[])[];
}

function neighboursOf({ nodeCount, edgeCount, sources, targets, pins }: LayeredGraph, isBack: Uint8Array): Neighbours {
  const before: number[][] = Array.from({ length: nodeCount }, () => []);
  const after: number[][] = Array.from({ length: nodeCount }, () => []);
  for (let edge = 0; edge < edgeCount; edge += 1) {
    const [source, target] = [itemAt(sources, edge), itemAt(targets, edge)];
    if (pins[source] !== 0 || pins[target] !== 0) continue;
    const [from, to] = isBack[edge] === 1 ? [target, source] : [source, target];
    after[from]?.push(to);
    before[to]?.push(from);
  }
  return { before, after };
}

/** Returns the boxes so that each comes after those that lead to it, the beginnings of long chains first. */
function inOrder(
  { nodeCount, pins }: LayeredGraph,
  before: Neighbours['before'],
  after: Neighbours['after'],
): readonly number[] {
  const waiting = Int32Array.from(before, (list) => list.length);
  const sorted: number[] = [];
  for (let node = 0; node < nodeCount; node += 1) if (waiting[node] === 0 && pins[node] === 0) sorted.push(node);
  for (const node of sorted) {
    for (const other of itemAt(after, node)) {
      waiting[other] = itemAt(waiting, other) - 1;
      if (waiting[other] === 0) sorted.push(other);
    }
  }
  const depth = new Int32Array(nodeCount);
  const length = new Int32Array(nodeCount);
  for (const node of sorted)
    for (const other of itemAt(after, node)) depth[other] = Math.max(itemAt(depth, other), itemAt(depth, node) + 1);
  for (let at = sorted.length - 1; at >= 0; at -= 1) {
    const node = required(sorted[at]);
    for (const other of itemAt(after, node)) length[node] = Math.max(itemAt(length, node), itemAt(length, other) + 1);
  }
  return sorted.sort(
    (one, other) =>
      itemAt(depth, one) - itemAt(depth, other) || itemAt(length, other) - itemAt(length, one) || one - other,
  );
}
