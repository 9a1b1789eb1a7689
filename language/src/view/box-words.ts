/**
 * Boxes in words.
 */
import { edgeWords } from './edge-words.ts';
import type { GraphNode, GraphView } from './graph.ts';

/** Returns the name of a box for people: of a gate the need it is part of, of a stack what it stands for. */
export function boxWords({ id, label, kind, stack }: GraphNode, { edges }: Pick<GraphView, 'edges'>): string {
  if (kind !== 'gate') return stack === undefined ? id : label;
  const need = edges.find(({ target }) => target === id);
  return need === undefined ? label : edgeWords(need);
}
