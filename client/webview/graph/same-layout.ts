/**
 * Compares graphs by what their layout depends on.
 */
import type { GraphEdge } from '../../../language/src/view/graph-edge.ts';
import type { GraphNode, GraphView } from '../../../language/src/view/graph.ts';

/** Returns true if two graphs have the same layout, whatever else differs. */
export function haveSameLayout(one: GraphView, other: GraphView): boolean {
  if (one.nodes.length !== other.nodes.length || one.edges.length !== other.edges.length) return false;
  return (
    one.nodes.every((node, at) => areSame(node, other.nodes[at], nodeKey)) &&
    one.edges.every((edge, at) => areSame(edge, other.edges[at], edgeKey))
  );
}

const areSame = <Part>(one: Part, other: Part | undefined, keyOf: (part: Part) => string): boolean =>
  one === other || (other !== undefined && keyOf(one) === keyOf(other));

const nodeKey = ({ id, label, kind, type, parent, root, absent, machine, inside }: GraphNode): string =>
  JSON.stringify([id, label, kind, type, parent, root, absent, machine, inside?.length]);

const edgeKey = ({ id, source, target, as, count }: GraphEdge): string =>
  JSON.stringify([id, source, target, as, count]);
