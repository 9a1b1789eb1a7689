/**
 * The parts of a picture of a graph, from the lowest to the highest: each box and line with everything that its look
 * depends on. Draws nothing.
 */
import type { GraphNode, GraphView } from '../../view/graph.ts';
import type { Box, Placement } from '../../view/layout/placement.ts';
import { selectedCycle } from './selected-cycle.ts';
import type { EdgeLineProps } from './edge-line.tsx';
import type { DroppedOrders } from './dropped-orders.ts';
import type { NodeShapeProps } from './node-shape.tsx';
import type { NodeStatus } from './node-status.ts';
import type { Selection } from './selection.ts';

/** The input of a picture. */
export interface GraphPictureProps {
  readonly graph: GraphView;
  readonly placement: Placement;
  /** By node id; absent while no plan is shown. */
  readonly statuses?: ReadonlyMap<string, NodeStatus> | undefined;
  /** Orders that the plan drops. */
  readonly dropped?: DroppedOrders | undefined;
  readonly selection?: Selection | undefined;
  /** The node that has the Tab stop. */
  readonly current?: string | undefined;
  /** The ids of the search results. */
  readonly matches?: ReadonlySet<string> | undefined;
  /** True if the picture is for viewing only: nothing in it can be focused or pressed. */
  readonly isStill?: boolean;
  /** The parts that are drawn one by one; absent for all. */
  readonly drawn?: Drawn | undefined;
}

/**
 * The ids of the boxes and lines that are drawn one by one; others are not drawn. Undefined if there would be too many:
 * then all similar ones form one shape. The selection and the Tab stop are always drawn.
 */
export interface Drawn {
  readonly nodes: ReadonlySet<string> | undefined;
  readonly edges: ReadonlySet<string> | undefined;
}

/** The parts of a picture. */
export interface PictureParts {
  readonly containers: readonly NodeShapeProps[];
  /** The edges with a position, those near the selection last, so that they are on top. */
  readonly edges: readonly EdgeLineProps[];
  readonly leaves: readonly NodeShapeProps[];
}

/** Returns the parts of a picture that are drawn, one by one or joined. Cost: `O(V + E)`. */
export function partsOf(props: GraphPictureProps): PictureParts {
  const { graph, placement, selection, dropped, drawn, current } = props;
  const cycle = selectedCycle(graph, selection);
  const containers = new Set<string>();
  for (const { parent } of graph.nodes) if (parent !== undefined) containers.add(parent);
  const isDrawn = ({ id }: GraphNode): boolean =>
    drawn?.nodes === undefined ||
    drawn.nodes.has(id) ||
    current === id ||
    (selection?.type === 'node' && selection.id === id);
  const nodesOf = (isContainer: boolean): readonly NodeShapeProps[] =>
    graph.nodes
      .filter((node) => containers.has(node.id) === isContainer && isDrawn(node))
      .flatMap((node) => nodeOf(node, props, { isContainer, isOnCycle: cycle?.nodes.has(node.id) === true }));
  const edges = graph.edges.flatMap((edge) => {
    const route = drawn?.edges?.has(edge.id) === false ? undefined : placement.routes.get(edge.id);
    if (route === undefined) return [];
    const isSelected = selection?.type === 'edge' && selection.id === edge.id;
    const isAtNode = selection?.type === 'node' && (selection.id === edge.source || selection.id === edge.target);
    const [isDropped, isOnCycle] = [dropped?.edges.has(edge.id) === true, cycle?.edges.has(edge.id) === true];
    return [
      {
        edge,
        route,
        isSelected,
        isNear: isSelected || isAtNode || isOnCycle,
        isDropped,
        isOnCycle,
        isCurved: placement.isCurved === true,
      },
    ];
  });
  return {
    // A space that is attached to its manager is in whatever is around the manager.
    containers: [...nodesOf(true)].sort(({ box: one }, { box: other }) => areaOf(other) - areaOf(one)),
    edges: [...edges.filter((edge) => !edge.isNear), ...edges.filter((edge) => edge.isNear)],
    leaves: nodesOf(false),
  };
}

const areaOf = ({ width, height }: Box): number => width * height;

function nodeOf(
  node: GraphNode,
  { placement, statuses, selection, current, matches, isStill }: GraphPictureProps,
  is: Pick<NodeShapeProps, 'isContainer' | 'isOnCycle'>,
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
