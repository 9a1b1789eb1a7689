import assert from 'node:assert/strict';
import { becomes } from '../../becomes.ts';
import { keyValueStore } from '../../language/view/sample-model.ts';
import { graphOf, pagesOfSuite, sampleUri, type GraphPage } from './graph-page.ts';

const cornerOf = async ({ page }: GraphPage, id: string): Promise<readonly number[]> => {
  const transform = await page.locator(`[data-node="${id}"]`).getAttribute('transform');
  return [...(transform ?? '').matchAll(/-?[\d.]+/gu)].map(Number);
};

describe('The boxes of the graph page', () => {
  const open = pagesOfSuite();

  it('are moved by pointer and by key, kept under their names, and taken back', async () => {
    const shown = await open({ size: { width: 1500, height: 900 } });
    const { page, draw, send, last } = shown;
    const graph = graphOf(keyValueStore());
    await draw(graph);
    const [before, other] = [await cornerOf(shown, 'app'), await cornerOf(shown, 'disk2')];
    const box = await page.locator('[data-node="app"] .name').boundingBox();
    assert.ok(box !== null && before.length === 2);
    await page.mouse.move(box.x + 3, box.y + 3);
    await page.mouse.down();
    await page.mouse.move(box.x + 20, box.y + 150, { steps: 4 });
    await page.locator('.dragged').waitFor();
    await page.mouse.up();
    await becomes(async () => (await cornerOf(shown, 'app'))[1] !== before[1], true);
    const moved = await cornerOf(shown, 'app');
    assert.deepEqual(await cornerOf(shown, 'disk2'), other, 'others stay');
    const place = (at: readonly number[]) => ({ id: 'app', x: Math.round(at[0] ?? 0), y: Math.round(at[1] ?? 0) });
    await becomes(() => last('moved'), { type: 'moved', uri: sampleUri, boxes: [place(moved)] });
    assert.equal(await page.locator('[data-node="app"].is-selected').count(), 0, 'a movement is no click');
    await page.locator('[data-node="app"]').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await becomes(async () => Math.round(((await cornerOf(shown, 'app'))[1] ?? 0) - (moved[1] ?? 0)), 20);
    const renamed = JSON.parse(JSON.stringify(graph).replaceAll('"app"', '"ape"').replaceAll('app|', 'ape|')) as never;
    await send({ type: 'graph', uri: sampleUri, title: 'sample.aft', graph: renamed });
    await page.locator('[data-node="ape"]').waitFor();
    await becomes(async () => Math.round(((await cornerOf(shown, 'ape'))[1] ?? 0) - (moved[1] ?? 0)), 20);
    await page.locator('[data-tool="reset"]').click();
    await becomes(() => cornerOf(shown, 'ape'), before);
    await becomes(() => last('moved'), { type: 'moved', uri: sampleUri, boxes: [] });
    await page.locator('[data-tool="reset"]').waitFor({ state: 'detached' });
  });

  it('are where they were left when a document is opened again', async () => {
    const shown = await open({ size: { width: 1500, height: 900 } });
    const moves = [
      { id: 'app', x: 700, y: 600 },
      { id: 'gone', x: 1, y: 1 },
    ];
    await shown.send({ type: 'graph', uri: sampleUri, title: 'sample.aft', graph: graphOf(keyValueStore()), moves });
    await becomes(() => cornerOf(shown, 'app'), [700, 600]);
    assert.deepEqual(await shown.sentOf('moved'), []);
  });
});
