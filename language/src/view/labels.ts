/**
 * The short words that stand in a picture beside the names: what a node is, what an edge says.
 */
import type { RelationKind } from '../model/relation.ts';
import type { GraphEdge, GraphNode } from './graph.ts';

const shortKinds: Partial<Record<RelationKind, string>> = { 'destroyed after': 'after' };

/** Returns what an edge says in a word or two: `holds rw`, `after`, `requests × 3`. */
export function edgeLabel(edge: Pick<GraphEdge, 'kind' | 'as' | 'count'>): string {
  const count = edge.count === undefined ? '' : ` × ${edge.count.toString()}`;
  return [shortKinds[edge.kind] ?? edge.kind, edge.as].filter((word) => word !== undefined).join(' ') + count;
}

/** Returns what a node is, without its name: `space : block`, `pd runs Latch`, `root object, absent`. */
export function nodeDetail(node: GraphNode): string {
  const type = node.type === undefined ? '' : ` : ${node.type}`;
  const machine = node.machine === undefined ? '' : ` runs ${node.machine}`;
  const inside = node.inside === undefined ? '' : `, ${node.inside.length.toString()} in it`;
  return `${node.root ? 'root ' : ''}${node.kind}${type}${machine}${node.absent ? ', absent' : ''}${inside}`;
}

/** Returns `text` in at most `length` characters, the last an ellipsis if some were cut off. */
export function shortened(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}
