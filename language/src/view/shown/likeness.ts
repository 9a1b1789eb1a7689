/**
 * Says what boxes of a graph have in common, from their names and lines to their kind alone: what is the same for two of
 * them is a key. Knows neither how many may be drawn nor where they are stacked.
 */
import { append } from '../../model/common/append.ts';
import type { GraphNode, GraphView } from '../graph.ts';

/** Returns the key of a box; boxes in one container with the same key are alike. */
export type Likeness = (node: GraphNode) => string;

/** Compares all but name and contents. */
export const alikeInAll: Likeness = (node) => {
  const { kind, type, root, absent, machine, data, classes, protected: isProtected, doomed, inside } = node;
  const isClosed = inside !== undefined;
  return JSON.stringify([kind, type, root, absent, machine, data, classes, isProtected, doomed, isClosed]);
};

/** Returns ways to compare more than that, the strictest last: the first word of names, then lines too. */
export const stricter = (graph: GraphView): readonly (() => Likeness)[] => [
  () => (node) => `${alikeInAll(node)} ${firstWord(node)}`,
  () => {
    const role = rolesIn(graph);
    return (node) => `${alikeInAll(node)} ${firstWord(node)} ${role(node)}`;
  },
  () => {
    const lines = linesIn(graph);
    return (node) => `${alikeInAll(node)} ${lines(node)}`;
  },
];

/** The ways to compare less than that, the strictest first: the type, then lines in and out, then the kind alone. */
export const laxer: readonly ((graph: GraphView) => Likeness)[] = [
  () =>
    ({ kind, type }) =>
      JSON.stringify([kind, type]),
  (graph) => {
    const role = rolesIn(graph);
    return (node) => `${node.kind} ${role(node)}`;
  },
  () =>
    ({ kind }) =>
      kind,
];

/** Returns a name without the number at its end and what separates that. */
export const withoutNumber = (name: string): string => name.replace(/[\s_.:@#-]*(?:\[\d+\]|\d+)*'?$/u, '');

/** Returns the first word of a name: `block` of `blockServer1`, `web` of `web_7`. */
export const firstWord = ({ label }: Pick<GraphNode, 'label'>): string =>
  /^[^\p{L}]*(\p{Lu}*\p{Ll}*)/u.exec(label)?.[1] ?? '';

/** Returns whether lines lead to a box, and whether lines lead away from it. */
function rolesIn({ edges }: GraphView): Likeness {
  const [reached, leading] = [new Set<string>(), new Set<string>()];
  for (const { source, target } of edges) {
    if (source === target) continue;
    leading.add(source);
    reached.add(target);
  }
  return ({ id }) => `${reached.has(id) ? 'in' : ''}${leading.has(id) ? 'out' : ''}`;
}

/** Returns all lines of a box, each by its direction, its kind and its other end. */
function linesIn({ edges }: GraphView): Likeness {
  const lines = new Map<string, string[]>();
  for (const { kind, source, target } of edges) {
    append(lines, source, JSON.stringify(['to', kind, target]));
    append(lines, target, JSON.stringify(['from', kind, source]));
  }
  return ({ id }) => [...new Set(lines.get(id))].sort().join(' ');
}
