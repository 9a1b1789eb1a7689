/**
 * Packs siblings without edges into one block of rows and columns in declaration order: a layered layout would put them
 * in one long row, in an order of its own.
 */
import { containersOf, type LayoutGraph, type LayoutNode } from '../layout-graph.ts';
import type { Box, Point } from '../placement.ts';
import { append } from '../../../model/common/append.ts';
import { itemAt } from '../../../model/common/lookup.ts';

/** A block of packed nodes. */
export interface PackedBlock {
  readonly width: number;
  readonly height: number;
  /** The boxes of its nodes by id, relative to the upper left corner of the block. */
  readonly boxes: ReadonlyMap<string, Box>;
}

const gap = 14;
/** The preferred ratio of width to height of a block. */
const proportion = 1.4;

/** Returns the block of each parent (`undefined` for the outermost nodes) that has at least two such nodes. */
export function blocksOf(graph: LayoutGraph): ReadonlyMap<string | undefined, PackedBlock> {
  const containers = containersOf(graph);
  const columns = new Set<string | undefined>(
    graph.nodes.flatMap(({ id, isColumn }) => (isColumn === true ? [id] : [])),
  );
  const reached = new Set(graph.edges.flatMap((edge) => [edge.source, edge.target]));
  const unlinked = new Map<string | undefined, LayoutNode[]>();
  for (const node of graph.nodes) {
    if (reached.has(node.id) || containers.has(node.id) || columns.has(node.parent)) continue;
    append(unlinked, node.parent, node);
  }
  return new Map([...unlinked].filter(([, nodes]) => nodes.length > 1).map(([parent, nodes]) => [parent, pack(nodes)]));
}

/** Returns the boxes of a block's nodes when the block is at `corner`. */
export function boxesAt(block: PackedBlock, corner: Point): readonly (readonly [string, Box])[] {
  return [...block.boxes].map(([id, box]) => [id, { ...box, x: corner.x + box.x, y: corner.y + box.y }]);
}

function pack(all: readonly LayoutNode[]): PackedBlock {
  const height = Math.max(...all.map((one) => one.height)) + gap;
  const meanWidth = all.reduce((sum, one) => sum + one.width + gap, 0) / all.length;
  const columns = Math.max(1, Math.round(Math.sqrt((all.length * proportion * height) / meanWidth)));
  const lefts = [0];
  for (let column = 0; column < Math.min(columns, all.length); column++) {
    const widths = all.filter((_, index) => index % columns === column).map((one) => one.width);
    lefts.push(itemAt(lefts, column) + Math.max(...widths) + gap);
  }
  const boxes = all.map(({ id, width, height: ownHeight }, index): [string, Box] => {
    return [
      id,
      { width, height: ownHeight, x: itemAt(lefts, index % columns), y: Math.floor(index / columns) * height },
    ];
  });
  const rows = Math.ceil(all.length / columns);
  return { boxes: new Map(boxes), width: (lefts.at(-1) ?? gap) - gap, height: rows * height - gap };
}
