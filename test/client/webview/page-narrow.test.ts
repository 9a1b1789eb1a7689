/** The shown part of the graph: layers, filters, neighbourhoods, closed containers, table and overview. */
import assert from 'node:assert/strict';
import { keyValueStore, layeredSystem } from '../../language/view/sample-model.ts';
import { becomes } from '../../becomes.ts';
import { expectAccessible } from '../../e2e/axe.ts';
import { graphOf, pagesOfSuite, sampleUri, type GraphPage } from './graph-page.ts';

const drawnNodes = ({ page }: GraphPage): Promise<readonly string[]> =>
  page.locator('[data-node]').evaluateAll((all) => all.map((one) => one.getAttribute('data-node') ?? '').sort());
/** Waits until just these are drawn. */
const draws = (shown: GraphPage, ids: readonly string[]): Promise<void> => becomes(() => drawnNodes(shown), ids);
const count = ({ page }: GraphPage, selector: string): Promise<number> => page.locator(selector).count();

describe('What the graph page shows', () => {
  const open = pagesOfSuite();
  const opened = async (options?: Parameters<typeof open>[0]): Promise<GraphPage> => {
    const found = await open(options);
    await found.draw(graphOf(keyValueStore()));
    return found;
  };

  it('closes and opens a container in place, with its relations on it', async () => {
    const shown = await opened();
    const { page } = shown;
    const whole = await drawnNodes(shown);
    await page.locator('[data-toggle="files"]').click();
    await page.locator('[data-node="files.file1"]').waitFor({ state: 'detached' });
    await draws(
      shown,
      whole.filter((id) => !id.startsWith('files.')),
    );
    await becomes(() => page.locator('[data-node="files"]').textContent(), /2 in it/u);
    await becomes(
      () => page.locator('[data-edge="fileServer|manages|files"] title').innerHTML(),
      /^fileServer manages files\n\d+: fileServer manages files\n/u,
    );
    await page.locator('[data-node="files"]').focus();
    await page.keyboard.press('+');
    await page.locator('[data-node="files.file1"]').waitFor();
    await draws(shown, whole);
  });

  it('shows a named view of the file, and the whole graph again', async () => {
    const shown = await open();
    const graph = graphOf(keyValueStore());
    await shown.draw({ ...graph, views: [{ title: 'the disks', shown: ['disk1', 'disk2'], closed: [] }] });
    const { page } = shown;
    await page.locator('[data-named-view]').selectOption('the disks');
    await draws(shown, ['disk1', 'disk2']);
    await becomes(() => page.locator('.announcements').innerText(), /the disks: 2 of 14 entities are shown/u);
    await page.locator('[data-named-view]').selectOption('');
    await page.locator('[data-node="files.file1"]').waitFor();
  });

  it('hides a layer and a kind, filters by name and type, and says how much is shown', async () => {
    const shown = await opened();
    const { page } = shown;
    await page.locator('[data-tool="view"]').click();
    await page.locator('[data-tick="maps"]').click();
    await page.locator('[data-relation="maps"]').first().waitFor({ state: 'detached' });
    assert.ok((await count(shown, '[data-relation="holds"]')) > 0);
    await page.locator('[data-tick="resource"]').click();
    await page.locator('[data-kind="resource"]').first().waitFor({ state: 'detached' });
    await page.locator('[data-shown="9"]').waitFor();
    await page.locator('[data-filter="name"]').fill('disk');
    await page.locator('[data-node="files"]').waitFor({ state: 'detached' });
    await draws(shown, ['disk1', 'disk2']);
    await page.locator('[data-shown] [data-tool="again"]').click();
    await page.locator('[data-node="files.file1"]').waitFor();
    await page.locator('[data-filter="types"] summary').click();
    await page.locator('[data-tick="types: file"]').click();
    await page.locator('[data-node="disk1"]').waitFor({ state: 'detached' });
    await draws(shown, ['files']);
    await page.locator('[data-tick="types: table"]').click();
    await draws(shown, ['database', 'files']);
    await page.locator('[data-tick="types: table"]').click();
    await draws(shown, ['files']);
    await becomes(() => page.locator('.announcements').innerText(), /1 of 14 entities are shown/u);
  });

  it('narrows to a neighbourhood, upwards, downwards, and to what two PDs share', async () => {
    const shown = await opened();
    const { page } = shown;
    const focusOn = async (id: string): Promise<void> => {
      await page.locator(`[data-node="${id}"]`).focus();
      await page.keyboard.press(' ');
    };
    await focusOn('app');
    await page.locator('[data-narrow] [data-tool="near"]').click();
    await page.locator('[data-focus="near"]').waitFor();
    await page.locator('[data-node="db"]').waitFor({ state: 'detached' });
    await draws(shown, ['app', 'database', 'database.table1']);
    await page.locator('[data-hops]').fill('2');
    await page.locator('[data-hops]').press('Enter');
    await page.locator('[data-node="db"]').waitFor();
    await draws(shown, ['app', 'database', 'database.table1', 'db', 'files', 'files.file1']);
    await page.locator('[data-narrow] [data-tool="down"]').click();
    await page.locator('[data-focus="down"]').waitFor();
    // What it needs at last: the servers of the disks, by way of whoever manages what it requests.
    await page.locator('[data-node="blockServer2"]').waitFor();
    await page.locator('[data-node="db"]').waitFor();
    await page.locator('[data-narrow] [data-tool="up"]').click();
    await page.locator('[data-node="files"]').waitFor({ state: 'detached' });
    await draws(shown, ['app']);
    await page.locator('[data-shared-with]').selectOption('db');
    await page.locator('[data-node="database.table1"]').waitFor();
    await page.locator('[data-node="fileServer"]').waitFor({ state: 'detached' });
    await page.locator('[data-way-to]').fill('disk1');
    await page.locator('[data-way-to]').press('Enter');
    await page.locator('[data-focus="path"]').waitFor();
    await page.locator('[data-node="disk1"]').waitFor();
    await page.locator('[data-node="blockServer2"]').waitFor({ state: 'detached' });
    assert.ok((await drawnNodes(shown)).includes('app'));
  });

  it('shows the whole graph if requested during the layout', async () => {
    const shown = await opened();
    const { page, send } = shown;
    const whole = await drawnNodes(shown);
    for (let times = 0; times < 4; times += 1) await page.locator('[data-tool="zoomIn"]').click();
    await page.locator('[data-overview][data-all="false"]').waitFor({ state: 'attached' });
    await send({ type: 'narrow', focus: { kind: 'near', of: 'db', hops: 1 } });
    await page.locator('[data-node="app"]').waitFor({ state: 'detached' });
    // In one go, so that no layout can come between the two.
    await page.evaluate(() => {
      for (const tool of ['.shown-line [data-tool="again"]', '.toolbar [data-tool="fit"]'])
        document.querySelector<HTMLElement>(tool)?.click();
    });
    await draws(shown, whole);
    await becomes(() => page.locator('[data-overview]').getAttribute('data-all'), 'true');
  });

  it('keeps the choice across an edit and a reload', async () => {
    const shown = await opened();
    const { page, send } = shown;
    const again = { type: 'graph', uri: sampleUri, title: 'sample.aft', graph: graphOf(keyValueStore()) } as const;
    await page.locator('[data-toggle="disk1"]').click();
    await page.locator('[data-node="disk1.block1"]').waitFor({ state: 'detached' });
    await send(again);
    await send({ type: 'select', name: 'db' });
    await page.locator('[data-node="db"].is-selected').waitFor();
    assert.equal(await count(shown, '[data-node="disk1.block1"]'), 0);
    await page.waitForFunction(() => JSON.stringify(window.saved ?? '').includes('"closed":["disk1"]'));
    await page.reload();
    await page.waitForFunction(() => window.sent.length > 0);
    await send(again);
    await page.locator('[data-node="disk1"]').waitFor();
    assert.equal(await count(shown, '[data-node="disk1.block1"]'), 0);
  });

  it('shows a part requested elsewhere, even if closed or hidden', async () => {
    const shown = await opened();
    const { page, send, sendRaw, sentOf } = shown;
    await page.locator('[data-toggle="disk1"]').click();
    await page.locator('[data-node="disk1.block1"]').waitFor({ state: 'detached' });
    await send({ type: 'narrow', focus: { kind: 'near', of: 'disk1.block1', hops: 1 } });
    await page.locator('[data-node="disk1.block1"].is-selected').waitFor();
    await page.locator('[data-focus="near"]').waitFor();
    await page.locator('[data-node="app"]').waitFor({ state: 'detached' });
    await page.locator('[data-overview][data-all="true"]').waitFor({ state: 'attached' });
    await send({ type: 'narrow', focus: { kind: 'near', of: 'nowhere', hops: 1 } });
    // What the page refuses is told after what came before it.
    await sendRaw('no message');
    await becomes(async () => (await sentOf('trouble')).length, 1);
    assert.equal(await page.locator('[data-focus="near"]').innerText(), await page.locator('.shown-line').innerText());
    assert.ok((await drawnNodes(shown)).includes('disk1.block1'));
  });

  it('opens the containers of a requested entity', async () => {
    const { page, send } = await opened();
    await page.locator('[data-toggle="disk1"]').click();
    await page.locator('[data-node="disk1.block1"]').waitFor({ state: 'detached' });
    await send({ type: 'inspect', name: 'disk1.block1' });
    await page.locator('[data-node="disk1.block1"]').waitFor();
    await page.locator('[data-details="disk1.block1"]').waitFor();
  });

  it('follows relations with the keys', async () => {
    const { page } = await opened();
    await page.locator('[data-node="app"]').focus();
    await page.keyboard.press('e');
    await page.locator('.edge.is-selected').first().waitFor({ state: 'attached' });
    await becomes(() => page.locator('.announcements').innerText(), /app requests database/u);
    await page.keyboard.press('f');
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-node') === 'database');
  });

  it('has all of it in a table, too', async () => {
    const shown = await opened();
    const { page } = shown;
    await page.locator('[data-tool="table"]').click();
    await becomes(
      () =>
        page
          .locator('[data-entity-row]')
          .evaluateAll((all) => all.map((one) => one.getAttribute('data-entity-row') ?? '')),
      graphOf(keyValueStore()).nodes.map(({ id }) => id),
    );
    await becomes(() => page.locator('[data-entity-row="app"]').innerText(), /requests database/u);
    await page.locator('[data-entity-table]').focus();
    await page.keyboard.press('End');
    await page.locator('[data-entity-row="app"][aria-selected="true"]').waitFor();
  });

  it('has an overview that shows the visible part and leads elsewhere', async () => {
    const { page, draw } = await open();
    await draw(graphOf(keyValueStore()));
    const seen = () =>
      page.locator('[data-seen]').evaluate((one) => ['x', 'y', 'width'].map((name) => Number(one.getAttribute(name))));
    await page.locator('[data-overview][data-all]').waitFor({ state: 'attached' });
    const before = await seen();
    for (let times = 0; times < 4; times += 1) await page.locator('[data-tool="zoomIn"]').click();
    await becomes(async () => ((await seen())[2] ?? 0) < (before[2] ?? 0), true);
    const near = await seen();
    await page.locator('[data-overview]').click({ position: { x: 5, y: 5 } });
    await becomes(async () => ((await seen())[0] ?? 0) < (near[0] ?? 0), true);
  });

  it('shows the whole picture in a window that gets narrower, closed further where names could not be read', async () => {
    const { page, send } = await open({ size: { width: 1000, height: 700 } });
    await send({ type: 'graph', uri: sampleUri, title: 'sample', graph: graphOf(layeredSystem(60)) });
    const boxes = () => page.locator('[data-node]').count();
    const isWhole = () => page.locator('[data-overview][data-all="true"]').count();
    const scale = () => page.locator('[data-viewport]').evaluate((layer: SVGGElement) => layer.getCTM()?.a ?? 0);
    await becomes(isWhole, 1);
    const before = await boxes();
    for (const width of [860, 680]) {
      await page.setViewportSize({ width, height: 700 });
      await becomes(async () => (await isWhole()) === 1 && (await scale()) >= 9 / 13, true);
    }
    // The page may not have heard of its width yet.
    await becomes(async () => (await boxes()) < before && (await isWhole()) === 1 && (await scale()) >= 9 / 13, true);
    // Whoever has moved the picture keeps it as it is.
    await page
      .locator('[data-tool="zoomIn"]')
      .first()
      .evaluate((tool: HTMLElement) => {
        tool.click();
      });
    const near = await scale();
    await page.setViewportSize({ width: 600, height: 700 });
    await page.locator('[data-overview][data-all="false"]').waitFor({ state: 'attached' });
    assert.equal(await scale(), near);
  });

  it('keeps its tools in one line of any width: words go first, then a menu has them', async () => {
    const shown = await open({ size: { width: 1000, height: 700 } });
    const graph = graphOf(keyValueStore());
    await shown.draw({
      ...graph,
      views: [{ title: 'the disks and all that is on them', shown: ['disk1'], closed: [] }],
    });
    const { page } = shown;
    for (const width of [1000, 790, 700, 645, 600, 400, 300]) {
      await page.setViewportSize({ width, height: 700 });
      await page.locator('.folded-tools').waitFor({ state: width > 640 ? 'detached' : 'attached' });
      const outside = (): Promise<readonly [number, number]> =>
        page.locator('.toolbar').evaluate((one, most) => {
          const boxes = [...one.children].map((each) => each.getBoundingClientRect()).filter((box) => box.width > 0);
          const right = Math.max(...boxes.map((box) => box.right));
          return [Math.max(0, one.clientHeight - 43), Math.max(0, right - most)];
        }, width);
      await becomes(outside, [0, 0]);
    }
    await page.locator('.folded-tools > summary').focus();
    await page.keyboard.press('Enter');
    await page.locator('[data-tool="zoomIn"]').click();
    await expectAccessible(page, 'the menu of tools');
    await page.locator('[data-tool="legend"]').focus();
    await page.keyboard.press('Enter');
    await page.locator('[data-legend]').waitFor();
    await page.locator('[data-tool="legend"]').waitFor({ state: 'hidden' });
    await page.locator('.folded-tools > summary').press('Enter');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.activeElement?.localName === 'summary');
  });
});
