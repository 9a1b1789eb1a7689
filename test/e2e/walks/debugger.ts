/**
 * The debugger in the real VS Code: the user presses F5 on a scenario without any configuration, stops at a breakpoint,
 * inspects nested states and variables, steps back, watches, tries another value, and stops where an expectation fails.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../../client/scripts/code-server.mjs';
import { drive, type Drive, photograph } from '../drive.ts';
import { walk } from '../walk.ts';
import { clickLens } from '../editor.ts';
import { becomes } from '../../becomes.ts';

const model = `event Work(amount: int)

machine Worker for pd {
  var done: int = 0
  initial state Idle {
    on Work(n) do { done := done + n } -> Busy
  }
  state Busy {
    initial state Fast { after 2s -> Slow }
    state Slow { after 3s -> Idle }
  }
}
pd worker runs Worker

scenario "two pieces of work" {
  send Work(1) to worker
  run 10s
  send Work(2) to worker
  expect worker.done == 4
}
`;

export const debuggerWalk = walk('the debugger in the real VS Code', () => {
  let vsCode: Drive | undefined;
  const driven = (): Drive => {
    assert.ok(vsCode);
    return vsCode;
  };
  const workbench = () => driven().workbench;
  const page = () => workbench().page;

  const stackRow = (text: string) => page().locator('.debug-call-stack .monaco-list-row', { hasText: text }).first();
  const variableRow = (text: string) => page().locator('.debug-variables .monaco-list-row', { hasText: text }).first();
  const watchRow = (text: string) => page().locator('.debug-watch .monaco-list-row', { hasText: text }).first();
  const stoppedLine = (text: string) => page().locator('.monaco-editor .view-line', { hasText: text }).first();
  const toolbar = (action: string) => page().locator(`.debug-toolbar .codicon-${action}`);
  /** Puts a breakpoint on the line of a text. */
  const setBreakpoint = async (text: string): Promise<void> => {
    await workbench().putCursor(text);
    await page().keyboard.press('F9');
  };

  before(async () => {
    vsCode = await drive({
      prepare: (workspace) => {
        writeFileSync(join(workspace, 'work.aft'), model);
      },
    });
    await workbench().openFile('work.aft');
    await page().locator('.codelens-decoration a', { hasText: 'Debug' }).waitFor();
  });

  after(async () => {
    await vsCode?.stop();
  });

  it('starts with F5 and no launch.json, and stops before the first step of the only scenario', async () => {
    await page().keyboard.press('Control+Shift+D');
    await page().locator('.debug-viewlet, .composite.viewlet').first().waitFor();
    await page().locator('.monaco-editor .view-line').first().click();
    await page().keyboard.press('F5');
    await stackRow('send Work(1) to worker').waitFor();
    await stackRow('worker: Idle').waitFor();
    await page().locator('.monaco-editor .debug-top-stack-frame-line').first().waitFor();
    await page().keyboard.press('Shift+F5');
    await page().locator('.debug-toolbar').waitFor({ state: 'hidden' });
  });

  it('stops at a breakpoint before a transition, with the values of its event', async () => {
    await setBreakpoint('on Work(n) do');
    await page().locator('.codicon-debug-breakpoint').first().waitFor();
    await page().keyboard.press('F5');
    await stackRow('on Work(n) -> Busy').waitFor();
    await stackRow('machine Worker').waitFor();
    await variableRow('n').waitFor();
    await page().locator('.debug-variables .monaco-list-row[aria-label^="n, value 1"]').waitFor();
  });

  it('steps, shows nested states as a stack, and steps back', async () => {
    await page().keyboard.press('F10');
    await stackRow('Fast').waitFor();
    await page().keyboard.press('F10');
    await stackRow('after 3s -> Idle').waitFor();
    await stackRow('Busy').waitFor();
    await photograph(workbench(), 'debugger');
    await toolbar('debug-step-back').click();
    await stackRow('after 2s -> Slow').waitFor();
  });

  it('watches an expression, type-checked, and shows a value on hover', async () => {
    const watch = async (expression: string): Promise<void> => {
      await page().locator('.pane-header', { hasText: 'Watch' }).first().hover();
      await page().locator('.pane-header .codicon-watch-expressions-add').first().click();
      await page().locator('.debug-watch input:focus').waitFor();
      await page().keyboard.type(expression);
      await page().keyboard.press('Enter');
    };
    await watch('done * 10');
    await watchRow('done * 10').waitFor();
    await becomes(() => watchRow('done * 10').innerText(), /10\s*$/);
    await watch('done > 5s');
    await watchRow('duration').waitFor();
    const { x, y } = await workbench().textBox('done + n');
    await until('the value on hover', async () => {
      await page().mouse.move(x + 2, y + 60);
      await page().mouse.move(x + 8, y + 6, { steps: 3 });
      await page().locator('.debug-hover-widget', { hasText: /1/ }).waitFor({ timeout: 10_000 });
      return true;
    });
    await page().mouse.move(x + 2, y + 200);
  });

  it('tries another value, and continues in a branch of the run', async () => {
    // The row of the thread ends with this name, too.
    await page().locator('.debug-call-stack .stack-frame', { hasText: /^Fast/ }).first().click();
    const row = page().locator('.debug-variables .monaco-list-row', { hasText: /^done/ }).first();
    // Other rows keep a box of their own, which is hidden.
    const box = page().locator('.debug-variables input:visible').first();
    // VS Code opens the first scope by itself, but not always.
    const closed = page().locator('.debug-variables .monaco-list-row[aria-expanded="false"]', {
      hasText: /^Variables/,
    });
    const changed = page()
      .locator('.debug-variables .monaco-list-row', { hasText: /^done\s*[:=]\s*2/ })
      .first();
    // A row that is drawn anew closes its box, also while it is filled.
    await until('the other value', async () => {
      if (await changed.isVisible()) return true;
      if (await closed.isVisible()) await closed.locator('.monaco-tl-twistie').click({ timeout: 5000 });
      await row.dblclick({ timeout: 5000 });
      await box.fill('2', { timeout: 5000 });
      await box.press('Enter', { timeout: 5000 });
      await changed.waitFor({ timeout: 5000 });
      return true;
    });
    // The second piece of work is still to come; then the expectation holds, and the run goes to its end.
    await page().keyboard.press('F5');
    await stackRow('on Work(n) -> Busy').waitFor();
    await page().keyboard.press('F5');
    await page().locator('.debug-toolbar').waitFor({ state: 'hidden' });
    await workbench().runCommand('Debug Console: Focus on Debug Console View');
    await page().locator('.repl .monaco-list-row', { hasText: 'What if worker.done = 2' }).first().waitFor();
    await page().locator('.repl .monaco-list-row', { hasText: 'The expectation holds' }).first().waitFor();
  });

  it('stops at a breakpoint only where its condition holds', async () => {
    await workbench().runCommand('View: Hide Panel');
    await setBreakpoint('on Work(n) do');
    await workbench().runCommand('Debug: Add Conditional Breakpoint...');
    await page().locator('.breakpoint-widget .monaco-editor.focused').waitFor();
    await page().keyboard.type('n == 2');
    await page().keyboard.press('Enter');
    await page().locator('.codicon-debug-breakpoint-conditional').first().waitFor();
    await page().keyboard.press('F5');
    await stackRow('on Work(n) -> Busy').waitFor();
    await page().locator('.debug-variables .monaco-list-row[aria-label^="n, value 2"]').waitFor();
    await page().keyboard.press('Shift+F5');
    await page().locator('.debug-toolbar').waitFor({ state: 'hidden' });
  });

  it('stops at a failed expectation, from the lens over the scenario, and says why', async () => {
    await setBreakpoint('on Work(n) do');
    const debug = page().locator('.codelens-decoration a', { hasText: 'Debug' });
    await clickLens(debug, (timeout) => stackRow('send Work(1) to worker').waitFor({ timeout }));
    await page().keyboard.press('F5');
    await page().locator('.exception-widget', { hasText: 'worker.done is 3' }).waitFor();
    await stoppedLine('expect worker.done == 4').waitFor();
    await photograph(workbench(), 'debugger-failure');
    await page().keyboard.press('Shift+F5');
    await page().locator('.debug-toolbar').waitFor({ state: 'hidden' });
  });

  it('debugs from the Testing view', async () => {
    await workbench().runCommand('Testing: Focus on Test Explorer View');
    await workbench().runCommand('Test: Debug Tests in Current File');
    await page().locator('.debug-toolbar').waitFor();
    await page().keyboard.press('Control+Shift+D');
    await stackRow('send Work(1) to worker').waitFor();
    await page().keyboard.press('F5');
    await page().locator('.exception-widget').waitFor();
    await page().keyboard.press('F5');
    await page().locator('.debug-toolbar').waitFor({ state: 'hidden' });
    await page().locator('.testing-run-glyph.codicon-testing-failed-icon').first().waitFor();
  });

  it('opens the text of the standard library from the stack', async () => {
    await workbench().openFile('streams.aft');
    const debug = page().locator('.codelens-decoration a', { hasText: 'Debug' }).first();
    await clickLens(debug, (timeout) => stackRow('orders:').waitFor({ timeout }));
    await stackRow('orders:').click();
    await page().keyboard.press('ArrowRight');
    await stackRow('machine ConsistentRegion').click();
    await workbench().tab('consistent-region.aft').first().waitFor();
    await stoppedLine('machine ConsistentRegion').waitFor();
    await page().keyboard.press('Shift+F5');
    await page().locator('.debug-toolbar').waitFor({ state: 'hidden' });
  });

  it('asks nothing of any other machine', () => {
    assert.deepEqual(workbench().requestsAway, []);
  });
});
