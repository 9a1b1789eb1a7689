/**
 * Compares graphs by what their layout depends on.
 */
import type { GraphView } from '../../../language/src/view/graph.ts';

/** Returns true if two graphs have the same layout, whatever else differs. */
export function haveSameLayout(one: GraphView, other: GraphView): boolean {
  if (one.nodes.length !== other.nodes.length || one.edges.length !== other.edges.length) return false;
  return layoutKey(one) === layoutKey(other);
}

function layoutKey(graph: GraphView): string {
  return JSON.stringify([
    graph.nodes.map(({ id, label, kind, type, parent, root, absent, machine, inside }) => [
      id,
      label,
      kind,
      type,
      parent,
      root,
      absent,
      machine,
      inside?.length,
    ]),
    graph.edges.map(({ id, source, target, as, count }) => [id, source, target, as, count]),
  ]);
}
