/** Large models on the graph page: each size in the way that suits it. How fast it is, the bench measures. */
import assert from 'node:assert/strict';
import { layeredSystem } from '../../language/view/sample-model.ts';
import { graphOf, pagesOfSuite, sampleUri } from './graph-page.ts';

declare global {
  interface Window {
    /** What was drawn in the simple layout; it may be gone before a test could look. */
    sketched: unknown;
  }
}

/** Runs in the page. */
function watchSketch(): void {
  new MutationObserver(() => {
    const svg = document.querySelector('svg[data-layout="simple"]');
    if (svg === null) return;
    window.sketched = {
      nodes: svg.querySelectorAll('[data-node]').length,
      lines: svg.querySelectorAll('.line').length,
    };
  }).observe(document.body, { subtree: true, childList: true });
}

describe('A large model on the graph page', function () {
  this.timeout(120_000);
  const open = pagesOfSuite();
  const opened = async (count: number, groupAbove: number) => {
    const shown = await open();
    shown.page.setDefaultTimeout(90_000);
    const graph = graphOf(layeredSystem(count), { groupAbove });
    await shown.send({ type: 'limits', layoutTimeout: 90_000 });
    await shown.page.evaluate(watchSketch);
    await shown.send({ type: 'graph', uri: sampleUri, title: 'large.aft', graph });
    return { ...shown, graph };
  };

  const typed = (counts: readonly number[]): readonly string[] =>
    counts.map((count, at) => `type${at.toString()} × ${count.toString()}`);

  it('of 1,000 entities is sketched at once, then drawn whole by Graphviz', async () => {
    const { page, graph } = await opened(1002, 5000);
    await page.locator('svg[data-layout="graphviz"]').waitFor();
    const sketched = await page.evaluate(() => window.sketched);
    const name = page.locator('[data-node="server7"] .name');
    assert.equal(await name.isVisible(), false);
    for (let times = 0; !(await name.isVisible()) && times < 20; times++)
      await page.locator('[data-tool="zoomIn"]').click();
    assert.ok(await name.isVisible());
    assert.deepEqual(sketched, { nodes: graph.nodes.length, lines: new Set(graph.edges.map(({ kind }) => kind)).size });
    assert.equal(await page.locator('[data-node]').count(), graph.nodes.length);
    assert.equal(await page.locator('[data-edge]').count(), graph.edges.length);
  });

  it('of 5,000 is drawn with what is alike in stacks and containers closed', async () => {
    const { page, graph } = await opened(5004, 400);
    await page.locator('svg[data-layout]').waitFor();
    // One stack of servers, and one of spaces for each type: what is alike is counted.
    const labels = await page.locator('[data-node] .name').allTextContents();
    assert.deepEqual(labels.toSorted(), ['pd × 834', ...typed([167, 167, 167, 167, 166])].toSorted());
    assert.ok((await page.locator('[data-edge]').count()) < 200);
    await page.locator('[data-node="space0 …"]').click();
    await page.locator('[data-details] .members button', { hasText: 'space5' }).first().click();
    await page.locator('[data-node="space5"]').waitFor();
    await page.locator('[data-focus="near"]').waitFor();
    await page.locator('.shown-line [data-tool="again"]').click();
    await page.locator('[data-node="space0 …"]').waitFor();
    await page.locator('.toolbar [data-tool="table"]').click();
    // The table lists what the picture counts: the spaces that are closed, and the servers as one.
    await page.locator('[data-entity-table="835"]').waitFor();
    assert.ok(graph.nodes.length > 835);
  });

  it('of 20,000 is a table with search, from which a neighbourhood is drawn', async () => {
    const { page } = await opened(20_004, 400);
    const table = page.locator('[data-entity-table]');
    await table.waitFor();
    assert.ok((await page.locator('[data-entity-row]').count()) < 200, 'only rows in view are there');
    await page.locator('input[type="search"]').fill('space1234');
    await page.locator('[data-entity-table="1"]').waitFor();
    await page.locator('[data-entity-row="space1234"]').click();
    await page.locator('[data-narrow] [data-tool="near"]').click();
    await page.locator('[data-node="space1234"]').waitFor();
    assert.ok((await page.locator('[data-node]').count()) > 1);
  });
});
