/**
 * Cuts the lines of a layered graph into stretches between neighbouring layers, with a bend point in each layer that a
 * line passes. A line that leads back to a fixed end passes the layer of that end too.
 */
import { itemAt } from '../../../model/common/lookup.ts';
import { assignLayers } from './layer-assignment.ts';
import type { LayeredGraph, Layers, Stretch, StretchEnd } from './layered-graph.ts';

/** Returns the layers of a graph, each in the order of its boxes. Cost: `O(V + length of lines)`. */
export function layersOf(graph: LayeredGraph, mostHeight: number): Layers {
  const { layerOf: layerOfBox, layerCount, isBack } = assignLayers(graph, mostHeight);
  const { nodeCount, sources, targets, pins } = graph;
  const layerOf: number[] = Array.from(layerOfBox);
  // Pins are beyond the first and the last layer; channel `c` is on the left of layer `c`.
  for (let node = 0; node < nodeCount; node += 1)
    if (pins[node] !== 0) layerOf[node] = pins[node] === 1 ? layerCount : -1;
  const stretches: Stretch[] = [];
  const bend = (layer: number): number => layerOf.push(layer) - 1;
  const at = (node: number, isRight: boolean, y: number): StretchEnd => ({
    ...{ node, isRight, y: Number.isNaN(y) ? 0 : y, isFree: Number.isNaN(y) },
  });
  const through = (node: number, isRight: boolean): StretchEnd => at(node, isRight, 0);
  const ways = Array.from({ length: graph.edgeCount }, (_, edge) => {
    const [source, target] = [itemAt(sources, edge), itemAt(targets, edge)];
    const [sourceY, targetY] = [graph.sourceYs[edge] ?? Number.NaN, graph.targetYs[edge] ?? Number.NaN];
    const way: number[] = [];
    const add = (channel: number, from: StretchEnd, to: StretchEnd): void => {
      way.push(stretches.push({ edge, channel, from, to }) - 1);
    };
    const [first, last] = [itemAt(layerOf, source), itemAt(layerOf, target)];
    if (isBack[edge] !== 1) {
      let from = at(source, true, sourceY);
      for (let layer = first + 1; layer < last; layer += 1) {
        const node = bend(layer);
        add(layer, from, through(node, false));
        from = through(node, true);
      }
      add(last, from, at(target, false, targetY));
      return way;
    }
    // Leads back: a free end is on the side that faces the other; a fixed one is reached by way of its own layer.
    const [leavesRight, entersLeft] = [!Number.isNaN(sourceY), !Number.isNaN(targetY)];
    let from = at(source, leavesRight, sourceY);
    if (leavesRight) {
      const node = bend(first);
      add(first + 1, from, through(node, true));
      from = through(node, false);
    }
    for (let layer = first - 1; layer > last; layer -= 1) {
      const node = bend(layer);
      add(layer + 1, from, through(node, true));
      from = through(node, false);
    }
    if (entersLeft) {
      const node = bend(last);
      add(last + 1, from, through(node, true));
      add(last, through(node, false), at(target, false, targetY));
    } else add(last + 1, from, at(target, true, targetY));
    return way;
  });
  const total = layerOf.length;
  const layers: number[][] = Array.from({ length: layerCount }, () => []);
  layerOf.forEach((layer, node) => {
    layers[layer]?.push(node);
  });
  const padded = (values: Float64Array): Float64Array => {
    const all = new Float64Array(total);
    all.set(values);
    return all;
  };
  return {
    spread: graph.spread,
    entry: graph.entry,
    ...{ total, layers, stretches, ways, isBend: (node) => node >= nodeCount },
    layerOf: Int32Array.from(layerOf),
    heights: padded(graph.heights),
    widths: padded(graph.widths),
    reaches: padded(graph.reaches),
  };
}
