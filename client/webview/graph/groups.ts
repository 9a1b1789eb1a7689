/**
 * The stacks and bundled lines that were opened by hand: which of them something drawn belongs to, so that it can be
 * closed again where its parts are.
 */
import type { Selection } from '../../../language/src/drawing/graph/selection.ts';
import type { GraphView } from '../../../language/src/view/graph.ts';
import type { ViewChoice } from '../../../language/src/view/shown/shown.ts';
import { drawnOf, withoutOpened } from './choice.ts';

/**
 * Returns the id of the open stack or bundled line that a node or line is drawn out of; undefined if there is none. The
 * last one opened comes first. Cost: `O(V + E)` for each one that is open.
 */
export function openGroupOf(
  whole: GraphView,
  { choice, above }: { readonly choice: ViewChoice; readonly above: number },
  { type, id }: Selection,
): string | undefined {
  return choice.opened?.toReversed().find((group) => {
    const { nodes, edges } = drawnOf(whole, withoutOpened(choice, group), above).graph;
    return type === 'edge'
      ? edges.some(({ id: own, members = [] }) => own === group && members.some((member) => member.id === id))
      : nodes.some(({ id: own, stack = [] }) => own === group && stack.includes(id));
  });
}

/** Returns the choice with the open stack or bundled line closed that something is drawn out of, if there is one. */
export function withoutGroupOf(
  picture: { readonly whole: GraphView; readonly choice: ViewChoice; readonly above: number },
  part: Selection,
): ViewChoice {
  const group = openGroupOf(picture.whole, picture, part);
  return group === undefined ? picture.choice : withoutOpened(picture.choice, group);
}

/** Returns true if something is a stack, a closed container or a bundled line: it can be opened. */
export function standsForMore({ nodes, edges }: GraphView, { type, id }: Selection): boolean {
  if (type === 'edge') return edges.some((edge) => edge.id === id && (edge.members?.length ?? 0) > 1);
  return nodes.some((node) => node.id === id && (node.stack !== undefined || node.inside !== undefined));
}
