/**
 * The measured graphs, as lists of edges; the same in each process.
 */
import { createDraws } from '../random.ts';
import type { Input } from '../suite.ts';

/** Edge i leads from `sources[i]` to `targets[i]`; there are no duplicates. */
export interface EdgeArrays {
  readonly nodeCount: number;
  readonly sources: Int32Array;
  readonly targets: Int32Array;
}

/** The shapes of graphs. */
export const shapes = {
  /** Five edges per node, to one of the next thousand nodes, few of them backwards: a model with some cycles. */
  near: (nodeCount: number) => randomEdges(nodeCount, 1000),
  /** Five edges per node, to any later one, few of them backwards. */
  far: (nodeCount: number) => randomEdges(nodeCount, nodeCount),
  /** Each node leads to the next. */
  chain: (nodeCount: number): EdgeArrays => {
    const sources = Int32Array.from({ length: nodeCount - 1 }, (_, node) => node);
    return { nodeCount, sources, targets: sources.map((node) => node + 1) };
  },
} as const satisfies Readonly<Record<string, (nodeCount: number) => EdgeArrays>>;

export type Shape = keyof typeof shapes;

let last: { readonly key: string; readonly edges: EdgeArrays } | undefined;

/** Returns the graph of an input; the last one is cached. */
export function graphOf({ shape, nodeCount }: Input): EdgeArrays {
  const key = `${String(shape)} ${String(nodeCount)}`;
  // Every input of the suite names a shape of the table.
  if (last?.key !== key) last = { key, edges: shapes[shape as Shape](Number(nodeCount)) };
  return last.edges;
}

const edgesPerNode = 5;
/** One edge in this many leads backwards. */
const backRarity = 10_000;

function randomEdges(nodeCount: number, span: number): EdgeArrays {
  const draw = createDraws();
  const count = nodeCount * edgesPerNode;
  const sources = new Int32Array(count);
  const targets = new Int32Array(count);
  const seen = new Set<number>();
  for (let edge = 0; edge < count;) {
    const first = draw(nodeCount);
    // The product of two draws prefers near nodes.
    const then = first + 1 + draw(draw(Math.min(nodeCount, span)) + 1);
    const isBack = draw(backRarity) === 0;
    const key = isBack ? then * nodeCount + first : first * nodeCount + then;
    if (then >= nodeCount || seen.has(key)) continue;
    seen.add(key);
    sources[edge] = isBack ? then : first;
    targets[edge++] = isBack ? first : then;
  }
  return { nodeCount, sources, targets };
}
