/**
 * The engines of the page: ELK, and Graphviz for what ELK would take more than a second for. Each has a worker of its
 * own; that of Graphviz is started when it is needed first.
 */
import { fromDot, toDot } from '../../../language/src/view/layout/dot-graph.ts';
import type { ElkNode } from '../../../language/src/view/layout/elk-graph.ts';
import type { LayoutGraph } from '../../../language/src/view/layout/layout-graph.ts';
import { createLevelLayout } from '../../../language/src/view/layout/level-layout.ts';
import type { Placement } from '../../../language/src/view/layout/placement.ts';
import { workerLine, type Answer } from './worker-line.ts';

export interface EngineOptions {
  /** Returns a worker that speaks ELK's protocol. */
  readonly startWorker: () => Promise<Worker>;
  /** Returns a worker that speaks the protocol of `graphviz-worker.ts`; absent where ELK does for every size. */
  readonly startGraphviz?: () => Promise<Worker>;
}

/** Lays out a graph; rejects where the engine fails or the signal ends it. */
export type Engine = (graph: LayoutGraph, signal: AbortSignal) => Promise<Placement>;

/** So many boxes and lines ELK lays out in about a second on a middling machine. */
const elkAtMost = 800;

/** Returns whether a graph is none for ELK, if anything better is there. */
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
  return (graph, signal) =>
    levels.place(graph, async (level) => {
      const { data } = await line.ask({ cmd: 'layout', graph: level, layoutOptions: {}, options: {} }, signal);
      if (data === undefined) throw new Error('The layout engine failed.');
      return data;
    });
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

/** Makes the engine compile what every layout needs before one is wanted. */
const tinyGraph = {
  id: 'root',
  layoutOptions: { 'elk.algorithm': 'layered' },
  children: [
    { id: 'a', children: [{ id: 'b', width: 10, height: 10 }] },
    { id: 'c', width: 10, height: 10 },
  ],
  edges: [{ id: 'e', sources: ['b'], targets: ['c'] }],
};
