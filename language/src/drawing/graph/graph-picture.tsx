/**
 * The picture of a graph as plain SVG elements: containers below, then lines, nodes and labels. It
 * is a function of its properties alone, with no page around it, so it can be written into a file
 * as well as into the page.
 */
import type { VNode } from 'preact';
import { EdgeLabel, EdgeLine, DroppedSign } from './edge-line.tsx';
import { JoinedBoxes, JoinedLines } from './joined-shapes.tsx';
import { NodeShape, type NodeShapeProps } from './node-shape.tsx';
import { partsOf, type GraphPictureProps } from './picture-parts.ts';
import { RegionHulls } from './region-hulls.tsx';
import { StatusPatterns } from './status-patterns.tsx';
import { steady } from '../steady.ts';

/** More labels than this are only shown at what is selected or pointed at. */
const labelsShownAtOnce = 300;

// Of a large picture, an edit changes few.
const [Node, Line, Label] = [steady(NodeShape), steady(EdgeLine), steady(EdgeLabel)];

/** Draws the graph in the coordinates of its placement. */
export function GraphPicture(props: GraphPictureProps): VNode {
  const { drawn } = props;
  const { containers, edges: all, leaves } = partsOf(props);
  const areLinesJoined = drawn !== undefined && drawn.edges === undefined;
  const edges = areLinesJoined ? [] : all;
  const shownLabels = edges.length <= labelsShownAtOnce ? edges : edges.filter((edge) => edge.isNear || edge.isDropped);
  return (
    <>
      <StatusPatterns />
      <g class="containers">{nodesOf(containers, props)}</g>
      {drawn === undefined && <RegionHulls graph={props.graph} placement={props.placement} />}
      <g class="edges">
        {areLinesJoined && <JoinedLines edges={all} />}
        {edges.map((edge) => (
          <Line key={edge.edge.id} {...edge} />
        ))}
      </g>
      <g class="leaves">{nodesOf(leaves, props)}</g>
      <g class="labels">
        {shownLabels.map((edge) => (
          <Label key={edge.edge.id} {...edge} />
        ))}
        {edges
          .filter((edge) => edge.isDropped)
          .map(({ edge, route }) => (
            <DroppedSign key={`dropped ${edge.id}`} edge={edge} route={route} />
          ))}
      </g>
    </>
  );
}

function nodesOf(nodes: readonly NodeShapeProps[], { drawn }: GraphPictureProps): readonly VNode[] {
  const areJoined = drawn !== undefined && drawn.nodes === undefined;
  const single = areJoined ? nodes.filter(({ isSelected, isCurrent }) => isSelected || isCurrent) : nodes;
  const shapes = single.map((node) => <Node key={node.node.id} {...node} />);
  return areJoined ? [<JoinedBoxes key=" joined" nodes={nodes} />, ...shapes] : shapes;
}
