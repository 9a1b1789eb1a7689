/**
 * The difference between two graphs of a model, for whoever has the earlier one.
 */
import type { GraphView } from './graph.ts';
import { changesOf, type GraphChanges as Changes } from '../model/part-changes.ts';

/** A graph in which what is as in an earlier one is the number of it there. */
export type GraphChanges = Changes<GraphView>;

/** Returns a graph as its difference from an earlier one. Cost: `O(V + E)`. */
export const graphChanges = (graph: GraphView, earlier: GraphView): GraphChanges =>
  changesOf(graph, earlier, { nodes: areSame, edges: areSame });

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
