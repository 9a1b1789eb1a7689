/**
 * The layout engines of the page: ELK, and Graphviz for graphs that would take ELK more than a second. Each has a
 * worker of its own; that of Graphviz is started on first use.
 */
import { fromDot, toDot } from '../../../language/src/view/layout/dot-graph.ts';
import type { ElkNode } from '../../../language/src/view/layout/elk-graph.ts';
import type { LayoutGraph } from '../../../language/src/view/layout/layout-graph.ts';
import { createLevelLayout } from '../../../language/src/view/layout/level-layout.ts';
import type { Placement } from '../../../language/src/view/layout/placement.ts';
import { wholeLayout } from '../../../language/src/view/layout/whole-layout.ts';
import { workerLine, type Answer } from './worker-line.ts';

/** The workers of the engines. */
export interface EngineOptions {
  /** Starts a worker with ELK's protocol. */
  readonly startWorker: () => Promise<Worker>;
  /** Starts a worker with the protocol of `graphviz-worker.ts`; absent if ELK is used for every size. */
  readonly startGraphviz?: () => Promise<Worker>;
}

/** Lays out a graph; rejects if the engine fails or the signal aborts it. */
export type Engine = (graph: LayoutGraph, signal: AbortSignal) => Promise<Placement>;

/** The number of boxes and lines that ELK lays out in about a second on a medium machine. */
const elkAtMost = 800;

/** Returns true if a graph is too large for ELK, given an alternative. */
export const isLarge = ({
  nodes,
  edges,
}: {
  readonly nodes: readonly unknown[];
  readonly edges: readonly unknown[];
}): boolean => nodes.length + edges.length > elkAtMost;

/** Starts the engines. */
export function startEngines(options: EngineOptions): Engine {
  const elk = elkEngine(options);
  const graphviz = options.startGraphviz === undefined ? elk : graphvizEngine(options.startGraphviz);
  return (graph, signal) => (isLarge(graph) ? graphviz(graph, signal) : elk(graph, signal));
}

interface ElkAnswer extends Answer {
  readonly data?: ElkNode;
}

function elkEngine({ startWorker }: EngineOptions): Engine {
  const levels = createLevelLayout();
  const line = workerLine<object, ElkAnswer>(() => warmElk(startWorker), { isWarm: true });
  return (graph, signal) => {
    const ask = async (level: ElkNode): Promise<ElkNode> => {
      const { data } = await line.ask({ cmd: 'layout', graph: level, layoutOptions: {}, options: {} }, signal);
      if (data === undefined) throw new Error('The layout engine failed.');
      return data;
    };
    const otherwise = (): Promise<Placement> => levels.place(graph, ask);
    return graph.room === undefined ? otherwise() : wholeLayout(graph, { room: graph.room, ask, otherwise });
  };
}

interface GraphvizAnswer extends Answer {
  readonly text?: string;
}

function graphvizEngine(startGraphviz: () => Promise<Worker>): Engine {
  const line = workerLine<object, GraphvizAnswer>(startGraphviz, { isWarm: false });
  return async (graph, signal) => {
    const { text } = await line.ask({ dot: toDot(graph) }, signal);
    if (text === undefined) throw new Error('The layout engine failed.');
    return fromDot(text, graph);
  };
}

async function warmElk(startWorker: () => Promise<Worker>): Promise<Worker> {
  const worker = await startWorker();
  worker.postMessage({ id: 0, cmd: 'register', algorithms: ['layered'] });
  worker.postMessage({ id: -1, cmd: 'layout', graph: tinyGraph, layoutOptions: {}, options: {} });
  return worker;
}

/** Makes the engine compile its code before the first layout is requested. */
const tinyGraph = {
  id: 'root',
  layoutOptions: { 'elk.algorithm': 'layered' },
  children: [
    { id: 'a', children: [{ id: 'b', width: 10, height: 10 }] },
    { id: 'c', width: 10, height: 10 },
  ],
  edges: [{ id: 'e', sources: ['b'], targets: ['c'] }],
};
