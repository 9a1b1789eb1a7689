/**
 * The short texts in a picture beside the names: descriptions of nodes and labels of edges.
 */
import type { RelationKind } from '../model/relation.ts';
import type { GraphEdge, GraphNode } from './graph.ts';

const shortKinds: Partial<Record<RelationKind, string>> = { 'destroyed after': 'after' };

/** Returns the label of an edge in a word or two: `holds rw`, `after`, `requests × 3`. */
export function edgeLabel(edge: Pick<GraphEdge, 'kind' | 'as' | 'count'>): string {
  const count = edge.count === undefined ? '' : ` × ${edge.count.toString()}`;
  return [shortKinds[edge.kind] ?? edge.kind, edge.as].filter((word) => word !== undefined).join(' ') + count;
}

/** Returns the description of a node without its name: `space : block`, `pd runs Latch`, `root object, absent`. */
export function nodeDetail(node: GraphNode): string {
  const type = node.type === undefined ? '' : ` : ${node.type}`;
  const machine = node.machine === undefined ? '' : ` runs ${node.machine}`;
  const inside = node.inside === undefined ? '' : `, ${node.inside.length.toString()} in it`;
  return `${node.root ? 'root ' : ''}${node.kind}${type}${machine}${node.absent ? ', absent' : ''}${inside}`;
}

/** Returns `text` in at most `length` characters, ending in an ellipsis if it was cut. */
export function shortened(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}
