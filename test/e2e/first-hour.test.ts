/**
 * The first hour of a new user, in one window: a real VS Code installs the packed extension and recognizes its files;
 * the walkthrough with the examples in a folder of their own, and the palette commands that no other walk needs.
 */
import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../client/scripts/code-server.mjs';
import { checkout } from '../../client/scripts/processes.mjs';
import { becomes } from '../becomes.ts';
import { drive, type Drive, screenshotFile } from './drive.ts';
import { frameWith } from './frames.ts';

describe('the first hour in a real VS Code', () => {
  let vsCode: Drive | undefined;
  const driven = (): Drive => {
    assert.ok(vsCode);
    return vsCode;
  };
  const workbench = () => driven().workbench;
  const page = () => workbench().page;
  const steps = () => page().locator('.getting-started-step');

  /** The processes of the language server of this window. */
  const servers = (): readonly number[] => driven().languageServers();

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

  describe('the packed extension', () => {
    it('starts no server before a model is open', async () => {
      await workbench().runCommand('Aftermath: Show Log');
      await workbench().page.locator('.part.panel', { hasText: 'Output' }).first().waitFor();
      assert.deepEqual(servers(), []);
      await workbench().runCommand('View: Toggle Panel Visibility');
      await workbench().openFile('kv-store.aft');
      await becomes(() => servers().length > 0, true);
    });

    it('shows an example in the language Aftermath', async () => {
      await workbench().openFile('kv-store.aft');
      await workbench().languageMode().filter({ hasText: 'Aftermath' }).waitFor();
    });

    it('colours the example', async () => {
      const tokens = workbench().editor().locator('.view-line span[class^="mtk"]');
      const classes = await tokens.evaluateAll((spans) => spans.map((span) => span.getAttribute('class')));
      assert.ok(new Set(classes).size > 3, `only the colours ${[...new Set(classes)].join(', ')}`);
      await workbench().screenshot(screenshotFile('smoke'));
    });
  });

  describe('the first minutes', () => {
    it('show a walkthrough with a medium for each of six steps', async () => {
      const { workbench } = driven();
      await workbench.runCommand('Welcome: Open Walkthrough...');
      await page().locator('.quick-input-widget:visible input').fill('Aftermath');
      await workbench.choose('Get Started with Aftermath');
      await steps().first().waitFor();
      await becomes(() => steps().count(), 6);
      await page().locator('.getting-started-media iframe, .getting-started-media webview').first().waitFor();
      await workbench.screenshot(screenshotFile('walkthrough'));
    });

    it('end with the examples in a new folder, and a step that is done', async () => {
      const { workbench, workspace } = driven();
      // They are opened in a window of their own, beside which a browser lets this one show one picture a second.
      const opened = page().context().waitForEvent('page');
      await workbench.runCommand('Aftermath: Open Examples');
      await workbench.fillInput(`${workspace}/`);
      await becomes(async () => new URL((await opened).url()).searchParams.get('folder'), /aftermath-examples$/);
      await (await opened).close();
      await page().bringToFront();
      const expected = readdirSync(join(checkout, 'language', 'examples')).sort();
      await until('the folder of the examples', () => {
        try {
          return readdirSync(join(workspace, 'aftermath-examples')).length === expected.length;
        } catch {
          return false;
        }
      });
      assert.deepEqual(readdirSync(join(workspace, 'aftermath-examples')).sort(), expected);
      await page().locator('.getting-started-step .codicon-getting-started-step-checked.complete').first().waitFor();
    });
  });

  describe('the commands', () => {
    it('New Model opens a model without errors, whose graph can be drawn', async () => {
      await workbench().runCommand('Aftermath: New Model');
      await workbench().page.locator('.tabs-container .tab[data-resource-name^="Untitled"]').waitFor();
      await workbench().languageMode().filter({ hasText: 'Aftermath' }).waitFor();
      await workbench().runCommand('Aftermath: Show Graph');
      await frameWith(page(), '[data-node]');
      assert.equal(await workbench().squiggles('error').count(), 0);
      await workbench().screenshot(screenshotFile('new-model'));
    });

    it('Import… says what is wrong with a file that is not a dump, and opens nothing', async () => {
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
      await workbench().hover('blockServer1', 'destroys 3');
      const failed = workbench().toasts().filter({ hasText: 'failed' });
      assert.equal(await failed.count(), 0);
    });

    it('Show Log opens the log of the extension', async () => {
      await workbench().runCommand('Aftermath: Show Log');
      await workbench().page.locator('.part.panel', { hasText: 'Output' }).first().waitFor();
      await workbench().page.locator('.part.panel .view-line').first().waitFor();
      await workbench().screenshot(screenshotFile('log'));
    });
  });

  describe('all of it', () => {
    it('asks nothing of any other machine', () => {
      assert.deepEqual(workbench().requestsAway, []);
    });
  });
});
