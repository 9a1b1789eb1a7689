/**
 * The picture of a graph as plain SVG elements: containers below, then lines, nodes and labels. It
 * is a function of its properties alone, with no page around it, so it can be written into a file
 * as well as into the page.
 */
import type { VNode } from 'preact';
import type { GraphNode, GraphView } from '../../view/graph.ts';
import type { Placement } from '../../view/layout/placement.ts';
import { circleOf, type Circle } from './circle.ts';
import { EdgeLabel, EdgeLine, LeftOutSign, type EdgeLineProps } from './edge-line.tsx';
import type { LeftOut } from './left-out.ts';
import { NodeShape } from './node-shape.tsx';
import type { NodeStatus } from './node-status.ts';
import type { Selection } from './selection.ts';
import { StatusPatterns } from './status-patterns.tsx';

export interface GraphPictureProps {
  readonly graph: GraphView;
  readonly placement: Placement;
  /** By node id; absent while no plan is shown. */
  readonly statuses?: ReadonlyMap<string, NodeStatus> | undefined;
  /** Orders that the plan leaves out. */
  readonly leftOut?: LeftOut | undefined;
  readonly selection?: Selection | undefined;
  /** The node where the Tab key stops. */
  readonly current?: string | undefined;
  /** The ids of what is searched for. */
  readonly matches?: ReadonlySet<string> | undefined;
  /** Whether it is only looked at: then nothing in it can be focused or pressed. */
  readonly isStill?: boolean;
}

/** More labels than this are only shown at what is selected or pointed at. */
const labelsShownAtOnce = 300;

/** Draws the graph in the coordinates of its placement. */
export function GraphPicture(props: GraphPictureProps): VNode {
  const { graph } = props;
  const circle = circleOf(graph, props.selection);
  const containers = new Set(graph.nodes.flatMap((node) => node.parent ?? []));
  const edges = edgesOf(props, circle);
  const shownLabels =
    graph.edges.length <= labelsShownAtOnce ? edges : edges.filter((edge) => edge.isNear || edge.isLeftOut);
  return (
    <>
      <StatusPatterns />
      <g class="containers">
        {graph.nodes
          .filter((node) => containers.has(node.id))
          .map((node) => nodeOf(node, { ...props, circle, isContainer: true }))}
      </g>
      <g class="edges">
        {edges.map((edge) => (
          <EdgeLine key={edge.edge.id} {...edge} />
        ))}
      </g>
      <g class="leaves">
        {graph.nodes
          .filter((node) => !containers.has(node.id))
          .map((node) => nodeOf(node, { ...props, circle, isContainer: false }))}
      </g>
      <g class="labels">
        {shownLabels.map((edge) => (
          <EdgeLabel key={edge.edge.id} {...edge} />
        ))}
        {edges
          .filter((edge) => edge.isLeftOut)
          .map(({ edge, route }) => (
            <LeftOutSign key={`left out ${edge.id}`} edge={edge} route={route} />
          ))}
      </g>
    </>
  );
}

interface NodeContext extends GraphPictureProps {
  readonly circle: Circle | undefined;
  readonly isContainer: boolean;
}

function nodeOf(node: GraphNode, { circle, isContainer, ...props }: NodeContext): VNode | null {
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
      isStill={props.isStill === true}
      isMatch={props.matches?.has(node.id)}
      isOnCircle={circle?.nodes.has(node.id) === true}
    />
  );
}

/** The edges that have a place, those near the selection last, so that they lie on top. */
function edgesOf(
  { graph, placement, selection, leftOut }: GraphPictureProps,
  circle: Circle | undefined,
): readonly EdgeLineProps[] {
  const edges = graph.edges.flatMap((edge) => {
    const route = placement.routes.get(edge.id);
    if (route === undefined) return [];
    const isSelected = selection?.type === 'edge' && selection.id === edge.id;
    const isAtNode = selection?.type === 'node' && (selection.id === edge.source || selection.id === edge.target);
    const [isLeftOut, isOnCircle] = [leftOut?.edges.has(edge.id) === true, circle?.edges.has(edge.id) === true];
    return [{ edge, route, isSelected, isNear: isSelected || isAtNode || isOnCircle, isLeftOut, isOnCircle }];
  });
  return [...edges.filter((edge) => !edge.isNear), ...edges.filter((edge) => edge.isNear)];
}
