/**
 * Searches the whole graph by name and type, and finds the drawn nodes that stand for what was found.
 */
import { representedNames } from '../../../language/src/drawing/graph/node-status.ts';
import type { GraphView } from '../../../language/src/view/graph.ts';

/** Returns the names of the entities that a search finds in a whole graph; nothing without a search. */
export function foundIn({ nodes }: GraphView, query: string): readonly string[] | undefined {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return undefined;
  const has = (text: string): boolean => text.toLowerCase().includes(wanted);
  return nodes.flatMap(({ id, type }) => (has(id) || (type !== undefined && has(type)) ? [id] : []));
}

/** Returns the ids of the drawn nodes that stand for these entities. */
export function matchesOf(graph: GraphView, found: readonly string[]): ReadonlySet<string> {
  const names = new Set(found);
  return new Set(
    graph.nodes.flatMap((node) => (representedNames(node).some((name) => names.has(name)) ? [node.id] : [])),
  );
}
