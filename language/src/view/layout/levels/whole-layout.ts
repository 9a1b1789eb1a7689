/**
 * Lays out a nested graph as one picture for a window: ELK places all levels together, so that lines cross the borders
 * of containers directly, once downwards and once to the right; the picture that the window shows larger is returned.
 */
import type { ElkNode } from './elk-graph.ts';
import { containersOf, type LayoutGraph, type Size } from '../layout-graph.ts';
import type { AskElk } from './level-layout.ts';
import type { Box, Placement, Point, Route } from '../placement.ts';

const labels = 'elk.layered.edgeLabels.centerLabelPlacementStrategy';
const cycles = 'elk.layered.cycleBreaking.strategy';

/**
 * The ways to lay out a graph; the first that shows it at its own size is taken. What follows the initial state comes
 * after it if cycles are broken depth first.
 */
const ways = [
  { 'elk.direction': 'DOWN', [labels]: 'HEAD_LAYER', [cycles]: 'DEPTH_FIRST' },
  { 'elk.direction': 'RIGHT', [labels]: 'SPACE_EFFICIENT_LAYER', [cycles]: 'DEPTH_FIRST' },
  { 'elk.direction': 'DOWN', [labels]: 'HEAD_LAYER' },
  { 'elk.direction': 'RIGHT', [labels]: 'SPACE_EFFICIENT_LAYER' },
  { 'elk.direction': 'DOWN', [labels]: 'MEDIAN_LAYER' },
] as const;

const options = {
  'elk.algorithm': 'layered',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.spacing.nodeNodeBetweenLayers': '20',
  'elk.layered.spacing.edgeNodeBetweenLayers': '9',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '7',
  'elk.spacing.nodeNode': '13',
  'elk.spacing.edgeNode': '9',
  'elk.spacing.edgeEdge': '7',
  'elk.spacing.edgeLabel': '2',
};

/**
 * The outermost initial state comes before the others, and its mark before it. Further inside, where lines cross the
 * border, the engine fails with such a constraint.
 */
const constraints = {
  mark: { 'elk.layered.layering.layerConstraint': 'FIRST_SEPARATE' },
  start: { 'elk.layered.layering.layerConstraint': 'FIRST' },
} as const;

/** A picture that both directions show smaller than this stays unreadable; fewer boxes would help, not another way. */
const hopeless = 0.5;

const margin = 4;

/** Returns the scale at which a window shows a whole picture, at most its own size. */
export const scaleIn = (room: Size, { width, height }: Size): number =>
  Math.min(1, room.width / Math.max(1, width), room.height / Math.max(1, height));

/** The settings of a layout. */
export interface WholeLayout {
  readonly room: Size;
  readonly ask: AskElk;
  /** Lays out the rare graph on which the engine fails in every direction. */
  readonly otherwise: () => Promise<Placement>;
}

/** Returns the placement that the window shows largest. */
export async function wholeLayout(graph: LayoutGraph, { room, ask, otherwise }: WholeLayout): Promise<Placement> {
  let best: Placement | undefined;
  for (const way of ways) {
    let placement: Placement;
    try {
      placement = fromWhole(await ask(toWhole(graph, way)), graph);
    } catch {
      // The engine fails on few graphs, mostly in one direction only.
      continue;
    }
    // A picture that is hardly larger is not worth another direction.
    if (best === undefined || scaleIn(room, placement) > scaleIn(room, best) * 1.05) best = placement;
    const scale = scaleIn(room, best);
    if (scale === 1 || (scale < hopeless && way === ways[1])) break;
  }
  return best ?? otherwise();
}

/** Returns the graph for the engine, which knows no ids of its own. */
function toWhole(graph: LayoutGraph, way: Readonly<Record<string, string>>): ElkNode {
  const all = { ...options, ...way };
  const containers = containersOf(graph);
  const outermost = new Set<string | undefined>(
    graph.nodes.flatMap(({ id, parent }) => (parent === undefined ? [id] : [])),
  );
  const { top, side } = graph.frame;
  const padding = `[top=${top.toString()},left=${side.toString()},bottom=${side.toString()},right=${side.toString()}]`;
  const childrenOf = (parent: string | undefined): ElkNode[] =>
    graph.nodes
      .filter((node) => node.parent === parent)
      .map(({ id, width, height, first }) =>
        containers.has(id)
          ? {
              id,
              children: childrenOf(id),
              layoutOptions: {
                ...all,
                'elk.padding': padding,
                'elk.nodeSize.constraints': 'MINIMUM_SIZE',
                'elk.nodeSize.minimum': `(${width.toString()},${height.toString()})`,
              },
            }
          : {
              id,
              width,
              height,
              ...(first !== undefined && outermost.has(parent) && { layoutOptions: constraints[first] }),
            },
      );
  const around = margin.toString();
  return {
    id: 'picture',
    layoutOptions: {
      ...all,
      'elk.json.shapeCoords': 'ROOT',
      'elk.json.edgeCoords': 'ROOT',
      'elk.padding': `[top=${around},left=${around},bottom=${around},right=${around}]`,
    },
    children: childrenOf(undefined),
    edges: graph.edges.map(({ id, source, target, label }) => ({
      id,
      sources: [source],
      targets: [target],
      ...(label !== undefined && {
        labels: [{ text: ' ', ...label, layoutOptions: { 'elk.edgeLabels.inline': 'true' } }],
      }),
    })),
  };
}

function fromWhole(answer: ElkNode, graph: LayoutGraph): Placement {
  const boxes = new Map<string, Box>();
  const visit = ({ id, x = 0, y = 0, width = 0, height = 0, children = [] }: ElkNode): void => {
    boxes.set(id, { x, y, width, height });
    children.forEach(visit);
  };
  answer.children?.forEach(visit);
  const routes = new Map<string, Route>();
  for (const { id, sections = [], labels = [] } of answer.edges ?? []) {
    const points = sections.flatMap(({ startPoint, bendPoints = [], endPoint }): Point[] => [
      startPoint,
      ...bendPoints,
      endPoint,
    ]);
    if (points.length < 2) continue;
    const [label] = labels;
    const { x, y, width = 0, height = 0 } = label ?? {};
    const place = x === undefined || y === undefined ? {} : { label: { x: x + width / 2, y: y + height / 2 } };
    routes.set(id, { points, ...place });
  }
  if (boxes.size < graph.nodes.length) throw new Error('The layout engine omitted a part of the graph.');
  return { boxes, routes, width: answer.width ?? 0, height: answer.height ?? 0, engine: 'elk' };
}
