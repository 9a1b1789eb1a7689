import assert from 'node:assert/strict';
import { startLayoutService, type LayoutOptions } from '../../../../client/webview/layout/layout-service.ts';
import type { Size } from '../../../../language/src/view/layout/layout-graph.ts';
import type { Placement } from '../../../../language/src/view/layout/placement.ts';
import { layoutGraphOf } from '../../../../language/src/view/layout/sizes.ts';
import { buildModel } from '../../../language/build-model.ts';
import { graphOf } from '../graph-page.ts';

interface Asked {
  readonly id: number;
  readonly cmd: string;
  readonly graph?: object;
}

/** A worker that answers layouts when it is told to. */
function standInWorker() {
  const asked: Asked[] = [];
  const state = { isTerminated: false };
  const worker = {
    onmessage: undefined as ((event: { readonly data: unknown }) => void) | undefined,
    postMessage: (message: Asked) => {
      if (message.cmd === 'layout' && message.id > 0) asked.push(message);
    },
    terminate: () => {
      state.isTerminated = true;
    },
  };
  const answer = (): void => {
    const next = asked.shift();
    assert.ok(next !== undefined, 'a layout was asked for');
    worker.onmessage?.({ data: { id: next.id, data: next.graph } });
  };
  // The client uses of a worker what this has.
  return { worker: worker as unknown as Worker, asked, state, answer };
}

/** A graph that no layout knows yet: what is known is not asked for again. */
const graphOfSize = (count: number) => graphOf(buildModel(`pd a\npd b\na feeds b\nobject o[${count.toString()}]`));

/** A client with workers that stand in, and what it has placed. */
function clientWith(options: Partial<LayoutOptions> = {}) {
  const workers: ReturnType<typeof standInWorker>[] = [];
  const troubles: string[] = [];
  const placed: (readonly [string, Placement['engine']])[] = [];
  const client = startLayoutService({
    startWorker: () => {
      const started = standInWorker();
      workers.push(started);
      return Promise.resolve(started.worker);
    },
    deadline: () => 10_000,
    patience: 10_000,
    onTrouble: (message) => troubles.push(message),
    ...options,
  });
  let count = 1;
  const request = (name: string, room?: Size): void => {
    count += 1;
    client.request({
      graph: { ...layoutGraphOf(graphOfSize(count)), ...(room !== undefined && { room }) },
      isFirst: true,
      onPlaced: ({ engine }) => placed.push([name, engine]),
    });
  };
  return { client, request, workers, troubles, placed };
}

const until = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 1));
};

const answered = async ({
  workers,
}: {
  readonly workers: readonly ReturnType<typeof standInWorker>[];
}): Promise<void> => {
  await until(() => (workers.at(-1)?.asked.length ?? 0) > 0);
  workers.at(-1)?.answer();
};

describe('The layout service', () => {
  it('gives one warm worker one layout after the other', async () => {
    const test = clientWith();
    test.request('first');
    await answered(test);
    await until(() => test.placed.length === 1);
    test.request('second');
    await answered(test);
    await until(() => test.placed.length === 2);
    assert.deepEqual(test.placed, [
      ['first', 'elk'],
      ['second', 'elk'],
    ]);
    assert.equal(test.workers.length, 1);
  });

  it('puts an older request aside for a newer one', async () => {
    const test = clientWith();
    test.request('old');
    await until(() => test.workers[0]?.asked.length === 1);
    test.request('new');
    await until(() => test.workers[0]?.asked.length === 2);
    test.workers[0]?.answer();
    test.workers[0]?.answer();
    await until(() => test.placed.length > 0);
    assert.deepEqual(test.placed, [['new', 'elk']]);
  });

  it('asks another worker at once when a newer request ends one that has been busy for long', async () => {
    const test = clientWith();
    const room = { width: 800, height: 600 };
    test.request('old', room);
    await until(() => test.workers[0]?.asked.length === 1);
    // The old layout began so long ago that the new one does not wait for it.
    const now = performance.now.bind(performance);
    performance.now = () => now() + 1000;
    try {
      test.request('new', room);
    } finally {
      performance.now = now;
    }
    await until(() => test.workers[1]?.asked.length === 1);
    test.workers[1]?.answer();
    await until(() => test.placed.length > 0);
    assert.deepEqual(test.placed, [['new', 'elk']]);
    assert.deepEqual(
      test.workers.map(({ asked, state }) => [asked.length, state.isTerminated]),
      [
        [1, true],
        [0, false],
      ],
    );
  });

  it('places nothing after it was stopped', async () => {
    const test = clientWith();
    test.request('old');
    await until(() => test.workers[0]?.asked.length === 1);
    test.client.cancel();
    test.workers[0]?.answer();
    test.request('new');
    await answered(test);
    await until(() => test.placed.length > 0);
    assert.deepEqual(test.placed, [['new', 'elk']]);
  });

  it('ends a worker that takes too long, places a simple layout, and continues with another worker', async () => {
    let deadline = 20;
    const test = clientWith({ deadline: () => deadline });
    test.request('slow');
    await until(() => test.placed.length === 1);
    assert.deepEqual(test.placed, [['slow', 'simple']]);
    assert.match(test.troubles[0] ?? '', /longer than 20 ms/u);
    await until(() => test.workers[0]?.state.isTerminated === true);
    deadline = 10_000;
    test.request('next');
    await answered(test);
    await until(() => test.placed.length === 2);
    assert.deepEqual(test.placed[1], ['next', 'elk']);
    assert.equal(test.workers.length, 2);
  });

  it('shows a first picture before its patience ends, and refines it', async () => {
    const test = clientWith({ patience: 10 });
    test.request('first');
    await until(() => test.placed.length === 1);
    await answered(test);
    await until(() => test.placed.length === 2);
    assert.deepEqual(test.placed, [
      ['first', 'simple'],
      ['first', 'elk'],
    ]);
  });

  it('shows a first picture of a large graph at once, without labels, and says that it is not the last', async () => {
    const { client } = clientWith({ deadline: () => 50, startWorker: () => new Promise(() => undefined) });
    const nodes = Array.from({ length: 900 }, (_, at) => ({ id: at.toString(), width: 40, height: 20 }));
    const edges = [{ id: 'e', source: '0', target: '1', label: { width: 10, height: 10 } }];
    const placed: unknown[] = [];
    client.request({
      graph: { nodes, edges, frame: { top: 40, side: 10 } },
      isFirst: true,
      onPlaced: ({ engine, boxes }, { last }) => placed.push([engine, boxes.size, last]),
    });
    await until(() => placed.length === 2);
    // The engine does not come, so that the simple one stays.
    assert.deepEqual(placed, [
      ['simple', 900, false],
      ['simple', 900, true],
    ]);
  });

  it('places a simple layout if no worker starts', async () => {
    const test = clientWith({ startWorker: () => Promise.reject(new Error('It is not there.')) });
    test.request('first');
    await until(() => test.placed.length === 1);
    assert.deepEqual(test.placed, [['first', 'simple']]);
    assert.deepEqual(test.troubles, ['It is not there.']);
  });
});
