/**
 * Splits a nested graph into flat ones: one level for each container and one for the whole. A line between different
 * containers is cut where it leaves or enters one; there the container has a port, where the pieces meet again.
 */
import { blocksOf, type PackedBlock } from './blocks.ts';
import type { LayoutGraph, LayoutNode, Size } from '../layout-graph.ts';

/** The end of a piece of a line: at a member, at a port of a member, or at a port of the level itself. */
export interface End {
  /** The index of the member in the level; absent for the level itself. */
  readonly member?: number;
  /** The index of the port among those of the member or of the level. */
  readonly port?: number;
}

/** A piece of a line within one level. */
export interface LineSegment {
  /** The index of the whole line in the graph. */
  readonly edge: number;
  readonly from: End;
  readonly to: End;
  /** Set on one piece of each line that has a label. */
  readonly label?: Size;
}

/** A port; on the left border for incoming lines, on the right border for outgoing ones. */
export interface Port {
  readonly side: 'left' | 'right';
  /** True if lines pass into the container here instead of ending at it. */
  readonly isPassed: boolean;
}

/** The content of one container, or of the whole. */
export interface Level {
  /** The container; absent for the whole. */
  readonly container?: LayoutNode;
  /** The members in the order of the graph, without those of the block. */
  readonly members: readonly LayoutNode[];
  /** The members without lines, packed together. */
  readonly block?: PackedBlock;
  readonly ports: readonly Port[];
  readonly pieces: readonly LineSegment[];
}

interface OpenLevel extends Level {
  readonly places: Map<string, number>;
  readonly ports: Port[];
  readonly pieces: LineSegment[];
}

/** Returns the levels by the id of their container, the innermost first. Cost: `O(V + E · depth)`. */
export function levelsOf(graph: LayoutGraph): ReadonlyMap<string | undefined, Level> {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const levels = openLevels(graph, nodes);
  const pathTo = (id: string): readonly string[] => {
    const path: string[] = [];
    for (let at: string | undefined = id; at !== undefined; at = nodes.get(at)?.parent) path.unshift(at);
    return path;
  };
  graph.edges.forEach((edge, index) => {
    if (!nodes.has(edge.source) || !nodes.has(edge.target)) return;
    cut({ index, label: edge.label, from: pathTo(edge.source), to: pathTo(edge.target) }, levels);
  });
  return levels;
}

function openLevels(graph: LayoutGraph, nodes: ReadonlyMap<string, LayoutNode>): Map<string | undefined, OpenLevel> {
  const blocks = blocksOf(graph);
  const members = new Map<string | undefined, LayoutNode[]>([[undefined, []]]);
  for (const node of graph.nodes) {
    const siblings = members.get(node.parent) ?? [];
    members.set(node.parent, siblings);
    if (blocks.get(node.parent)?.boxes.has(node.id) !== true) siblings.push(node);
  }
  // A container comes before its content, so going backwards visits the innermost first.
  return new Map(
    [...members].reverse().map(([id, own]): [string | undefined, OpenLevel] => {
      const container = id === undefined ? undefined : nodes.get(id);
      const block = blocks.get(id);
      const places = new Map(own.map((node, place) => [node.id, place]));
      return [
        id,
        {
          ...(container !== undefined && { container }),
          members: own,
          ...(block !== undefined && { block }),
          ports: [],
          pieces: [],
          places,
        },
      ];
    }),
  );
}

interface Line {
  readonly index: number;
  readonly label: Size | undefined;
  /** The ids from the outermost container to the end itself. */
  readonly from: readonly string[];
  readonly to: readonly string[];
}

function cut({ index, label, from, to }: Line, levels: ReadonlyMap<string | undefined, OpenLevel>): void {
  let shared = 0;
  while (from[shared] !== undefined && from[shared] === to[shared]) shared += 1;
  const isLoop = shared === from.length && shared === to.length;
  if (isLoop) shared -= 1;
  const level = levels.get(from[shared - 1]);
  if (level === undefined) return;
  const start = shared === from.length ? ownEnd(level, 'left') : reach(from, { side: 'right', shared, index, levels });
  const end = shared === to.length ? ownEnd(level, 'right') : reach(to, { side: 'left', shared, index, levels });
  level.pieces.push({ edge: index, from: start, to: end, ...(label !== undefined && { label }) });
}

/**
 * Ends a line between a container and its content at the container's border: one from the container on the left, one to
 * it on the right.
 */
function ownEnd(level: OpenLevel, side: Port['side']): End {
  return { port: level.ports.push({ side, isPassed: true }) - 1 };
}

interface Reaching {
  readonly side: Port['side'];
  /** The number of containers around both ends. */
  readonly shared: number;
  readonly index: number;
  readonly levels: ReadonlyMap<string | undefined, OpenLevel>;
}

/** Cuts the part of a line between its end and the level of its middle; returns the end of the middle. */
function reach(path: readonly string[], { side, shared, index, levels }: Reaching): End {
  const last = path.length - 1;
  const isContainer = levels.has(path[last]);
  let end = memberEnd(levels.get(path[last - 1]), path[last]);
  const own = levels.get(path[last]);
  if (isContainer && own !== undefined) end = { ...end, port: own.ports.push({ side, isPassed: false }) - 1 };
  for (let depth = last - 1; depth >= shared; depth -= 1) {
    const level = levels.get(path[depth]);
    if (level === undefined) continue;
    const port = level.ports.push({ side, isPassed: true }) - 1;
    level.pieces.push(
      side === 'right' ? { edge: index, from: end, to: { port } } : { edge: index, from: { port }, to: end },
    );
    end = { ...memberEnd(levels.get(path[depth - 1]), path[depth]), port };
  }
  return end;
}

function memberEnd(level: OpenLevel | undefined, id: string | undefined): End {
  const member = id === undefined ? undefined : level?.places.get(id);
  return member === undefined ? {} : { member };
}
