/**
 * What a picture of a graph consists of, from the lowest to the highest: each box and line with all that its look
 * depends on. It draws nothing.
 */
import type { GraphNode, GraphView } from '../../view/graph.ts';
import type { Placement } from '../../view/layout/placement.ts';
import { circleOf } from './circle.ts';
import type { EdgeLineProps } from './edge-line.tsx';
import type { LeftOut } from './left-out.ts';
import type { NodeShapeProps } from './node-shape.tsx';
import type { NodeStatus } from './node-status.ts';
import type { Selection } from './selection.ts';

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
  /** What of it is drawn one by one; absent for all. */
  readonly drawn?: Drawn | undefined;
}

/**
 * The ids of the boxes and lines that are drawn one by one, and the others not at all. Absent where there would be too
 * many: then all that look alike are one shape. What is selected and where the Tab key stops is drawn in any case.
 */
export interface Drawn {
  readonly nodes: ReadonlySet<string> | undefined;
  readonly edges: ReadonlySet<string> | undefined;
}

export interface PictureParts {
  readonly containers: readonly NodeShapeProps[];
  /** The edges that have a place, those near the selection last, so that they lie on top. */
  readonly edges: readonly EdgeLineProps[];
  readonly leaves: readonly NodeShapeProps[];
}

/** Returns the parts of a picture. Cost: `O(V + E)`. */
export function partsOf(props: GraphPictureProps): PictureParts {
  const { graph, placement, selection, leftOut } = props;
  const circle = circleOf(graph, selection);
  const containers = new Set(graph.nodes.flatMap((node) => node.parent ?? []));
  const nodesOf = (isContainer: boolean): readonly NodeShapeProps[] =>
    graph.nodes
      .filter(({ id }) => containers.has(id) === isContainer)
      .flatMap((node) => nodeOf(node, props, { isContainer, isOnCircle: circle?.nodes.has(node.id) === true }));
  const edges = graph.edges.flatMap((edge) => {
    const route = placement.routes.get(edge.id);
    if (route === undefined) return [];
    const isSelected = selection?.type === 'edge' && selection.id === edge.id;
    const isAtNode = selection?.type === 'node' && (selection.id === edge.source || selection.id === edge.target);
    const [isLeftOut, isOnCircle] = [leftOut?.edges.has(edge.id) === true, circle?.edges.has(edge.id) === true];
    return [{ edge, route, isSelected, isNear: isSelected || isAtNode || isOnCircle, isLeftOut, isOnCircle }];
  });
  return {
    containers: nodesOf(true),
    edges: [...edges.filter((edge) => !edge.isNear), ...edges.filter((edge) => edge.isNear)],
    leaves: nodesOf(false),
  };
}

function nodeOf(
  node: GraphNode,
  { placement, statuses, selection, current, matches, isStill }: GraphPictureProps,
  is: Pick<NodeShapeProps, 'isContainer' | 'isOnCircle'>,
): readonly NodeShapeProps[] {
  const box = placement.boxes.get(node.id);
  if (box === undefined) return [];
  return [
    {
      ...{ node, box, ...is },
      status: statuses?.get(node.id),
      isSelected: selection?.type === 'node' && selection.id === node.id,
      isCurrent: current === node.id,
      isStill: isStill === true,
      isMatch: matches?.has(node.id),
    },
  ];
}
