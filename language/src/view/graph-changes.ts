/**
 * The difference between two graphs of a model, for whoever has the earlier one.
 */
import type { GraphEdge } from './graph-edge.ts';
import type { GraphNode, GraphView } from './graph.ts';
import { changedParts, partChanges, type PartChanges } from '../model/part-changes.ts';

/** A graph in which what is as in an earlier one is the number of it there. */
export interface GraphChanges extends Omit<GraphView, 'nodes' | 'edges'> {
  readonly nodes: PartChanges<GraphNode>;
  readonly edges: PartChanges<GraphEdge>;
}

/** Returns a graph as its difference from an earlier one. Cost: `O(V + E)`. */
export const graphChanges = (graph: GraphView, earlier: GraphView): GraphChanges => ({
  ...graph,
  nodes: partChanges(graph.nodes, earlier.nodes, areSame),
  edges: partChanges(graph.edges, earlier.edges, areSame),
});

/** Returns the graph of which this is the difference from an earlier one. */
export const changedGraph = (changes: GraphChanges, earlier: GraphView): GraphView => ({
  ...changes,
  nodes: changedParts(changes.nodes, earlier.nodes),
  edges: changedParts(changes.edges, earlier.edges),
});

/** Returns true if two values of plain JSON are the same. */
function areSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [fields, others] = [one as Readonly<Record<string, unknown>>, other as Readonly<Record<string, unknown>>];
  const names = Object.keys(fields);
  if (names.length !== Object.keys(others).length) return false;
  for (const name of names) if (!Object.hasOwn(others, name) || !areSame(fields[name], others[name])) return false;
  return true;
}
