/**
 * Writes the levels of a graph in the JSON of the ELK layout engine, and reads its answers as placed levels.
 * Independent of the engine, which runs elsewhere.
 */
import type { LayoutGraph } from '../layout-graph.ts';
import type { End, Level, LineSegment, Port } from './levels.ts';
import type { Box, Point } from '../placement.ts';
import type { PlacedLevel } from './placed-level.ts';

/** The used part of ELK's graph format; coordinates are set after the layout. */
export interface ElkNode {
  readonly id: string;
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  readonly layoutOptions?: Readonly<Record<string, string>>;
  readonly ports?: readonly ElkNode[];
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

/** Levels with more edges than this get no room for labels, which would take most of the time and of the picture. */
const labelledLines = 120;

const levelOptions = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.hierarchyHandling': 'SEPARATE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.thoroughness': '3',
  'elk.layered.spacing.nodeNodeBetweenLayers': '34',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
  'elk.spacing.nodeNode': '22',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.edgeEdge': '12',
  'elk.spacing.edgeLabel': '2',
  'elk.spacing.componentComponent': '30',
};

/** Levels are laid out side by side; their positions there are ignored. */
const sheetOptions = { 'elk.algorithm': 'box', 'elk.hierarchyHandling': 'SEPARATE_CHILDREN' };

const margin = 20;

/** Returns one graph for the engine that holds several levels, with distinct ids. */
export const elkSheet = (levels: readonly ElkNode[]): ElkNode => ({
  id: 'sheet',
  layoutOptions: sheetOptions,
  children: levels.map((level, at) => renamed(level, `${at.toString()}:`)),
});

function renamed(node: ElkNode, prefix: string): ElkNode {
  const end = (id: string): string => prefix + id;
  return {
    ...node,
    id: end(node.id),
    ...(node.ports !== undefined && { ports: node.ports.map((port) => renamed(port, prefix)) }),
    ...(node.children !== undefined && { children: node.children.map((child) => renamed(child, prefix)) }),
    ...(node.edges !== undefined && {
      edges: node.edges.map((edge) => ({
        ...edge,
        id: end(edge.id),
        sources: edge.sources.map(end),
        targets: edge.targets.map(end),
      })),
    }),
  };
}

/** Returns the id within the level. */
const localId = (id: string): string => id.slice(id.indexOf(':') + 1);

/** Returns a level for the engine. `placed` are the members that are containers, by index. */
export function toElk(level: Level, placed: ReadonlyMap<number, PlacedLevel>, frame: LayoutGraph['frame']): ElkNode {
  const { container, members, block, ports, pieces } = level;
  const around = container === undefined ? { top: margin, side: margin } : frame;
  const hasLabels = pieces.length <= labelledLines;
  return {
    id: '0',
    width: 1,
    height: 1,
    layoutOptions: {
      ...levelOptions,
      'elk.padding': `[top=${around.top.toString()},left=${around.side.toString()},bottom=${around.side.toString()},right=${around.side.toString()}]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${(container?.width ?? 0).toString()},${(container?.height ?? 0).toString()})`,
      ...(ports.length > 0 && { 'elk.portConstraints': 'FIXED_SIDE' }),
    },
    ports: ports.flatMap((port, at) => (port.isPassed ? [elkPort(`p${at.toString()}`, port)] : [])),
    children: [
      ...members.map((member, at) => elkMember(`n${at.toString()}`, member, placed.get(at))),
      ...(block === undefined ? [] : [{ id: 'block', width: block.width, height: block.height }]),
    ],
    edges: pieces.map((piece, at) => elkEdge(`e${at.toString()}`, piece, hasLabels)),
  };
}

function elkMember(
  id: string,
  { width, height, first }: Level['members'][number],
  placed: PlacedLevel | undefined,
): ElkNode {
  const constraint = first && {
    'elk.layered.layering.layerConstraint': first === 'mark' ? 'FIRST_SEPARATE' : 'FIRST',
  };
  if (placed === undefined) return { id, width, height, ...(constraint && { layoutOptions: constraint }) };
  const ports = placed.ports.map(({ side, x, y }, at) => ({ ...elkPort(`${id}p${at.toString()}`, { side }), x, y }));
  return {
    id,
    width: placed.width,
    height: placed.height,
    ...((ports.length > 0 || constraint) && {
      layoutOptions: { ...constraint, ...(ports.length > 0 && { 'elk.portConstraints': 'FIXED_POS' }) },
    }),
    ...(ports.length > 0 && { ports }),
  };
}

const elkPort = (id: string, { side }: Pick<Port, 'side'>): ElkNode => ({
  id,
  width: 0,
  height: 0,
  layoutOptions: { 'elk.port.side': side === 'left' ? 'WEST' : 'EAST' },
});

function elkEdge(id: string, { from, to, label }: LineSegment, hasLabels: boolean): ElkEdge {
  const room = label && { text: ' ', ...label, layoutOptions: { 'elk.edgeLabels.inline': 'true' } };
  return {
    id,
    sources: [elkEnd(from)],
    targets: [elkEnd(to)],
    ...(hasLabels && room !== undefined && { labels: [room] }),
  };
}

function elkEnd({ member, port }: End): string {
  const ofMember = member === undefined ? '' : `n${member.toString()}`;
  return port === undefined ? ofMember : `${ofMember}p${port.toString()}`;
}

/** Returns the engine's answer for a level, relative to the upper left corner of the level. */
export function fromElk(answer: ElkNode, level: Level, frame: LayoutGraph['frame']): PlacedLevel {
  const [width, height] = [answer.width ?? 0, answer.height ?? 0];
  const passed = new Map((answer.ports ?? []).map((port) => [localId(port.id), port]));
  const byId = new Map((answer.children ?? []).map((child) => [localId(child.id), child]));
  const edges = new Map((answer.edges ?? []).map((edge) => [localId(edge.id), edge]));
  const block = byId.get('block');
  const own = { left: level.ports.filter(endsAt('left')), right: level.ports.filter(endsAt('right')) };
  return {
    width,
    height,
    ports: level.ports.map((port, at) => {
      const found = passed.get(`p${at.toString()}`);
      const x = port.side === 'left' ? 0 : width;
      if (found !== undefined) return { ...port, x, y: found.y ?? 0 };
      // Lines that end at a container end beside its name.
      const [place, count] = [own[port.side].indexOf(port) + 1, own[port.side].length + 1];
      return { ...port, x, y: Math.round((Math.min(frame.top, height) * place) / count) };
    }),
    members: level.members.map((_, at) => boxOf(byId.get(`n${at.toString()}`))),
    ...(block !== undefined && { block: { x: block.x ?? 0, y: block.y ?? 0 } }),
    pieces: level.pieces.map((_, at) => pieceOf(edges.get(`e${at.toString()}`))),
  };
}

const endsAt =
  (side: Port['side']) =>
  (port: Port): boolean =>
    port.side === side && !port.isPassed;

const boxOf = (node: ElkNode | undefined): Box => ({
  x: node?.x ?? 0,
  y: node?.y ?? 0,
  width: node?.width ?? 0,
  height: node?.height ?? 0,
});

function pieceOf(edge: ElkEdge | undefined): PlacedLevel['pieces'][number] {
  const points = (edge?.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) => [
    startPoint,
    ...bendPoints,
    endPoint,
  ]);
  const [label] = edge?.labels ?? [];
  if (label?.x === undefined || label.y === undefined) return { points };
  return { points, label: { x: label.x + (label.width ?? 0) / 2, y: label.y + (label.height ?? 0) / 2 } };
}
