/**
 * Topological layers: how many edges the longest path to each component has. Nodes that reach each
 * other share a layer, so the answer exists for every graph.
 */
import type { Components } from './components.ts';
import { membersOf } from './components.ts';
import type { Digraph } from './digraph.ts';
import { at } from './digraph.ts';

/** Returns the layer of each node: 0 where no edge from outside its component arrives. Cost: O(V + E). */
export function earliestLayers(graph: Digraph, components: Components): Int32Array {
  const layerOf = new Int32Array(components.count);
  const { offsets, nodes } = membersOf(components);
  // An edge goes to a component with a lower number, so descending numbers are a topological order.
  for (let component = components.count - 1; component >= 0; component--) {
    const next = at(layerOf, component) + 1;
    for (let place = at(offsets, component); place < at(offsets, component + 1); place++) {
      raiseTargets(graph, components, layerOf, at(nodes, place), next);
    }
  }
  return components.of.map((component) => at(layerOf, component));
}

function raiseTargets(
  { offsets, targets }: Digraph,
  { of }: Components,
  layerOf: Int32Array,
  node: number,
  least: number,
): void {
  for (let edge = at(offsets, node); edge < at(offsets, node + 1); edge++) {
    const component = at(of, at(targets, edge));
    if (component !== at(of, node) && at(layerOf, component) < least) layerOf[component] = least;
  }
}
