/**
 * The graph in the real VS Code: the user folds and unfolds, chooses layers and kinds, searches, follows relations by
 * keyboard, narrows to a part, reads it as a table, and exports it.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { layeredText } from '../../bench/graph-page/large-texts.ts';
import { expectAccessible } from '../axe.ts';
import { graphParts, overlaps } from '../overlaps.ts';
import { drive, type Drive, photograph, snapshot, written } from '../drive.ts';
import { walk } from '../walk.ts';
import { frameWith, withTool } from '../frames.ts';
import type { Frame } from '../playwright.ts';
import { becomes } from '../../becomes.ts';

/** Many copies, a cycle, and what nobody holds. */
const marked = `space parts : part { resource part[2000] }
space spares : spare { resource lonely }
space above : view { maps below }
space below : view { maps above }
pd maker { manages parts, spares, above, below  holds parts.part[0] }
`;

export const graphWalk = walk('the graph in the real VS Code', () => {
  let vsCode: Drive | undefined;
  const driven = (): Drive => {
    assert.ok(vsCode);
    return vsCode;
  };
  const workbench = () => driven().workbench;
  const page = () => workbench().page;
  const graph = (): Promise<Frame> => frameWith(page(), '[data-node]');
  const idsIn = (frame: Frame): Promise<readonly (string | null)[]> =>
    frame.locator('[data-node]').evaluateAll((all) => all.map((one) => one.getAttribute('data-node')));
  const drawn = (frame: Frame, ...names: readonly string[]): Promise<void> =>
    becomes(async () => (await idsIn(frame)).toSorted(), names.toSorted());
  const press = (frame: Frame, name: string): Promise<void> =>
    withTool(frame, `.toolbar [data-tool="${name}"]`, (tool) => tool.click());
  const showAll = async (frame: Frame): Promise<void> => {
    await frame.locator('.shown-line [data-tool="again"]').click();
    await frame.locator('.shown-line').waitFor({ state: 'detached' });
    await press(frame, 'fit');
    // The layout of the whole comes later than the line goes.
    await becomes(async () => (await idsIn(frame)).length, 14);
  };
  /** What is pressed may be beside the part that is seen first. */
  const toggle = async (frame: Frame, name: string): Promise<void> => {
    await press(frame, 'fit');
    await frame.locator(`[data-toggle="${name}"]`).click();
  };
  const focused = (frame: Frame): Promise<string | null> =>
    frame.evaluate(() => document.activeElement?.getAttribute('data-node') ?? null);

  before(async () => {
    vsCode = await drive({
      settings: { 'editor.codeLens': false, 'aftermath.graph.groupAbove': 100 },
      prepare: (workspace) => {
        writeFileSync(join(workspace, 'marked.aft'), marked);
      },
    });
    await workbench().openFile('kv-store.aft');
    await workbench().runCommand('Aftermath: Show Graph');
    await (await graph()).locator('svg[data-layout="layered"]').waitFor();
  });

  after(async () => {
    await vsCode?.stop();
  });

  it('draws each kind in its shape with icon and label, nothing over anything else', async () => {
    const frame = await graph();
    const whole = await idsIn(frame);
    assert.equal(whole.length, 14);
    assert.deepEqual(await frame.evaluate(overlaps, graphParts), []);
    for (const name of ['app', 'disk1', 'disk1.block1'])
      await frame.locator(`[data-node="${name}"] .icon`).first().waitFor({ state: 'attached' });
  });

  it('folds a container in place, with its relations and their count, and unfolds it', async () => {
    const frame = await graph();
    // Beside the editor it begins as a whole, with names that can be read.
    await frame.locator('[data-overview][data-all="true"]').waitFor({ state: 'attached' });
    assert.ok(((await frame.locator('[data-node="app"] .name').boundingBox())?.height ?? 0) > 9);
    await photograph(workbench(), 'graph-narrow');
    await toggle(frame, 'disk1');
    await frame.locator('[data-node="disk1.block1"]').waitFor({ state: 'detached' });
    await becomes(async () => (await frame.locator('[data-node="disk1"]').textContent()) ?? '', /1 in it/u);
    const lifted = frame.locator('[data-edge^="fileServer|"][data-relation="holds"] title');
    await becomes(async () => (await lifted.allTextContents()).join(''), /fileServer holds disk1 as rw/u);
    await frame.locator('[data-node="disk1"]').focus();
    await page().keyboard.press('+');
    await frame.locator('[data-node="disk1.block1"]').waitFor();
  });

  it('shows layers, kinds, names and types as they are chosen, and says what is omitted', async () => {
    const frame = await graph();
    await press(frame, 'view');
    await frame.locator('[data-tick="holds"]').click();
    await frame.locator('[data-relation="holds"]').first().waitFor({ state: 'detached' });
    await becomes(() => frame.locator('.shown-line').innerText(), /without holds/u);
    await frame.locator('[data-tick="resource"]').click();
    await frame.locator('[data-node="disk1.block1"]').waitFor({ state: 'detached' });
    await becomes(() => frame.locator('.shown-line').innerText(), /9 of 14 entities/u);
    await photograph(workbench(), 'graph-chosen');
    await showAll(frame);
    await frame.locator('[data-filter="name"]').fill('disk');
    await drawn(frame, 'disk1', 'disk2', 'disk1.block1', 'disk2.block2');
    await frame.locator('[data-overview][data-all="true"]').waitFor({ state: 'attached' });
    await frame.locator('[data-filter="name"]').fill('');
    await frame.locator('[data-filter="types"] summary').click();
    await frame.locator('[data-tick="types: block"]').click();
    await drawn(frame, 'disk1', 'disk2', 'disk1.block1', 'disk2.block2');
    await frame.locator('[data-tick="types: block"]').click();
    await press(frame, 'view');
  });

  it('finds the matches of a search one by one', async () => {
    const frame = await graph();
    await frame.locator('input[type="search"]').fill('server');
    await frame.locator('.match-count', { hasText: '3' }).waitFor();
    await becomes(() => frame.locator('[data-node].is-match').count(), 3);
    await page().keyboard.press('Enter');
    await frame.locator('[data-node="blockServer1"].is-selected').waitFor();
    await page().keyboard.press('Enter');
    await frame.locator('[data-node="blockServer2"].is-selected').waitFor();
    await page().keyboard.press('Escape');
    await frame.locator('.match-count').waitFor({ state: 'detached' });
  });

  it('is walked through by keyboard: between nodes, along a relation, to the source', async () => {
    const frame = await graph();
    await frame.locator('[data-node="disk1.block1"]').focus();
    await page().keyboard.press('ArrowUp');
    await becomes(() => focused(frame), 'disk1');
    await page().keyboard.press('End');
    await becomes(async () => (await focused(frame)) === 'disk1', false);
    await frame.locator('[data-node="app"]').focus();
    await page().keyboard.press('e');
    await frame.locator('[data-edge^="app|"].is-selected').first().waitFor({ state: 'attached' });
    await becomes(() => frame.locator('.announcements').innerText(), /^app requests database/u);
    await page().keyboard.press('f');
    await becomes(() => focused(frame), 'database');
    await page().keyboard.press('Enter');
    const line = readFileSync(join(driven().workspace, 'kv-store.aft'), 'utf8')
      .split('\n')
      .indexOf('space database : table {');
    await page()
      .locator('.active-line-number', { hasText: new RegExp(`^${String(line + 1)}$`, 'u') })
      .waitFor();
    await page().locator('.monaco-editor.focused').first().waitFor();
  });

  it('narrows to neighbours, to what leads there and away, and to what two PDs share, from the context menu', async () => {
    const frame = await graph();
    const menu = (name: string, entry: string): Promise<void> =>
      workbench().chooseMenu(frame.locator(`[data-node="${name}"] text.name`).first(), entry);
    await menu('db', 'Show Neighbourhood');
    await drawn(frame, 'db', 'database', 'database.table1', 'files');
    await frame.locator('[data-hops]').fill('2');
    await page().keyboard.press('Enter');
    await frame.locator('[data-node="fileServer"]').waitFor();
    await snapshot(workbench(), 'graph-near');
    await showAll(frame);
    await menu('disk1', 'Trace Up');
    await frame.locator('[data-focus="up"]').waitFor();
    await frame.locator('[data-node="blockServer2"]').waitFor({ state: 'detached' });
    await becomes(async () => (await idsIn(frame)).includes('app'), true);
    await showAll(frame);
    await menu('db', 'Trace Down');
    await frame.locator('[data-focus="down"]').waitFor();
    await frame.locator('[data-node="app"]').waitFor({ state: 'detached' });
    await becomes(async () => (await idsIn(frame)).includes('disk1.block1'), true);
    await showAll(frame);
    await menu('app', 'Show What Two');
    await workbench().choose('fileServer');
    await drawn(
      frame,
      'app',
      'fileServer',
      'database',
      'database.table1',
      'files',
      'files.file1',
      'disk1',
      'disk1.block1',
    );
    await snapshot(workbench(), 'graph-shared');
    await showAll(frame);
  });

  it('narrows by commands too, which ask for the entity', async () => {
    const frame = await graph();
    await workbench().tab('kv-store.aft').first().click();
    await workbench().runCommand('Aftermath: Show Neighbourhood…');
    await workbench().choose('app');
    await drawn(frame, 'app', 'database', 'database.table1');
    await showAll(frame);
  });

  it('has an overview that shows the visible part, and goes where it is clicked', async () => {
    const frame = await graph();
    for (let times = 0; times < 5; times++) await press(frame, 'zoomIn');
    const overview = frame.locator('[data-overview][data-all="false"]');
    await overview.waitFor();
    const seen = () => overview.locator('[data-seen]').getAttribute('x');
    const before = await seen();
    await overview.click({ position: { x: 4, y: 4 } });
    await becomes(async () => (await seen()) === before, false);
    await press(frame, 'fit');
    await frame.locator('[data-overview][data-all="true"]').waitFor({ state: 'attached' });
  });

  it('is a table that is walked through with the keys', async () => {
    const frame = await graph();
    await press(frame, 'table');
    const table = frame.locator('[data-entity-table="14"]');
    await table.waitFor();
    await becomes(() => frame.locator('[data-entity-row="app"]').innerText(), /requests database/u);
    await table.focus();
    await page().keyboard.press('End');
    await frame.locator('[aria-selected="true"]', { hasText: 'app' }).waitFor();
    await expectAccessible(frame, 'the graph as a table');
    await snapshot(workbench(), 'graph-table');
    await press(frame, 'table');
    await frame.locator('[data-node="app"]').waitFor();
  });

  it('is exported in every format as shown', async () => {
    const frame = await graph();
    await toggle(frame, 'disk2');
    await frame.locator('[data-node="disk2.block2"]').waitFor({ state: 'detached' });
    const proofs: Readonly<Record<string, readonly [label: string, shown: RegExp]>> = {
      svg: ['SVG picture', /data-node="disk2"/u],
      png: ['PNG picture', /^.PNG/u],
      mmd: ['Mermaid flowchart', /^flowchart/u],
      dot: ['Graphviz graph', /^digraph/u],
      json: ['JSON', /"format": "aftermath-graph"/u],
    };
    for (const [ending, [label, shown]] of Object.entries(proofs)) {
      await press(frame, 'export');
      await workbench().choose(label);
      const file = join(driven().workspace, `kv-store.${ending}`);
      await page().locator('.quick-input-widget:visible', { hasText: 'Export the graph' }).waitFor();
      await workbench().fillInput(file);
      const content = (await written(file)).toString('latin1');
      assert.match(content, shown);
      assert.doesNotMatch(content, /"id": "disk2\.block2"|data-node="disk2\.block2"|\["block2"\]/u, ending);
    }
    await toggle(frame, 'disk2');
  });

  it('draws copies as one stack with a count, and marks cycles and orphans', async () => {
    await workbench().tab('kv-store.aft').first().click();
    await workbench().openFile('marked.aft');
    const frame = await frameWith(page(), '[data-node="maker"]');
    const stack = frame.locator('[data-node^="parts.part"]', { hasText: '× 2000' });
    await stack.waitFor();
    await becomes(() => frame.locator('[data-node]').count(), 7);
    await becomes(() => frame.locator('[data-node="spares.lonely"]').getAttribute('data-problem'), 'warning');
    await press(frame, 'fit');
    await frame.locator('[data-node="above"][data-problem="warning"]').click();
    await frame.locator('[data-node="below"].is-on-cycle').waitFor();
    await becomes(() => frame.locator('[data-edge].is-on-cycle').count(), 2);
    await becomes(async () => (await frame.locator('[data-code="cycle/maps"]').count()) > 0, true);
    await photograph(workbench(), 'graph-marked');
  });

  it('groups automatically what is more than the settings allow, and draws what a search finds', async () => {
    const file = join(driven().workspace, 'many.aft');
    writeFileSync(file, layeredText(480));
    await workbench().runCommand('View: Focus First Editor Group');
    await workbench().openPath(file);
    const grouped = await frameWith(page(), 'svg[data-graph$="many.aft"] .name:has-text("server × 80")');
    await snapshot(workbench(), 'graph-many');
    await grouped.locator('input[type="search"]').fill('space32');
    await grouped.locator('input[type="search"]').press('Enter');
    await grouped.locator('[data-node="space32"]').waitFor();
  });
});
