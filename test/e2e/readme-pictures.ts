/**
 * Makes the pictures of the README anew, in the real VS Code: `node test/e2e/readme-pictures.ts`, with
 * names of pictures for some only, after `npm run package`. Look at them before you commit them.
 */
import { join } from 'node:path';
import { checkout } from '../../client/scripts/processes.mjs';
import { drive, type Drive } from './drive.ts';
import { clickLens } from './editor.ts';
import { frameWith, withTool } from './frames.ts';
import type { Theme } from './workbench.ts';

/** The names of the pictures to make; without names, all. */
const wanted = process.argv.slice(2);
const size = { width: 1400, height: 840 } as const;

/** Leaves the text and one panel on screen, as large as possible. */
const settings = {
  'workbench.activityBar.location': 'hidden',
  'workbench.statusBar.visible': false,
  'workbench.layoutControl.enabled': false,
  'window.menuBarVisibility': 'hidden',
  'breadcrumbs.enabled': false,
  'editor.lineNumbers': 'off',
  'editor.folding': false,
  'editor.glyphMargin': false,
  'debug.toolBarLocation': 'docked',
  'debug.internalConsoleOptions': 'neverOpen',
};

const file = (name: string): string => join(checkout, 'client', 'media', 'pictures', `${name}.png`);

/** Makes a picture in a window of its own. */
async function picture(name: string, theme: Theme, show: (window: Drive) => Promise<void>): Promise<void> {
  if (wanted.length > 0 && !wanted.includes(name)) return;
  const window = await drive({ settings });
  try {
    const { workbench } = window;
    await workbench.setTheme(theme);
    await workbench.page.setViewportSize(size);
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    await show(window);
    await workbench.page.mouse.move(size.width / 2, 1);
    await workbench.page.addStyleTag({ content: '.notifications-toasts { display: none !important; }' });
    // A resized graph is laid out anew when it stays as it is.
    await workbench.page.waitForTimeout(2500);
    await workbench.screenshot(file(name));
    process.stdout.write(`${file(name)}\n`);
  } finally {
    await window.stop();
  }
}

/** Gives the text this width. */
async function narrowText({ workbench: { page } }: Drive, width: number): Promise<void> {
  const group = await page.locator('.editor-group-container').first().boundingBox();
  if (group === null) throw new Error('No editor is open.');
  const [x, y] = [group.x + group.width, group.y + group.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(width, y, { steps: 5 });
  await page.mouse.up();
  await page.mouse.move(x, 1);
}

await picture('graph', 'Light Modern', async (window) => {
  const { workbench } = window;
  await workbench.openFile('kv-store.aft');
  await workbench.runCommand('Aftermath: Simulate Crash…');
  await workbench.choose('blockServer1');
  await workbench.choose('careful');
  const graph = await frameWith(workbench.page, '[data-plan] .stepper');
  await narrowText(window, 330);
  await graph.locator('[data-node="database"] > .name').click();
  await graph.locator('[data-details="database"] [data-reason]').first().waitFor();
  await withTool(graph, '[data-tool="fit"]', (tool) => tool.click());
});

await picture('plan', 'Dark Modern', async (window) => {
  const { workbench } = window;
  await workbench.openFile('murano.aft');
  await workbench.runCommand('Aftermath: Show Plan…');
  for (const choice of ['destroy', 'environment', 'default']) await workbench.choose(choice);
  const report = await frameWith(workbench.page, '[data-report="plan"]');
  await narrowText(window, 400);
  await report.locator('[data-name="environment.app.vm[0]"][data-sign="destroyed"]').click();
  await report.locator('.timeline-details [data-reason]').first().waitFor();
});

await picture('trace', 'Dark Modern', async (window) => {
  const { workbench } = window;
  await workbench.openFile('machine.aft');
  await workbench.runCommand('Aftermath: Show Scenario…');
  await workbench.choose('a second Begin waits for its turn');
  const trace = await frameWith(workbench.page, '[data-details]');
  await narrowText(window, 400);
  await trace.locator('[data-step="6"] .step-text').click();
  await trace.locator('[data-details="6"]').waitFor();
});

await picture('machine', 'Dark Modern', async (window) => {
  const { workbench } = window;
  const { page } = workbench;
  await workbench.openFile('machine.aft');
  await workbench.runCommand('Aftermath: Show Machine…');
  await workbench.choose('Coordinator');
  const machine = await frameWith(page, '[data-chart="Coordinator"]');
  const waiting = machine.locator('[data-name="Waiting"] > .name');
  for (const entry of ['Open Source', 'Toggle Breakpoint']) await workbench.chooseMenu(waiting, entry);
  await workbench.tab('machine.aft').first().click();
  await page.keyboard.press('Control+Shift+D');
  const debug = page.locator('.codelens-decoration a', { hasText: 'Debug' }).first();
  const stopped = page.locator('.debug-call-stack .monaco-list-row', { hasText: 'Waiting' }).first();
  await clickLens(debug, (timeout) => stopped.waitFor({ timeout }));
  await machine.locator('[data-name="Working"][data-active="true"]').waitFor();
});
