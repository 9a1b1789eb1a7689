import assert from 'node:assert/strict';
import type { Page } from '../../e2e/playwright.ts';
import { buildModel } from '../../language/build-model.ts';
import { keyValueStore, layeredSystem } from '../../language/view/sample-model.ts';
import { becomes } from '../../becomes.ts';
import { graphOf, pagesOfSuite, sampleUri } from './graph-page.ts';

const scaleOf = (text: string | null) => Number(/scale\(([\d.]+)\)/u.exec(text ?? '')?.[1]);

/** Returns what is seen once it is saved, which it is when nothing has moved for a while. */
async function seenAtRest(page: Page): Promise<string> {
  const seen = await page.waitForFunction(() => {
    const transform = document.querySelector('[data-viewport]')?.getAttribute('transform') ?? '';
    const numbers = [...transform.matchAll(/-?[\d.]+(?:e-?\d+)?/gu)].map(Number);
    const { viewport } = Object(window.saved) as { readonly viewport?: Record<'x' | 'y' | 'k', number> };
    const isSaved = viewport !== undefined && [viewport.x, viewport.y, viewport.k].join() === numbers.join();
    return isSaved && transform;
  });
  return String(await seen.jsonValue());
}

/** Selects an entity, and waits until it has been brought into view: then it is saved. */
async function select(page: Page, name: string): Promise<void> {
  await seenAtRest(page);
  await page.locator(`[data-node="${name}"] > .name`).click();
  await page.waitForFunction((id) => JSON.stringify(window.saved ?? '').includes(`"selected":"${id}"`), name);
}

describe('The graph page', () => {
  const open = pagesOfSuite();

  it('says that it is ready, and until there is a graph that it is drawing', async () => {
    const { page, sent } = await open();
    assert.deepEqual(await sent(), [{ type: 'ready' }]);
    await page.locator('[data-notice="loading"]').waitFor();
  });

  it('keeps zoom and position across an edit', async () => {
    const { page, draw } = await open();
    const before = keyValueStore();
    await draw(graphOf(before));
    await page.mouse.move(500, 400);
    await page.mouse.wheel(0, -300);
    const transform = () => page.locator('[data-viewport]').getAttribute('transform');
    await becomes(async () => scaleOf(await transform()) > 1, true);
    const zoomed = scaleOf(await transform());
    const place = () =>
      page.locator('[data-node="files"] > .shape').evaluate((one) => one.getBoundingClientRect().toJSON() as DOMRect);
    await select(page, 'files');
    const [old, wanted] = [await place(), graphOf(keyValueStore())];
    const added = graphOf(buildModel('pd watcher\nspace files\nwatcher holds files'));
    const extra = added.nodes.filter((node) => node.id === 'watcher');
    await draw({ ...wanted, nodes: [...wanted.nodes, ...extra], edges: [...wanted.edges, ...added.edges] });
    assert.equal(scaleOf(await transform()), zoomed);
    const now = await place();
    assert.ok(Math.hypot(now.x - old.x, now.y - old.y) < 1, 'the selected node moved');
  });

  it('restores its view after it was hidden', async () => {
    const { page, draw } = await open();
    await draw(graphOf(keyValueStore()));
    await select(page, 'db');
    await page.locator('[data-tool="zoomOut"]').click();
    const seen = await seenAtRest(page);
    await page.reload();
    await page.waitForFunction(() => window.sent.length > 0);
    await draw(graphOf(keyValueStore()));
    await becomes(() => page.locator('[data-viewport]').getAttribute('transform'), seen);
    await page.locator('[data-node="db"][aria-pressed="true"]').waitFor();
  });

  it('restores its view even if a simple layout comes first', async () => {
    const { page, send, holdLayout } = await open();
    // So many entities that the final layout takes a moment.
    const graph = graphOf(layeredSystem(402));
    await send({ type: 'limits', layoutTimeout: 60_000, groupAbove: 1000 });
    await send({ type: 'graph', uri: sampleUri, title: 'sample.aft', graph });
    await page.locator('svg[data-layout="layered"]').waitFor();
    await page.locator('[data-tool="zoomOut"]').click();
    const seen = await seenAtRest(page);
    const releaseLayout = await holdLayout();
    await page.reload();
    await page.waitForFunction(() => window.sent.length > 0);
    await send({ type: 'limits', layoutTimeout: 60_000, groupAbove: 1000 });
    await send({ type: 'graph', uri: sampleUri, title: 'sample.aft', graph });
    await page.locator('svg[data-layout="simple"]').waitFor();
    await releaseLayout();
    await page.locator('svg[data-layout="layered"]').waitFor();
    await becomes(() => page.locator('[data-viewport]').getAttribute('transform'), seen);
  });

  it('shows text of a model only ever as text', async () => {
    const { page, draw } = await open();
    const evil = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
    const graph = graphOf(keyValueStore());
    const nodes = graph.nodes.map((node) =>
      node.id === 'db' ? { ...node, id: evil, label: evil, type: evil, documentation: evil } : node,
    );
    const edges = graph.edges.map((edge) => ({
      ...edge,
      source: edge.source === 'db' ? evil : edge.source,
      ...(edge.source === 'db' && { as: evil }),
    }));
    await draw({ ...graph, nodes, edges });
    await page.locator('[data-node] .name', { hasText: '<img' }).click();
    await becomes(() => page.locator('.documentation').textContent(), evil);
    assert.equal(await page.locator('img').count(), 0);
    assert.equal(await page.locator('#root script').count(), 0);
    assert.equal(await page.evaluate(() => 'hacked' in window), false);
  });

  it('refuses a message that it does not know, and continues', async () => {
    const { page, draw, sendRaw, sent } = await open();
    const graph = graphOf(keyValueStore());
    await draw(graph);
    await sendRaw({ type: 'graph', uri: sampleUri, title: 'x', graph: { ...graph, nodes: [{ id: 1 }] } });
    await sendRaw({ type: 'run', command: 'rm' });
    await sendRaw('hello');
    const types = async () => (await sent()).map((message) => message.type);
    await becomes(types, ['ready', 'trouble', 'trouble', 'trouble']);
    assert.equal(await page.locator('[data-node]').count(), graph.nodes.length);
  });

  it('says why if there is nothing to draw', async () => {
    const { page, send, last } = await open();
    await send({ type: 'empty', reason: 'noDocument' });
    await page.waitForSelector('[data-notice="noDocument"]');
    await page.locator('button', { hasText: 'New Model' }).click();
    await becomes(last, { type: 'newModel' });
    await send({ type: 'failed', message: 'The server is not running.' });
    await page.locator('[data-notice="failed"]', { hasText: 'The server is not running.' }).waitFor();
    await page.locator('button', { hasText: 'Retry' }).click();
    await becomes(last, { type: 'retry' });
    await send({ type: 'graph', uri: sampleUri, title: 'x', graph: { nodes: [], edges: [], entityCount: 0 } });
    await page.waitForSelector('[data-notice="noModel"]');
  });
});
