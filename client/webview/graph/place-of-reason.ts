/**
 * Finds the line of a selection, and names the piece of text for which it is drawn, as the extension looks it up.
 */
import type { GraphEdge, LineReason } from '../../../language/src/view/graph-edge.ts';
import type { GraphView } from '../../../language/src/view/graph.ts';
import type { Selection } from '../../../language/src/drawing/graph/selection.ts';
import type { DrawnPart } from './messages.ts';

/** Returns the place of a reason. */
export const placeOfReason = ({ text, span }: LineReason): DrawnPart => ({
  type: 'because',
  text,
  line: span.start.line,
  character: span.start.character,
});

/** Returns the line that a selection is, or whose number its gate shows. */
export function lineOf({ nodes, edges }: GraphView, { type, id }: Selection): GraphEdge | undefined {
  if (type === 'edge') return edges.find((edge) => edge.id === id);
  const isGate = nodes.some((node) => node.id === id && node.kind === 'gate');
  return isGate ? edges.find((edge) => edge.target === id) : undefined;
}

/** Returns the drawn part to find in the source: of a stack, its first entity. */
export const placeOf = ({ nodes }: GraphView, { type, id }: Selection): Selection => ({
  type,
  id: nodes.find((node) => node.id === id)?.stack?.[0] ?? id,
});
