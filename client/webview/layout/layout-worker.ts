/**
 * The worker that lays out for a page: engines in workers of its own, and all that is computed around them. So the
 * thread of the page measures texts and draws, and does nothing else.
 */
import { startLayoutService, type LayoutService } from './layout-service.ts';
import type { FromLayout, ToLayout } from './layout-client.ts';

let service: LayoutService | undefined;
let deadline = 0;

const post = (message: FromLayout): void => {
  self.postMessage(message);
};

self.onmessage = ({ data }: MessageEvent<ToLayout>): void => {
  switch (data.type) {
    case 'start': {
      const { patience, elk, graphviz } = data;
      service = startLayoutService({
        startWorker: () => workerOf(elk),
        ...(graphviz !== undefined && { startGraphviz: () => workerOf(graphviz) }),
        deadline: () => deadline,
        patience,
        onTrouble: (message) => {
          post({ type: 'trouble', message });
        },
      });
      return;
    }
    case 'request': {
      const { number, graph, before, isFirst } = data;
      deadline = data.deadline;
      service?.request({
        ...{ graph, before, isFirst },
        onPlaced: (placement, { last }) => {
          post({ type: 'placed', number, placement, last });
        },
      });
      return;
    }
    case 'cancel':
      service?.cancel();
  }
};

/** A script that could not be read is a failure of the engine, for which the simple layout stands in. */
function workerOf(script: Blob | string): Promise<Worker> {
  if (typeof script === 'string') return Promise.reject(new Error(script));
  const url = URL.createObjectURL(script);
  try {
    return Promise.resolve(new Worker(url));
  } finally {
    URL.revokeObjectURL(url);
  }
}
