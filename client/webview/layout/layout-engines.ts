/** The layout engine of machine charts: ELK, in a worker of its own. */
import type { ElkNode } from '../../../language/src/view/layout/levels/elk-graph.ts';
import type { LayoutGraph } from '../../../language/src/view/layout/layout-graph.ts';
import { createLevelLayout } from '../../../language/src/view/layout/levels/level-layout.ts';
import type { Placement } from '../../../language/src/view/layout/placement.ts';
import { wholeLayout } from '../../../language/src/view/layout/levels/whole-layout.ts';
import { workerLine, type WorkerAnswer } from './worker-line.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** The worker of the engine. */
export interface EngineOptions {
  /** Starts a worker with ELK's protocol. */
  readonly startWorker: () => Promise<Worker>;
}

/** Lays out a graph; rejects if the engine fails or the signal aborts it. */
export type LayoutEngine = (graph: LayoutGraph, signal: AbortSignal) => Promise<Placement>;

/** The number of boxes and lines that ELK lays out in about a second on a medium machine. */
const elkAtMost = 800;

/** Returns true if ELK would take more than about a second for a graph. */
export const isLarge = ({
  nodes,
  edges,
}: {
  readonly nodes: readonly unknown[];
  readonly edges: readonly unknown[];
}): boolean => nodes.length + edges.length > elkAtMost;

interface ElkAnswer extends WorkerAnswer {
  readonly data?: ElkNode;
}

/** Starts the engine. */
export function startEngine({ startWorker }: EngineOptions): LayoutEngine {
  const levels = createLevelLayout();
  const line = workerLine<object, ElkAnswer>(() => warmElk(startWorker), { isWarm: true });
  return (graph, signal) => {
    const ask = async (level: ElkNode): Promise<ElkNode> => {
      const { data } = await line.ask({ cmd: 'layout', graph: level, layoutOptions: {}, options: {} }, signal);
      if (data === undefined) throw new Error(t`The layout engine failed.`);
      return data;
    };
    const otherwise = (): Promise<Placement> => levels.place(graph, ask);
    return graph.room === undefined ? otherwise() : wholeLayout(graph, { room: graph.room, ask, otherwise });
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
