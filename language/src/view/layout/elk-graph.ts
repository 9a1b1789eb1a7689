/**
 * A graph in the JSON that the ELK layout engine reads, and its answer as a placement. It knows the
 * format, not the engine, which runs in a worker of the page.
 */
import { blocksOf, boxesAt, type Block } from './blocks.ts';
import { containersOf, type LayoutGraph } from './layout-graph.ts';
import { middleOf, type Box, type Placement, type Point, type Route } from './placement.ts';

/** The part of ELK's graph format that we use; coordinates are there after the layout. */
export interface ElkNode {
  readonly id: string;
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  readonly layoutOptions?: Readonly<Record<string, string>>;
  readonly children?: readonly ElkNode[];
  readonly edges?: readonly ElkEdge[];
}

interface ElkEdge {
  readonly id: string;
  readonly sources: readonly string[];
  readonly targets: readonly string[];
  readonly labels?: readonly (Partial<Box> & { readonly text: string })[];
  readonly sections?: readonly {
    readonly startPoint: Point;
    readonly endPoint: Point;
    readonly bendPoints?: readonly Point[];
  }[];
}

/** More edges than this get no room for labels: it would take most of the time and of the picture. */
const labelledEdges = 120;

const rootOptions = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.layered.thoroughness': '3',
  'elk.layered.spacing.nodeNodeBetweenLayers': '34',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
  'elk.spacing.nodeNode': '22',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.edgeEdge': '12',
  'elk.spacing.edgeLabel': '2',
  'elk.spacing.componentComponent': '30',
  'elk.padding': '[top=20,left=20,bottom=20,right=20]',
};

function containerOptions({ top, side }: LayoutGraph['frame']): Readonly<Record<string, string>> {
  const [above, around] = [top.toString(), side.toString()];
  return {
    'elk.padding': `[top=${above},left=${around},bottom=${around},right=${around}]`,
    'elk.nodeSize.constraints': 'MINIMUM_SIZE',
  };
}

/** Returns the graph for the engine. Ids in it are numbers, so that no name can disturb it. */
export function toElkGraph(view: LayoutGraph): ElkNode {
  const containers = containersOf(view);
  const options = containerOptions(view.frame);
  const indices = new Map(view.nodes.map((node, index) => [node.id, index]));
  const blocks = blocksOf(view);
  const children = new Map<string | undefined, ElkNode[]>();
  // What is nested comes after what it is nested in, so from the end every container is complete.
  for (const [index, node] of [...view.nodes.entries()].reverse()) {
    if (blocks.get(node.parent)?.boxes.has(node.id) === true) continue;
    const { width, height } = node;
    const minimum = `(${width.toString()},${height.toString()})`;
    const elkNode: ElkNode = containers.has(node.id)
      ? {
          id: nodeId(index),
          layoutOptions: { ...options, 'elk.nodeSize.minimum': minimum },
          children: inOrder(children.get(node.id), blocks.get(node.id), index),
        }
      : { id: nodeId(index), width, height };
    const siblings = children.get(node.parent);
    if (siblings === undefined) children.set(node.parent, [elkNode]);
    else siblings.push(elkNode);
  }
  return {
    id: 'root',
    layoutOptions: rootOptions,
    children: inOrder(children.get(undefined), blocks.get(undefined), undefined),
    edges: elkEdges(view, indices),
  };
}

/** The children in declaration order, and then the block of those that no edge reaches. */
function inOrder(
  reversed: readonly ElkNode[] | undefined,
  block: Block | undefined,
  parent: number | undefined,
): readonly ElkNode[] {
  const nodes = [...(reversed ?? [])].reverse();
  if (block === undefined) return nodes;
  return [...nodes, { id: `b${parent?.toString() ?? ''}`, width: block.width, height: block.height }];
}

function elkEdges(view: LayoutGraph, indices: ReadonlyMap<string, number>): readonly ElkEdge[] {
  const hasLabels = view.edges.length <= labelledEdges;
  return view.edges.flatMap((edge, index) => {
    const [source, target] = [indices.get(edge.source), indices.get(edge.target)];
    if (source === undefined || target === undefined) return [];
    const label = edge.label && { text: ' ', ...edge.label, layoutOptions: { 'elk.edgeLabels.inline': 'true' } };
    return [
      {
        id: `e${index.toString()}`,
        sources: [nodeId(source)],
        targets: [nodeId(target)],
        ...(hasLabels && label !== undefined && { labels: [label] }),
      },
    ];
  });
}

const nodeId = (index: number): string => `n${index.toString()}`;

/** Returns the placement that the engine found for the graph made of `view`. */
export function fromElkGraph(root: ElkNode, view: LayoutGraph): Placement {
  const blocks = blocksOf(view);
  const boxes = new Map<string, Box>();
  const open: ElkNode[] = [...(root.children ?? [])];
  // The list grows while it is gone through.
  for (const { id, x = 0, y = 0, width = 0, height = 0, children = [] } of open) {
    const node = id === 'b' ? undefined : view.nodes[Number(id.slice(1))];
    const block = id.startsWith('b') ? blocks.get(node?.id) : undefined;
    if (block !== undefined) for (const [member, box] of boxesAt(block, { x, y })) boxes.set(member, box);
    else if (node !== undefined) boxes.set(node.id, { x, y, width, height });
    for (const child of children) open.push(child);
  }
  const routes = new Map<string, Route>();
  for (const edge of root.edges ?? []) {
    const graphEdge = view.edges[Number(edge.id.slice(1))];
    const route = routeOf(edge);
    if (graphEdge !== undefined && route !== undefined) routes.set(graphEdge.id, route);
  }
  return { boxes, routes, width: root.width ?? 0, height: root.height ?? 0, engine: 'elk' };
}

function routeOf(edge: ElkEdge): Route | undefined {
  const points = (edge.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) => [
    startPoint,
    ...bendPoints,
    endPoint,
  ]);
  if (points.length < 2) return undefined;
  const [label] = edge.labels ?? [];
  if (label?.x === undefined || label.y === undefined) return { points, label: middleOf(points) };
  return { points, label: { x: label.x + (label.width ?? 0) / 2, y: label.y + (label.height ?? 0) / 2 } };
}
