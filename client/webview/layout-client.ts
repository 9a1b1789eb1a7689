/**
 * Layouts of anything made of boxes and lines, on request and away from the page's thread. One worker is kept warm; a newer request puts an
 * older one aside; a layout that takes too long is ended with its worker and replaced by a simple
 * one, so that there always is a picture.
 */
import type { ElkNode } from '../../language/src/view/layout/elk-graph.ts';
import { withLabels } from '../../language/src/view/layout/label-places.ts';
import { createLevelLayout } from '../../language/src/view/layout/level-layout.ts';
import { simplePlacement } from '../../language/src/view/layout/layering.ts';
import type { LayoutGraph } from '../../language/src/view/layout/layout-graph.ts';
import type { Placement } from '../../language/src/view/layout/placement.ts';

export interface LayoutOptions {
  /** Returns a worker that speaks ELK's protocol. */
  readonly startWorker: () => Promise<Worker>;
  /** Milliseconds after which a layout is given up. */
  readonly deadline: () => number;
  /** Milliseconds after which a first picture must be there, though a simple one. */
  readonly patience: number;
  /** Is told why a layout is only a simple one. */
  readonly onTrouble: (message: string) => void;
}

export interface LayoutRequest {
  readonly graph: LayoutGraph;
  /** Whether a simple picture in between is better than none. */
  readonly isFirst: boolean;
  /** Is called once, or twice if a simple layout comes first; never after a newer request. */
  readonly onPlaced: (placement: Placement) => void;
}

export interface LayoutClient {
  readonly request: (request: LayoutRequest) => void;
  /** Puts the request under way aside, if there is one. */
  readonly cancel: () => void;
}

interface Answer {
  readonly id: number;
  readonly data?: ElkNode;
  readonly error?: { readonly message?: string };
}

/** A layout that has run so long is not waited for when a newer graph comes. */
const worthWaiting = 400;

/** Starts a worker and returns what hands it the layouts. */
export function startLayoutClient(options: LayoutOptions): LayoutClient {
  let endCurrent = (): void => undefined;
  const layOut = startEngine(options);
  return {
    cancel: () => {
      endCurrent();
    },
    request: (request) => {
      endCurrent();
      const controller = new AbortController();
      const started = performance.now();
      const simple = (): void => {
        request.onPlaced(withLabels(request.graph, simplePlacement(request.graph)));
      };
      const timers = [
        setTimeout(() => {
          controller.abort(new Error(`The layout took longer than ${options.deadline().toString()} ms.`));
        }, options.deadline()),
        ...(request.isFirst ? [setTimeout(simple, options.patience)] : []),
      ];
      let isOver = false;
      const settle = (): boolean => {
        const wasOver = isOver;
        isOver = true;
        timers.forEach(clearTimeout);
        return !wasOver;
      };
      endCurrent = () => {
        const isBusy = settle() && performance.now() - started > worthWaiting;
        if (isBusy) controller.abort(new Error('A newer graph came.'));
      };
      layOut(request, controller.signal).then(
        (placement) => {
          if (settle()) request.onPlaced(placement);
        },
        (error: unknown) => {
          if (!settle()) return;
          options.onTrouble(error instanceof Error ? error.message : String(error));
          simple();
        },
      );
    },
  };
}

type Engine = (request: LayoutRequest, signal: AbortSignal) => Promise<Placement>;

/** Starts a worker ahead of its first use; one that fails or is stopped is followed by another. */
function startEngine(options: LayoutOptions): Engine {
  let number = 0;
  const levels = createLevelLayout();
  let worker: Promise<Worker> | undefined = warmWorker(options);
  // Whoever asks first will see the failure; until then it must not count as unhandled.
  worker.catch(() => undefined);
  return async ({ graph }, signal) => {
    const starting = (worker ??= warmWorker(options));
    try {
      const running = await Promise.race([starting, ending(signal)]);
      const placement = await levels.place(graph, (level) => {
        return Promise.race([ask(running, ++number, level), ending(signal)]);
      });
      return withLabels(graph, placement);
    } catch (error) {
      // Whatever it was, the next layout gets a worker that is not busy with this one.
      if (worker === starting) worker = undefined;
      void starting.then(
        (ended) => {
          ended.terminate();
        },
        () => undefined,
      );
      throw error;
    }
  };
}

async function warmWorker(options: LayoutOptions): Promise<Worker> {
  const worker = await options.startWorker();
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

function ask(worker: Worker, id: number, graph: ElkNode): Promise<ElkNode> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (data.id !== id) return;
      if (data.data === undefined) reject(new Error(data.error?.message ?? 'The layout engine failed.'));
      else resolve(data.data);
    };
    worker.onerror = (event) => {
      reject(new Error(event.message));
    };
    worker.postMessage({ id, cmd: 'layout', graph, layoutOptions: {}, options: {} });
  });
}

function ending(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void => {
      reject(signal.reason instanceof Error ? signal.reason : new Error('The layout was ended.'));
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

/** Starts a worker from a script that a page may read but not run from its place. */
export async function workerFrom(scriptUrl: string): Promise<Worker> {
  const response = await fetch(scriptUrl);
  if (!response.ok) throw new Error(`The layout engine could not be loaded (${response.status.toString()}).`);
  const url = URL.createObjectURL(new Blob([await response.text()], { type: 'text/javascript' }));
  try {
    return new Worker(url);
  } finally {
    URL.revokeObjectURL(url);
  }
}
