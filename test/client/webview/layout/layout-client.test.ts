import assert from 'node:assert/strict';
import { startLayoutClient } from '../../../../client/webview/layout/layout-client.ts';

describe('The layout client', () => {
  it('makes a simple layout itself if the layout worker is missing, and says so', async () => {
    const troubles: string[] = [];
    const client = startLayoutClient({
      scripts: { layout: 'data:refused', elk: 'data:refused' },
      deadline: () => 1000,
      patience: 10,
      onTrouble: (message) => troubles.push(message),
    });
    const nodes = [{ id: 'a', width: 10, height: 10 }];
    const graph = { nodes, edges: [], frame: { top: 40, side: 10 } };
    const placed = await new Promise<unknown>((resolve) => {
      client.request({
        graph,
        isFirst: true,
        onPlaced: () => {
          assert.fail('a newer request took over');
        },
      });
      client.request({
        graph,
        isFirst: true,
        onPlaced: ({ engine, boxes }, { last }) => {
          resolve([engine, boxes.size, last]);
        },
      });
    });
    assert.deepEqual(placed, ['simple', 1, true]);
    assert.equal(troubles.length, 1);
  });
});
