/**
 * Looks up the source location of what the graph page names.
 */
import type { Span } from '../../../language/src/model/span.ts';
import { reasonsOf } from '../../../language/src/view/edge-words.ts';
import type { GraphView } from '../../../language/src/view/graph.ts';
import { planAtStep } from '../../../language/src/view/report/plan-at-step.ts';
import type { PlanOverlay } from '../../../language/src/view/report/plan-overlay.ts';
import type { DrawnPart } from '../../webview/graph/messages.ts';

/** The graph and the plan that the page was sent. */
interface Sent {
  readonly graph: GraphView | undefined;
  readonly plan: PlanOverlay | undefined;
}

/** Returns the location of a part. Only what the page was sent can be revealed: the page names it, and its location is looked up here. */
export function spanOfPart({ graph, plan }: Sent, place: DrawnPart): Span | undefined {
  switch (place.type) {
    case 'node':
      return graph?.nodes.find((node) => node.id === place.id)?.span;
    case 'edge':
      return graph?.edges.find((edge) => edge.id === place.id)?.span;
    case 'before':
      return [...(graph?.nodes ?? []), ...(graph?.edges ?? [])].find(({ id }) => id === place.id)?.before;
    case 'because':
      return graph?.edges
        .flatMap(reasonsOf)
        .find(
          ({ text, span: { start } }) =>
            text === place.text && start.line === place.line && start.character === place.character,
        )?.span;
    case 'reason':
      return (
        plan &&
        planAtStep(plan, place.step).marks.find((mark) => mark.name === place.name)?.effects[place.effect]?.because[
          place.link
        ]?.span
      );
    case 'cycle':
      return plan?.dropped[place.order]?.cycle[place.link]?.span;
  }
}
