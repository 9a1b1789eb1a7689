/**
 * The layout worker of a page: runs the engine in a worker of its own, and all computations around them, so that the
 * page's thread only measures texts and draws.
 */
import type { Before } from '../../../language/src/view/layout/before.ts';
import { startLayoutService, type LayoutService } from './layout-service.ts';
import type { FromLayout, ToLayout } from './layout-client.ts';
import { changedGraph } from '../../../language/src/model/part-changes.ts';
import { changesOf } from './placement-changes.ts';
import { t } from '../../../language/src/model/common/translation.ts';

let service: LayoutService | undefined;
let deadline = 0;
/** The layouts that the page may have, by the numbers of their requests. */
const answers = new Map<number, Before>();

const post = (message: FromLayout): void => {
  self.postMessage(message);
};

self.onmessage = ({ data }: MessageEvent<ToLayout>): void => {
  switch (data.type) {
    case 'start': {
      const { patience, elk } = data;
      service = startLayoutService({
        startWorker: () => workerOf(elk ?? t`This page has no layout engine.`),
        deadline: () => deadline,
        patience,
        onTrouble: (message) => {
          post({ type: 'trouble', message });
        },
      });
      return;
    }
    case 'request': {
      const { number, window, arrangement, isFirst } = data;
      const isKnown = typeof data.before === 'number';
      const before = typeof data.before === 'number' ? answers.get(data.before) : data.before;
      const graph = changedGraph(data.graph, before?.graph ?? { ...data.graph, nodes: [], edges: [] });
      // Later requests are about the same layout, or about one that is still to come.
      for (const old of answers.keys()) if (old !== data.before) answers.delete(old);
      deadline = data.deadline;
      service?.request({
        ...{ graph, window, arrangement, before, isFirst },
        onPlaced: (placement, { last }) => {
          if (last) answers.set(number, { graph, placement });
          // What the page has need not be sent.
          const earlier = isKnown ? before?.placement : undefined;
          const sent = earlier === undefined ? placement : changesOf(placement, earlier);
          post({ type: 'placed', number, placement: sent, isChange: earlier !== undefined, last });
        },
      });
      return;
    }
    case 'cancel':
      service?.cancel();
  }
};

/** An unreadable script is a failure of the engine, which the simple layout replaces. */
function workerOf(script: Blob | string): Promise<Worker> {
  if (typeof script === 'string') return Promise.reject(new Error(script));
  const url = URL.createObjectURL(script);
  try {
    return Promise.resolve(new Worker(url));
  } finally {
    URL.revokeObjectURL(url);
  }
}
