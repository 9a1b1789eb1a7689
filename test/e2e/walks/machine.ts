/**
 * The machine view in the real VS Code: the user sees the states of a machine, goes from them to the text and back,
 * watches them while a run is debugged, steps from there, and exports the picture.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { until } from '../../../client/scripts/code-server.mjs';
import { expectAccessible } from '../axe.ts';
import { drive, type Drive, photograph, written } from '../drive.ts';
import { walk } from '../walk.ts';
import { clickLens } from '../editor.ts';
import { frameWith, withTool } from '../frames.ts';
import type { Frame } from '../playwright.ts';
import { becomes } from '../../becomes.ts';

export const machineWalk = walk('the machine view in the real VS Code', () => {
  let vsCode: Drive | undefined;
  const driven = (): Drive => {
    assert.ok(vsCode);
    return vsCode;
  };
  const workbench = () => driven().workbench;
  const page = () => workbench().page;

  const machinePage = (selector: string, timeout?: number): Promise<Frame> => frameWith(page(), selector, timeout);
  const stackRow = (text: string) => page().locator('.debug-call-stack .monaco-list-row', { hasText: text }).first();

  before(async () => {
    vsCode = await drive();
    await workbench().openFile('machine.aft');
  });

  after(async () => {
    await vsCode?.stop();
  });

  it('shows a machine from the lens over it: nested states, marks, transitions with their labels', async () => {
    const chart = '[data-chart="Coordinator"][data-layout="elk"]';
    const show = page().locator('.codelens-decoration a', { hasText: 'Show' }).nth(1);
    await clickLens(show, (timeout) => machinePage(chart, timeout));
    const frame = await machinePage(chart);
    await becomes(() => frame.locator('g.state').count(), 7);
    await becomes(() => frame.locator('g.initial').count(), 2);
    await becomes(() => frame.locator('[data-name="Failed"] .final').count(), 1);
    const label = frame.locator('.transition-label', { hasText: 'after deadline' });
    await becomes(() => label.count(), 1);
    // At one moment, for the window may only just have got its size.
    const isInside = () =>
      frame.evaluate(() => {
        const shapes = ['Working', 'Waiting'].map((name) => document.querySelector(`[data-name="${name}"] > .shape`));
        const [outer, inner] = shapes.map((shape) => shape?.getBoundingClientRect());
        if (outer === undefined || inner === undefined) return false;
        const isBetween = inner.left > outer.left && inner.right < outer.right;
        return isBetween && inner.top > outer.top && inner.bottom < outer.bottom;
      });
    await becomes(isInside, true);
    assert.equal(await frame.locator('g.state[data-active="true"]').count(), 0);
    await photograph(workbench(), 'machine');
  });

  it('goes from a state and from a transition to the text, and from the cursor to the chart', async () => {
    const frame = await machinePage('[data-chart="Coordinator"]');
    await frame.locator('[data-name="Checking"] > .name').click();
    await page().locator('.monaco-editor .selected-text').first().waitFor();
    await frame.locator('[data-name="Checking"].is-selected').waitFor();
    await workbench().tab('machine.aft').first().click();
    await workbench().putCursor('state Working');
    await frame.locator('[data-name="Working"].is-selected').waitFor();
  });

  it('is walked through with the keys, and read as tables', async () => {
    const frame = await machinePage('[data-chart="Coordinator"]');
    await frame.locator('[data-name="Idle"]').focus();
    const focusAfter = async (key: string, label: RegExp): Promise<void> => {
      await page().keyboard.press(key);
      await becomes(async () => (await frame.locator(':focus').getAttribute('aria-label')) ?? '', label);
    };
    await focusAfter('t', /^Idle: on Begin/);
    // Along the transition, and from the middle of its line back up to where it comes from.
    await focusAfter('f', /^Trying, state/);
    await frame.locator('[data-name="Idle"]').focus();
    await focusAfter('t', /^Idle: on Begin/);
    await focusAfter('ArrowUp', /^Idle, initial state/);
    await withTool(frame, '[data-tool="table"]', (tool) => tool.click());
    await becomes(() => frame.locator('[data-table="states"] tbody tr').count(), 6);
    await becomes(async () => (await frame.locator('[data-table="transitions"] tbody tr').count()) > 8, true);
    await withTool(frame, '[data-tool="table"]', (tool) => tool.click());
  });

  it('has the menus of VS Code on states: the source, and a breakpoint', async () => {
    const frame = await machinePage('[data-chart="Coordinator"]');
    await workbench().chooseMenu(frame.locator('[data-name="Waiting"] > .name'), 'Open Source');
    // Whether the editor has the focus depends on which comes first, the text or the end of the menu.
    await page().locator('#status\\.editor\\.selection', { hasText: '(7 selected)' }).waitFor();
    await workbench().chooseMenu(frame.locator('[data-name="Waiting"] > .name'), 'Toggle Breakpoint');
    await page().locator('.codicon-debug-breakpoint').first().waitFor();
  });

  it('shows the active states, enabled transitions, timers and variables while a run is debugged', async () => {
    await workbench().tab('machine.aft').first().click();
    await page().keyboard.press('Control+Shift+D');
    const debug = page().locator('.codelens-decoration a', { hasText: 'Debug' }).first();
    await clickLens(debug, (timeout) => stackRow('Waiting').waitFor({ timeout }));
    const frame = await machinePage('[data-machine="Coordinator"][data-has-run="true"]');
    const working = frame.locator('[data-name="Working"][data-active="true"]');
    await working.waitFor();
    // The debug console leaves so little room that the inner states may be folded.
    const waiting = frame.locator('[data-name="Waiting"][data-active="true"]');
    await until('the active inner state', async () => {
      if (!(await waiting.isVisible())) await working.locator('[data-fold]').first().click({ timeout: 5000 });
      await waiting.waitFor({ timeout: 5000 });
      return true;
    });
    assert.equal(await frame.locator('[data-name="Idle"][data-active="true"]').count(), 0);
    await becomes(async () => (await frame.locator('g.transition[data-enabled="true"]').count()) > 0, true);
    const deadline = frame.locator('.transition-label', { hasText: 'after deadline' });
    await becomes(async () => (await deadline.textContent()) ?? '', /6s left/);
    await becomes(() => frame.locator('[data-variable="round"]').innerText(), /1/);
    await expectAccessible(frame, 'the machine in a run');
    await photograph(workbench(), 'machine-run');
  });

  it('steps from the chart, and the debugger goes with it', async () => {
    const frame = await machinePage('[data-machine="Coordinator"]');
    const before = await frame.locator('.hint').first().innerText();
    await frame.locator('[data-tool="forward"]').click();
    await until('another step', async () =>
      (await frame.locator('.hint').first().innerText()) === before ? undefined : true,
    );
    await page()
      .locator('.debug-call-stack', { hasText: /paused/i })
      .first()
      .waitFor();
    await frame.locator('[data-tool="back"]').click();
    await until('the step before', async () =>
      (await frame.locator('.hint').first().innerText()) === before ? true : undefined,
    );
    await page().keyboard.press('Shift+F5');
  });

  it('exports what is shown to a file', async () => {
    const frame = await machinePage('[data-machine="Coordinator"]');
    await frame.locator('[data-choice-of="export"]').selectOption('Mermaid');
    await page().locator('.quick-input-widget:visible', { hasText: 'Export the picture' }).waitFor();
    const file = join(driven().workspace, 'Coordinator.mmd');
    await workbench().acceptInput();
    await becomes(async () => (await written(file)).toString(), /^stateDiagram-v2\n[^]*\[\*\] --> s3/);
  });

  it('asks nothing of any other machine', () => {
    assert.deepEqual(workbench().requestsAway, []);
  });
});
