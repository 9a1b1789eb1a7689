import assert from 'node:assert/strict';
import { buildModel } from '../../language/build-model.ts';
import { keyValueStore } from '../../language/view/sample-model.ts';
import { graphOf, pagesOfSuite, sampleUri } from './graph-page.ts';

const scaleOf = (text: string | null) => Number(/scale\(([\d.]+)\)/u.exec(text ?? '')?.[1]);

describe('The graph page', () => {
  const open = pagesOfSuite();

  it('says that it is ready, and until there is a graph that it is drawing', async () => {
    const { page, sent } = await open();
    assert.deepEqual(await sent(), [{ type: 'ready' }]);
    assert.equal(await page.locator('[data-notice]').getAttribute('data-notice'), 'loading');
  });

  it('keeps zoom and place over an edit', async () => {
    const { page, draw } = await open();
    const before = keyValueStore();
    await draw(graphOf(before));
    await page.mouse.move(500, 400);
    await page.mouse.wheel(0, -300);
    await page.waitForFunction(() => window.saved !== undefined && JSON.stringify(window.saved).includes('viewport'));
    const transform = () => page.locator('[data-viewport]').getAttribute('transform');
    const zoomed = scaleOf(await transform());
    assert.ok(zoomed > 1);
    const place = () =>
      page.locator('[data-node="files"] > .shape').evaluate((one) => one.getBoundingClientRect().toJSON() as DOMRect);
    await page.locator('[data-node="files"] > .name').click();
    const [old, wanted] = [await place(), graphOf(keyValueStore())];
    const added = graphOf(buildModel('pd watcher\nspace files\nwatcher holds files'));
    const extra = added.nodes.filter((node) => node.id === 'watcher');
    await draw({ ...wanted, nodes: [...wanted.nodes, ...extra], edges: [...wanted.edges, ...added.edges] });
    assert.equal(scaleOf(await transform()), zoomed);
    const now = await place();
    assert.ok(Math.hypot(now.x - old.x, now.y - old.y) < 1, 'the selected node moved');
  });

  it('shows again what was seen before it was hidden', async () => {
    const { page, draw } = await open();
    await draw(graphOf(keyValueStore()));
    await page.locator('[data-node="db"] .name').click();
    await page.locator('[data-tool="zoomOut"]').click();
    const seen = await page.locator('[data-viewport]').getAttribute('transform');
    const scale = /scale\(([^)]+)\)/u.exec(seen ?? '')?.[1] ?? '';
    await page.waitForFunction((k) => JSON.stringify(window.saved).includes(`"k":${k}`), scale);
    await page.reload();
    await page.waitForFunction(() => window.sent.length > 0);
    await draw(graphOf(keyValueStore()));
    assert.equal(await page.locator('[data-viewport]').getAttribute('transform'), seen);
    assert.equal(await page.locator('[data-node="db"]').getAttribute('aria-pressed'), 'true');
  });

  it('shows again what was seen before, also when a simple layout comes first', async () => {
    const { page, draw } = await open({ layoutDelay: 600 });
    await draw(graphOf(keyValueStore()));
    await page.locator('[data-tool="zoomOut"]').click();
    const seen = await page.locator('[data-viewport]').getAttribute('transform');
    await page.waitForFunction((k) => JSON.stringify(window.saved).includes(`"k":${k}`), String(scaleOf(seen)));
    await page.reload();
    await page.waitForFunction(() => window.sent.length > 0);
    await draw(graphOf(keyValueStore()));
    assert.equal(await page.locator('[data-viewport]').getAttribute('transform'), seen);
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
    assert.equal(await page.locator('.documentation').textContent(), evil);
    assert.equal(await page.locator('img').count(), 0);
    assert.equal(await page.locator('#root script').count(), 0);
    assert.equal(await page.evaluate(() => 'hacked' in window), false);
  });

  it('refuses a message that it does not know, and goes on', async () => {
    const { page, draw, sendRaw, sent } = await open();
    const graph = graphOf(keyValueStore());
    await draw(graph);
    await sendRaw({ type: 'graph', uri: sampleUri, title: 'x', graph: { ...graph, nodes: [{ id: 1 }] } });
    await sendRaw({ type: 'run', command: 'rm' });
    await sendRaw('hello');
    await page.waitForFunction(() => window.sent.length === 4);
    assert.deepEqual(
      (await sent()).map((message) => message.type),
      ['ready', 'trouble', 'trouble', 'trouble'],
    );
    assert.equal(await page.locator('[data-node]').count(), graph.nodes.length);
  });

  it('says why where there is nothing to draw', async () => {
    const { page, send, sent } = await open();
    const notice = () => page.locator('[data-notice]').getAttribute('data-notice');
    await send({ type: 'empty', reason: 'noDocument' });
    await page.waitForSelector('[data-notice="noDocument"]');
    await page.locator('button', { hasText: 'New Model' }).click();
    assert.deepEqual((await sent()).at(-1), { type: 'newModel' });
    await send({ type: 'failed', message: 'The server is not running.' });
    await page.waitForSelector('[data-notice="failed"]');
    assert.match((await page.locator('[data-notice]').textContent()) ?? '', /The server is not running\./u);
    await page.locator('button', { hasText: 'Retry' }).click();
    assert.deepEqual((await sent()).at(-1), { type: 'retry' });
    await send({ type: 'graph', uri: sampleUri, title: 'x', graph: { nodes: [], edges: [], entityCount: 0 } });
    await page.waitForSelector('[data-notice="noModel"]');
    assert.equal(await notice(), 'noModel');
  });
});
