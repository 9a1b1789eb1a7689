/**
 * Layers of chosen nodes (*members*) in a graph whose other nodes only transmit order: only members count. Requires at
 * most one member per component, so that members are partially ordered.
 */
import { type Components, membersOf } from './components.ts';
import type { Digraph } from './digraph.ts';
import { at } from '../model/common/lookup.ts';

/** A graph with its components and its members. */
export interface OrderedMembers {
  readonly graph: Digraph;
  readonly components: Components;
  /** 1 for a member, by node. */
  readonly members: Uint8Array;
}

/** Returns for each node the number of members on the longest path before it: 0 if none comes first. Cost: O(V + E). */
export function membersBefore({ graph, components, members }: OrderedMembers): Int32Array {
  const { offsets, nodes } = membersOf(components);
  const weight = weights(components, members);
  const depth = new Int32Array(components.count);
  // An edge leads to a component with a lower index, so descending indices are a topological order.
  for (let component = components.count - 1; component >= 0; component--) {
    const next = at(depth, component) + at(weight, component);
    for (let place = at(offsets, component); place < at(offsets, component + 1); place++) {
      const node = at(nodes, place);
      for (let edge = at(graph.offsets, node); edge < at(graph.offsets, node + 1); edge++) {
        const target = at(components.of, at(graph.targets, edge));
        if (target !== component && at(depth, target) < next) depth[target] = next;
      }
    }
  }
  return components.of.map((component) => at(depth, component));
}

/** Returns for each node the number of members on the longest path after it: 0 if none comes later. Cost: O(V + E). */
export function membersAfter({ graph, components, members }: OrderedMembers): Int32Array {
  const { offsets, nodes } = membersOf(components);
  const weight = weights(components, members);
  const height = new Int32Array(components.count);
  for (let component = 0; component < components.count; component++) {
    for (let place = at(offsets, component); place < at(offsets, component + 1); place++) {
      const node = at(nodes, place);
      for (let edge = at(graph.offsets, node); edge < at(graph.offsets, node + 1); edge++) {
        const target = at(components.of, at(graph.targets, edge));
        const next = at(height, target) + at(weight, target);
        if (target !== component && at(height, component) < next) height[component] = next;
      }
    }
  }
  return components.of.map((component) => at(height, component));
}

function weights({ of, count }: Components, members: Uint8Array): Int32Array {
  const weight = new Int32Array(count);
  for (let node = 0; node < of.length; node++) if (members[node] === 1) weight[at(of, node)] = 1;
  return weight;
}
