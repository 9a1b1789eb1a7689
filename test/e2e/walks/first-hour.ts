/**
 * The first hour of a new user, in one window: a real VS Code installs the packed extension and recognizes its files;
 * the walkthrough with the examples in a folder of their own, the side bar, and the palette commands that no other walk
 * needs.
 */
import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../../client/scripts/code-server.mjs';
import { checkout } from '../../../client/scripts/processes.mjs';
import { becomes } from '../../becomes.ts';
import { drive, type Drive, photograph, snapshot } from '../drive.ts';
import { walk } from '../walk.ts';
import { frameWith } from '../frames.ts';

export const firstHourWalk = walk('the first hour in a real VS Code', () => {
  let vsCode: Drive | undefined;
  const driven = (): Drive => {
    assert.ok(vsCode);
    return vsCode;
  };
  const workbench = () => driven().workbench;
  const page = () => workbench().page;
  const steps = () => page().locator('.getting-started-step');

  const step = (title: string) => steps().filter({ hasText: title });
  const done = (title: string) => step(title).locator('.codicon-getting-started-step-checked.complete');

  /** Presses the button of a step of the walkthrough; only the step that is open has one. An Escape leaves the page. */
  const pressStep = async (title: string, button: string): Promise<void> => {
    await workbench().runCommand('Aftermath: Get Started');
    const pressed = step(title).locator('.monaco-button', { hasText: button });
    // The page may be drawn anew meanwhile, and close the step.
    await until('the step', async () => {
      if (!(await pressed.isVisible())) await step(title).click();
      return pressed.click({ timeout: 3000 }).then(
        () => true,
        () => undefined,
      );
    });
  };

  /** A row of the side bar, by the beginning of its label. */
  const row = (label: string) => page().locator(`.pane-body .monaco-list-row[aria-label^=${JSON.stringify(label)}]`);

  /** The processes of the language server of this window. */
  const servers = (): readonly number[] => driven().languageServers();

  before(async () => {
    vsCode = await drive({
      settings: { 'aftermath.walkthrough.open': true },
      prepare: (workspace) => {
        writeFileSync(join(workspace, 'letter.csv'), 'Dear reader,\nthis is no dump.\n');
      },
    });
  });

  after(async () => {
    await vsCode?.stop();
  });

  describe('the first minutes', () => {
    it('begin with a walkthrough that opens automatically, with a medium for each of six steps, and no server', async () => {
      await steps().first().waitFor();
      await becomes(() => steps().count(), 6);
      // The first page of a window takes VS Code some time. A palette that is open before would lose the focus to it.
      await frameWith(page(), 'h1:has-text("Models of real systems")');
      await workbench().runCommand('Aftermath: Show Log');
      await workbench().page.locator('.part.panel', { hasText: 'Output' }).first().waitFor();
      assert.deepEqual(servers(), []);
      await workbench().runCommand('View: Toggle Panel Visibility');
      await photograph(workbench(), 'walkthrough');
    });

    it('open an example where no model is open, and tick only what was done', async () => {
      await pressStep('Simulate a crash', 'Simulate Crash');
      await page().locator('.quick-input-widget:visible .monaco-list-row').first().waitFor();
      await workbench().tab('kv-store.aft').first().waitFor();
      await becomes(() => servers().length > 0, true);
      await page().keyboard.press('Escape');
      await pressStep('See the graph of a model', 'Show Graph');
      await frameWith(page(), '[data-node]');
      await workbench().runCommand('Aftermath: Get Started');
      await done('See the graph of a model').waitFor();
      assert.equal(await done('Simulate a crash').count(), 0);
      // The graph is open, and drawn anew while the pick is.
      await pressStep('Simulate a crash', 'Simulate Crash');
      await workbench().choose('blockServer1');
      await workbench().choose('careful');
      await frameWith(page(), '[data-plan] .stepper');
      await workbench().runCommand('Aftermath: Get Started');
      await done('Simulate a crash').waitFor();
      // The examples are the open folder.
      await done('Open the examples').waitFor();
    });

    it('show an example in the language Aftermath, in colours', async () => {
      await workbench().openFile('kv-store.aft');
      await workbench().languageMode().filter({ hasText: 'Aftermath' }).waitFor();
      const tokens = workbench().editor().locator('.view-line span[class^="mtk"]');
      await until('more than three colours', async () => {
        const classes = await tokens.evaluateAll((spans) => spans.map((span) => span.getAttribute('class')));
        return new Set(classes).size > 3 ? true : undefined;
      });
      await snapshot(workbench(), 'smoke');
    });

    it('end with the examples in a new folder', async () => {
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
    });
  });

  describe('the side bar', () => {
    it('has the entities of the active model, and selects the one at the cursor', async () => {
      await workbench().openFile('kv-store.aft');
      await page().locator('.activitybar .action-label[aria-label^="Aftermath"]').first().click();
      await row('blockServer1, pd').waitFor();
      await workbench().putCursor('space files');
      await page().locator('.pane-body .monaco-list-row.selected[aria-label^="files, space"]').waitFor();
    });

    it('marks what a crash does, and keeps its plan', async () => {
      const keptPlan = row('crash of blockServer1').filter({ hasText: 'space-direct' });
      await workbench().chooseMenu(row('blockServer1, pd'), 'Simulate Crash…');
      await workbench().choose('space-direct');
      await row('blockServer1, pd, destroyed in step 1').waitFor();
      await row('fileServer, pd, degraded').waitFor();
      await keptPlan.waitFor();
      await photograph(workbench(), 'side-bar');
      await workbench().runCommand('Aftermath: Clear Marks of the Plan');
      await row('blockServer1, pd, destroyed').waitFor({ state: 'detached' });
      await keptPlan.waitFor();
    });

    it('filters and groups, and follows the text as it is typed', async () => {
      await workbench().runCommand('Aftermath: Filter Entities…');
      await workbench().fillInput('file');
      await row('app, pd').waitFor({ state: 'detached' });
      await row('fileServer, pd').waitFor();
      await workbench().runCommand('Aftermath: Clear Filter');
      await row('app, pd').waitFor();
      await workbench().runCommand('Aftermath: Group by Owner');
      await row('blockServer1, pd').and(page().locator('[aria-expanded]')).waitFor();
      await workbench().tab('kv-store.aft').first().click();
      await workbench().typeText('pd blockServer', '0 {} pd another');
      await row('another1, pd').waitFor();
      for (let undone = 0; undone < 5; undone++) await page().keyboard.press('Control+Z');
      await row('another1, pd').waitFor({ state: 'detached' });
    });

    it('runs a scenario and says how it went', async () => {
      await row('only the disk is lost').hover();
      await row('only the disk is lost').locator('.action-label[aria-label^="Run Scenario"]').click();
      await page()
        .locator('.pane-body .monaco-list-row', { hasText: /only the disk is lost\s*Passed · / })
        .waitFor();
      await snapshot(workbench(), 'side-bar-runs');
      await workbench().page.keyboard.press('Control+Shift+E');
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
      await snapshot(workbench(), 'new-model');
    });

    it('Import as New Model… says what is wrong with a file that is not a dump, and opens nothing', async () => {
      await workbench().runCommand('Aftermath: Import as New Model…');
      await workbench().fillInput(join(driven().workspace, 'letter.csv'));
      const toast = workbench().toasts().filter({ hasText: 'letter.csv, line 1' }).first();
      await toast.waitFor();
      await becomes(() => toast.innerText(), /OSmosis|CellulOS|NODE_TYPE/);
      assert.equal(await workbench().page.locator('.tab[data-resource-name^="Untitled-2"]').count(), 0);
    });

    it('Restart Language Server leaves a server that answers', async () => {
      await workbench().openFile('kv-store.aft');
      const old = servers();
      await workbench().runCommand('Aftermath: Restart Language Server');
      await becomes(() => servers().filter((id) => old.includes(id)), []);
      await workbench().hover('blockServer1', 'destroys 3');
      const failed = workbench().toasts().filter({ hasText: 'failed' });
      assert.equal(await failed.count(), 0);
    });

    it('Show Log opens the log of the extension', async () => {
      await workbench().runCommand('Aftermath: Show Log');
      await workbench().page.locator('.part.panel', { hasText: 'Output' }).first().waitFor();
      await workbench().page.locator('.part.panel .view-line').first().waitFor();
      await snapshot(workbench(), 'log');
    });
  });

  describe('all of it', () => {
    it('asks nothing of any other machine', () => {
      assert.deepEqual(workbench().requestsAway, []);
    });
  });
});
