/**
 * The frame of the details of a node or line, what they need, and the list of findings.
 */
import type { ComponentChildren, VNode } from 'preact';
import type { GraphEdge } from '../../../../language/src/view/graph-edge.ts';
import type { GraphNode, GraphView } from '../../../../language/src/view/graph.ts';
import type { DroppedOrders } from '../../../../language/src/drawing/graph/dropped-orders.ts';
import type { NodeStatus } from '../../../../language/src/drawing/graph/node-status.ts';
import type { Selection } from '../../../../language/src/drawing/graph/selection.ts';
import type { ViewChoice } from '../../../../language/src/view/shown/shown.ts';
import type { DrawnPart } from '../messages.ts';
import { KindIcon } from '../../../../language/src/drawing/graph/kind-icon.tsx';
import { texts } from '../texts.ts';
import { ToolButton } from '../../page/tool-icon.tsx';

/** The properties of the details panel. */
export interface DetailsProps {
  /** The whole graph, and the choice of the shown part. */
  readonly whole: GraphView;
  readonly choice: ViewChoice;
  readonly onNarrowed: (choice: ViewChoice) => void;
  /** The number of entities above which some are closed or stacked. */
  readonly above: number;
  /** Draws what a stack, a closed container or a bundled line stands for. */
  readonly onOpened: (id: string) => void;
  readonly graph: GraphView;
  readonly selection: Selection;
  readonly statuses: ReadonlyMap<string, NodeStatus> | undefined;
  readonly dropped: DroppedOrders | undefined;
  readonly onChosen: (selection: Selection) => void;
  readonly onReveal: (place: DrawnPart) => void;
  readonly onCrash: (pd: string) => void;
  readonly onPlan: (of: string) => void;
  /** Supposes that an entity or a relation is gone; absent where nothing can be supposed. */
  readonly onSupposed: ((without: string) => void) | undefined;
  readonly onClose: () => void;
}

/** The properties of the frame. */
export interface PanelProps {
  readonly name: string;
  readonly detail: string;
  readonly node?: GraphNode;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Shows the name of what is selected, and what is known of it. */
export function Panel({ name, detail, node, onClose, children }: PanelProps): VNode {
  return (
    <aside class="details" aria-label={name} data-details={node?.id ?? name}>
      <header>
        {node !== undefined && (
          <svg class={`tool-icon kind-${node.kind}`} width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
            <KindIcon kind={node.kind} />
          </svg>
        )}
        <h2>{name}</h2>
        <ToolButton icon="close" label={texts.close} onClick={onClose} />
      </header>
      {detail !== '' && <p class="quiet">{detail}</p>}
      {children}
    </aside>
  );
}

/** Lists the findings of a node or line. */
export function ProblemList({ of: { problems } }: { readonly of: GraphNode | GraphEdge }): VNode | null {
  if (problems === undefined) return null;
  return (
    <>
      <h3>{texts.problems}</h3>
      <ul class="problems">
        {problems.map((problem) => (
          <li key={problem.code + problem.message} class={`severity-${problem.severity}`} data-code={problem.code}>
            <strong>{problem.severity}</strong> {problem.message} <span class="quiet">{problem.code}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
