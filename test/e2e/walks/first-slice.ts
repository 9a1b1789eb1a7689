/**
 * A first session in the real VS Code, with the packed extension: a model with a seeded orphan, its finding, hovers,
 * the graph beside the text, a crash under two policies, and the import of a dump of a real system.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../../client/scripts/code-server.mjs';
import { expectAccessible } from '../axe.ts';
import { drive, type Drive, photograph, snapshot } from '../drive.ts';
import { walk } from '../walk.ts';
import type { Frame } from '../playwright.ts';
import { withTool } from '../frames.ts';
import { becomes } from '../../becomes.ts';

const orphan = 'space spares : block { resource spare1 }\npd spareServer { manages spares }\n';

const dump = [
  'NODE_TYPE,NODE_ID,DATA,EDGE_TYPE,EDGE_FROM,EDGE_TO,EXTRA',
  'PD,PD_0,ROOT_TASK,,,,',
  'PD,PD_a,shell,,,,',
  'RESOURCE_SPACE,MO_SPACE_1,MO,,,,',
  'RESOURCE,MO_1_f,MO,,,,0x1000_2_12',
  ',,NONE,SUBSET,MO_1_f,MO_SPACE_1,',
  ',,NONE,HOLD,PD_0,MO_SPACE_1,',
  ',,NONE,HOLD,PD_0,MO_1_f,',
  ',,NONE,HOLD,PD_a,MO_1_f,',
  ',,MO,REQUEST,PD_a,PD_0,',
  '',
].join('\n');

export const firstModelWalk = walk('a first model in the real VS Code', () => {
  let vsCode: Drive | undefined;
  const driven = (): Drive => {
    assert.ok(vsCode);
    return vsCode;
  };
  const workbench = () => driven().workbench;
  const node = (frame: Frame, name: string) => frame.locator(`[data-node="${name}"]`);
  const statusOf = async (frame: Frame, name: string) => node(frame, name).getAttribute('data-status');

  before(async () => {
    vsCode = await drive({
      // Lines over declarations would push text out of sight that this walk points at.
      settings: { 'editor.codeLens': false },
      prepare: (workspace) => {
        const file = join(workspace, 'kv-store.aft');
        writeFileSync(file, readFileSync(file, 'utf8').replace('space disk2', `${orphan}space disk2`));
        writeFileSync(join(workspace, 'shell.csv'), dump);
      },
    });
    await workbench().openFile('kv-store.aft');
  });

  after(async () => {
    await vsCode?.stop();
  });

  it('marks the orphan and lists it among the problems', async () => {
    await workbench().squiggles('warning').first().waitFor();
    const rows = await workbench().problems('spare1');
    assert.ok(
      rows.some((row) => row.includes('"spares.spare1"') && row.includes('resource/orphan')),
      rows.join('\n'),
    );
  });

  it('shows on hover what the crash of a server would do', async () => {
    const hover = await workbench().hover('blockServer1', 'crash');
    await becomes(() => hover.innerText(), /pd[^]*destroys 3/u);
    await snapshot(workbench(), 'hover');
  });

  it('reports an error while it is typed, and withdraws it', async () => {
    await workbench().typeText('holds disk2.*', ' holds nowhere');
    await workbench().squiggles('error').first().waitFor();
    for (let undone = 0; undone < 3; undone++) await workbench().page.keyboard.press('Control+Z');
    await workbench().squiggles('error').first().waitFor({ state: 'detached' });
  });

  it('draws the model beside the text, resources inside their spaces', async () => {
    await workbench().runCommand('Aftermath: Show Graph');
    const frame = await workbench().webviewFrame();
    // In half a window only containers can be read at a glance.
    await withTool(frame, '[data-tool="view"]', (tool) => tool.click());
    await frame.locator('[data-open-all]').click();
    await withTool(frame, '[data-tool="view"]', (tool) => tool.click());
    for (const name of ['disk1', 'disk1.block1', 'fileServer', 'app']) await node(frame, name).waitFor();
    // At one moment, for the real layout may only just come.
    const isInside = () =>
      frame.evaluate(() => {
        const nodes = ['disk1', 'disk1.block1'].map((name) => document.querySelector(`[data-node="${name}"]`));
        const [outer, inner] = nodes.map((each) => each?.getBoundingClientRect());
        if (outer === undefined || inner === undefined) return false;
        const begins = inner.x >= outer.x && inner.y >= outer.y;
        return begins && inner.right <= outer.right && inner.bottom <= outer.bottom;
      });
    await becomes(isInside, true);
    await becomes(() => node(frame, 'fileServer').getAttribute('data-kind'), 'pd');
    await frame.locator('[data-edge="fileServer|manages|files"]').first().waitFor({ state: 'attached' });
    await snapshot(workbench(), 'graph-dark');
  });

  it('follows text that is not saved, without losing the zoom', async () => {
    const frame = await workbench().webviewFrame();
    const viewport = () => frame.locator('[data-viewport]').getAttribute('transform');
    await withTool(frame, '[data-tool="zoomIn"]', (tool) => tool.click());
    const zoomed = await until('the zoom', async () => {
      const before = await viewport();
      await workbench().page.waitForTimeout(300);
      return (await viewport()) === before ? before : undefined;
    });
    await workbench().tab('kv-store.aft').first().click();
    await workbench().typeText('pd spareServer { manages spares', '  holds spares.spare1');
    const line = frame.locator('[data-edge="spareServer|manages|spares"] title');
    await becomes(async () => (await line.allTextContents()).join(''), /holds spares\.spare1/u);
    await becomes(async () => scaleOf(await viewport()), scaleOf(zoomed));
    await workbench().squiggles('warning').first().waitFor({ state: 'detached' });
  });

  it('selects the source of a node that is clicked, and the node that the cursor is in', async () => {
    const frame = await workbench().webviewFrame();
    await frame.locator('[data-tool="fit"]').click();
    await node(frame, 'db').click();
    const line = readFileSync(join(driven().workspace, 'kv-store.aft'), 'utf8').split('\n').indexOf('pd db {') + 1;
    await workbench()
      .page.locator('.active-line-number', { hasText: new RegExp(`^${String(line)}$`) })
      .waitFor();
    await workbench().tab('kv-store.aft').first().click();
    await workbench().putCursor('pd app');
    await frame.locator('[data-node="app"].is-selected').first().waitFor();
  });

  it('shows what the crash of a block server destroys, under two policies, and why', async () => {
    await workbench().runCommand('Aftermath: Simulate Crash…');
    await workbench().choose('blockServer1');
    await workbench().choose('space-direct');
    const frame = await workbench().webviewFrame();
    await frame.locator('[data-node="blockServer1"][data-status="destroyed"]').waitFor();
    for (const name of ['disk1', 'disk1.block1'])
      await becomes(async () => [name, await statusOf(frame, name)], [name, 'destroyed']);
    await becomes(() => statusOf(frame, 'fileServer'), 'degraded');
    await becomes(() => statusOf(frame, 'disk2'), 'untouched');

    await workbench().tab('kv-store.aft').first().click();
    await workbench().runCommand('Aftermath: Simulate Crash…');
    await workbench().choose('blockServer1');
    await workbench().choose('careful');
    await frame.locator('[data-node="database"][data-status="destroyed"]').waitFor();
    for (const name of ['fileServer', 'files', 'database.table1']) {
      await becomes(async () => [name, await statusOf(frame, name)], [name, 'destroyed']);
    }
    for (const name of ['db', 'app'])
      await becomes(async () => [name, await statusOf(frame, name)], [name, 'degraded']);
    await node(frame, 'database').click({ position: { x: 12, y: 8 } });
    const reasons = frame.locator('[data-reason]');
    await reasons.filter({ hasText: '"database" maps "files"' }).first().waitFor();
    await snapshot(workbench(), 'crash-dark');
  });

  it('answers what if something were gone, without changing the text until that is asked for', async () => {
    const frame = await workbench().webviewFrame();
    await frame.locator('.plan-line [data-tool="close"]').click();
    await node(frame, 'db').click();
    await frame.locator('.details [data-tool="whatIf"]').click();
    await becomes(() => frame.locator('[data-supposed] strong').innerText(), 'Supposed: without db');
    await expectAccessible(frame, 'the graph of what is supposed');
    await photograph(workbench(), 'graph-supposed');
    await frame.locator('[data-supposed] [data-tool="source"]').click();
    await frame.locator('[data-supposed]').waitFor({ state: 'detached' });
    await frame.locator('[data-node="db"].is-absent').waitFor();
    await workbench().tab('kv-store.aft').first().click();
    await workbench().putCursor('absent pd db');
    await workbench().page.keyboard.press('Control+Z');
    await frame.locator('[data-node="db"]:not(.is-absent)').waitFor();
  });

  it('imports a dump as a new model', async () => {
    await workbench().runCommand('Aftermath: Import as New Model…');
    await workbench().fillInput(join(driven().workspace, 'shell.csv'));
    const imported = workbench().page.locator('.tabs-container .tab[data-resource-name^="Untitled"]');
    await imported.waitFor();
    // The graph may have taken the focus meanwhile.
    await imported.click();
    await workbench().editor().locator('.view-line', { hasText: 'ROOT_TASK' }).first().waitFor();
    await workbench().languageMode().filter({ hasText: 'Aftermath' }).waitFor();
    await snapshot(workbench(), 'import');
  });

  it('asks nothing of any other machine', () => {
    assert.deepEqual(workbench().requestsAway, []);
  });
});

/** The scale in an SVG transform such as `translate(1,2) scale(1.5)`. */
const scaleOf = (transform: string | null | undefined): string | undefined =>
  /scale\(([^)]+)\)/.exec(transform ?? '')?.[1];
