/**
 * The picture of a graph as plain SVG elements: containers below, then lines, nodes and labels. It
 * is a function of its properties alone, with no page around it, so it can be written into a file
 * as well as into the page.
 */
import type { VNode } from 'preact';
import type { GraphNode, GraphView } from '../../../language/src/view/graph.ts';
import type { Placement } from '../../../language/src/view/layout/placement.ts';
import { EdgeLabel, EdgeLine, type EdgeLineProps } from './edge-line.tsx';
import { NodeShape } from './node-shape.tsx';
import type { NodeStatus } from './node-status.ts';
import { StatusPatterns } from './status-patterns.tsx';

/** The node or edge that the details are shown of. */
export interface Selection {
  readonly type: 'node' | 'edge';
  readonly id: string;
}

export interface GraphPictureProps {
  readonly graph: GraphView;
  readonly placement: Placement;
  /** By node id; absent while no crash is shown. */
  readonly statuses?: ReadonlyMap<string, NodeStatus> | undefined;
  readonly selection?: Selection | undefined;
  /** The node where the Tab key stops. */
  readonly current?: string | undefined;
  /** The ids of what is searched for. */
  readonly matches?: ReadonlySet<string> | undefined;
}

/** More labels than this are only shown at what is selected or pointed at. */
const labelsShownAtOnce = 120;

/** Draws the graph in the coordinates of its placement. */
export function GraphPicture(props: GraphPictureProps): VNode {
  const { graph } = props;
  const containers = new Set(graph.nodes.flatMap((node) => node.parent ?? []));
  const edges = edgesOf(props);
  const shownLabels = graph.edges.length <= labelsShownAtOnce ? edges : edges.filter((edge) => edge.isNear);
  return (
    <>
      <StatusPatterns />
      <g class="containers">
        {graph.nodes.filter((node) => containers.has(node.id)).map((node) => nodeOf(node, true, props))}
      </g>
      <g class="edges">
        {edges.map((edge) => (
          <EdgeLine key={edge.edge.id} {...edge} />
        ))}
      </g>
      <g class="leaves">
        {graph.nodes.filter((node) => !containers.has(node.id)).map((node) => nodeOf(node, false, props))}
      </g>
      <g class="labels">
        {shownLabels.map((edge) => (
          <EdgeLabel key={edge.edge.id} {...edge} />
        ))}
      </g>
    </>
  );
}

function nodeOf(node: GraphNode, isContainer: boolean, props: GraphPictureProps): VNode | null {
  const box = props.placement.boxes.get(node.id);
  if (box === undefined) return null;
  return (
    <NodeShape
      key={node.id}
      node={node}
      box={box}
      isContainer={isContainer}
      status={props.statuses?.get(node.id)}
      isSelected={props.selection?.type === 'node' && props.selection.id === node.id}
      isCurrent={props.current === node.id}
      isMatch={props.matches?.has(node.id)}
    />
  );
}

/** The edges that have a place, those near the selection last, so that they lie on top. */
function edgesOf({ graph, placement, selection }: GraphPictureProps): readonly EdgeLineProps[] {
  const edges = graph.edges.flatMap((edge) => {
    const route = placement.routes.get(edge.id);
    if (route === undefined) return [];
    const isSelected = selection?.type === 'edge' && selection.id === edge.id;
    const isAtNode = selection?.type === 'node' && (selection.id === edge.source || selection.id === edge.target);
    return [{ edge, route, isSelected, isNear: isSelected || isAtNode }];
  });
  return [...edges.filter((edge) => !edge.isNear), ...edges.filter((edge) => edge.isNear)];
}
