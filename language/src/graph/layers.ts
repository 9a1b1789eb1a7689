/**
 * Topological layers: the number of edges on the longest path to each component. Nodes that reach each other share a
 * layer, so every graph has layers.
 */
import { type Components, membersOf } from './components.ts';
import type { Digraph } from './digraph.ts';
import { at } from '../model/lookup.ts';

/** Returns the layer of each node: 0 if no edge from outside its component arrives. Cost: O(V + E). */
export function earliestLayers({ nodeCount, offsets, targets }: Digraph, components: Components): Int32Array {
  const { of } = components;
  const members = membersOf(components);
  const layerOf = new Int32Array(components.count);
  // An edge leads to a component with a lower index, so descending indices are a topological order. The members are
  // sorted by component, so going backwards visits all nodes of one component together.
  for (let place = nodeCount - 1; place >= 0; place--) {
    const node = at(members.nodes, place);
    const component = at(of, node);
    const next = at(layerOf, component) + 1;
    const end = at(offsets, node + 1);
    for (let edge = at(offsets, node); edge < end; edge++) {
      const target = at(of, at(targets, edge));
      if (target !== component && at(layerOf, target) < next) layerOf[target] = next;
    }
  }
  const layers = new Int32Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) layers[node] = at(layerOf, at(of, node));
  return layers;
}
