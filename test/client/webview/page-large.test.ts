/** Large models on the graph page: each size in the way that suits it. How fast it is, the bench measures. */
import assert from 'node:assert/strict';
import { layeredSystem } from '../../language/view/sample-model.ts';
import { graphOf, pagesOfSuite, sampleUri } from './graph-page.ts';

describe('A large model on the graph page', function () {
  this.timeout(120_000);
  const open = pagesOfSuite();
  const opened = async (count: number, groupAbove: number) => {
    const shown = await open();
    shown.page.setDefaultTimeout(90_000);
    const graph = graphOf(layeredSystem(count), { groupAbove });
    await shown.send({ type: 'limits', layoutTimeout: 90_000 });
    await shown.send({ type: 'graph', uri: sampleUri, title: 'large.aft', graph });
    return { ...shown, graph };
  };

  it('of 1,000 entities is drawn whole, by Graphviz', async () => {
    const { page, graph } = await opened(1002, 5000);
    await page.locator('svg[data-layout="graphviz"]').waitFor();
    assert.equal(await page.locator('[data-node]').count(), graph.nodes.length);
    assert.equal(await page.locator('[data-edge]').count(), graph.edges.length);
  });

  it('of 5,000 is drawn with what is alike in stacks and containers closed', async () => {
    const { page, graph } = await opened(5004, 400);
    await page.locator('svg[data-layout]').waitFor();
    const drawn = await page.locator('[data-node]').count();
    assert.ok(drawn < graph.nodes.length && drawn <= 1200, drawn.toString());
    await page.locator('[data-node^="server0"]', { hasText: '×' }).first().waitFor({ state: 'attached' });
    const inside = await page.locator('[data-node="space0"]').textContent();
    assert.match(inside ?? '', /4 in it/u);
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
