import assert from 'node:assert/strict';
import { createMovedBoxes } from '../../../client/src/graph/moved-boxes.ts';

function memory(kept?: unknown) {
  let value = kept;
  return {
    get: (): unknown => value,
    update: (_key: string, next: unknown): Promise<void> => {
      value = next;
      return Promise.resolve();
    },
  };
}

describe('The boxes that were moved by hand', () => {
  const boxes = [{ id: 'app', x: 1, y: 2 }];

  it('are kept by document, follow its new name, and are forgotten', () => {
    const moved = createMovedBoxes(memory());
    moved.keep('file:///a.aft', boxes);
    moved.keep('file:///b.aft', [{ id: 'b', x: 0, y: 0 }]);
    moved.renamed('file:///a.aft', 'file:///c.aft');
    moved.renamed('file:///no.aft', 'file:///d.aft');
    assert.deepEqual([moved.of('file:///a.aft'), moved.of('file:///c.aft')], [[], boxes]);
    moved.keep('file:///c.aft', []);
    assert.deepEqual([moved.of('file:///c.aft'), moved.of('file:///b.aft').length], [[], 1]);
  });

  it('are nothing if the storage has something else, and at most those of 200 documents', () => {
    assert.deepEqual(createMovedBoxes(memory('no')).of('file:///a.aft'), []);
    const moved = createMovedBoxes(memory({ 'file:///a.aft': [{ id: 1 }], 'file:///b.aft': boxes }));
    assert.deepEqual([moved.of('file:///a.aft'), moved.of('file:///b.aft')], [[], boxes]);
    for (let at = 0; at < 205; at += 1) moved.keep(`file:///${at.toString()}.aft`, boxes);
    assert.deepEqual([moved.of('file:///4.aft'), moved.of('file:///5.aft')], [[], boxes]);
  });
});
