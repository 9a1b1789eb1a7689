/**
 * The commands of the palette that the first walk does not need: a new model, a dump that is none, the
 * log, and a restart of the language server.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drive, screenshotFile } from './drive.ts';
import type { Drive } from './drive.ts';
import { becomes } from '../becomes.ts';

describe('the commands in the real VS Code', () => {
  let vsCode: Drive | undefined;
  const driven = (): Drive => {
    assert.ok(vsCode);
    return vsCode;
  };
  const workbench = () => driven().workbench;

  before(async () => {
    vsCode = await drive({
      prepare: (workspace) => {
        writeFileSync(join(workspace, 'letter.csv'), 'Dear reader,\nthis is no dump.\n');
      },
    });
  });

  after(async () => {
    await vsCode?.stop();
  });

  it('New Model opens a model without faults, of which the graph can be drawn', async () => {
    await workbench().runCommand('Aftermath: New Model');
    await workbench().page.locator('.tabs-container .tab[data-resource-name^="Untitled"]').waitFor();
    await workbench().languageMode().filter({ hasText: 'Aftermath' }).waitFor();
    await workbench().runCommand('Aftermath: Show Graph');
    const frame = await workbench().webviewFrame();
    await frame.locator('[data-node]').first().waitFor();
    assert.equal(await workbench().squiggles('error').count(), 0);
    await workbench().screenshot(screenshotFile('new-model'));
  });

  it('Import… says of a file that is no dump what is wrong, and opens nothing', async () => {
    await workbench().runCommand('Aftermath: Import…');
    await workbench().fillInput(join(driven().workspace, 'letter.csv'));
    const toast = workbench().toasts().filter({ hasText: 'letter.csv, line 1' }).first();
    await toast.waitFor();
    await becomes(() => toast.innerText(), /OSmosis|CellulOS|NODE_TYPE/);
    assert.equal(await workbench().page.locator('.tab[data-resource-name^="Untitled-2"]').count(), 0);
  });

  it('Restart Language Server leaves a server that answers', async () => {
    await workbench().openFile('kv-store.aft');
    await workbench().hover('fileServer', 'crash');
    await workbench().page.keyboard.press('Escape');
    await workbench().runCommand('Aftermath: Restart Language Server');
    await workbench().typeText('holds disk2.*', ' holds nowhere');
    await workbench().squiggles('error').first().waitFor();
    // Back to the left margin: the typed text has scrolled the name out of sight.
    await workbench().page.keyboard.press('Home');
    const hover = await workbench().hover('blockServer1', 'crash');
    const failed = workbench().toasts().filter({ hasText: 'failed' });
    assert.equal(await failed.count(), 0);
    await becomes(() => hover.innerText(), /destroys 3/);
  });

  it('Show Log opens the log of the extension', async () => {
    await workbench().runCommand('Aftermath: Show Log');
    await workbench().page.locator('.part.panel', { hasText: 'Output' }).first().waitFor();
    await workbench().page.locator('.part.panel .view-line').first().waitFor();
    await workbench().screenshot(screenshotFile('log'));
  });
});
