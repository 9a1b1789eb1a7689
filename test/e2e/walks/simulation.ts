/**
 * The simulator in the real VS Code: the user runs a scenario from its lens, reads in the Testing view why it fails,
 * steps through it, runs a random simulation, and saves and replays a trace.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../../client/scripts/code-server.mjs';
import { drive, type Drive, photograph, snapshot, written } from '../drive.ts';
import { walk } from '../walk.ts';
import { clickLens } from '../editor.ts';
import { frameWith, withTool } from '../frames.ts';
import type { Frame } from '../playwright.ts';
import { fillBox } from '../quick-input.ts';
import { becomes } from '../../becomes.ts';

const small = `space disk : block { resource block1 }
pd server { manages disk holds disk.* }
pd app { requests disk holds disk.block1 }

scenario "all is well" {
  expect app alive
}

scenario "the disk outlives its server" {
  crash server
  expect disk.block1 alive
}
`;

export const simulationWalk = walk('the simulator in the real VS Code', () => {
  let vsCode: Drive | undefined;
  const driven = (): Drive => {
    assert.ok(vsCode);
    return vsCode;
  };
  const workbench = () => driven().workbench;
  const page = () => workbench().page;

  /** The lens of a name over the so-manieth scenario on screen. */
  const lens = (name: string, index: number) => page().locator('.codelens-decoration a', { hasText: name }).nth(index);
  const testRow = (text: string) => page().locator('.test-explorer .monaco-list-row', { hasText: text }).first();
  /** Opens a row of the Testing view, which may be drawn anew meanwhile. */
  const expand = (text: string): Promise<boolean> =>
    until(`what is in ${text}`, async () => {
      const isOpen = async () => (await testRow(text).getAttribute('aria-expanded', { timeout: 5000 })) === 'true';
      if (await isOpen()) return true;
      await testRow(text).click({ timeout: 5000 });
      if (!(await isOpen())) await page().keyboard.press('ArrowRight');
      return isOpen();
    });
  /** Answers one of several questions that follow each other. */
  const answer = async (question: string, text: string): Promise<void> => {
    const box = page().locator('.quick-input-widget:visible', { hasText: question });
    await box.waitFor();
    await fillBox(page(), text);
    await workbench().confirmInput();
  };
  /** The palette must have made room for the question before anything is typed. */
  const asked = (title: string) => page().locator('.quick-input-widget:visible', { hasText: title }).waitFor();
  const pick = async (title: string, label: string): Promise<void> => {
    await asked(title);
    await workbench().choose(label);
  };
  const replayFile = async (file: string): Promise<void> => {
    await workbench().runCommand('Aftermath: Replay Trace…');
    await asked('Replay a trace');
    await workbench().fillInput(file);
  };
  const tracePage = (selector: string, timeout?: number): Promise<Frame> => frameWith(page(), selector, timeout);

  before(async () => {
    vsCode = await drive({
      prepare: (workspace) => {
        writeFileSync(join(workspace, 'small.aft'), small);
      },
    });
    await workbench().openFile('small.aft');
  });

  after(async () => {
    await vsCode?.stop();
  });

  it('offers to run and to show every scenario, over its first line', async () => {
    await lens('Run', 1).waitFor();
    assert.equal(await lens('Run', 2).count(), 0);
    await clickLens(lens('Show', 1), (timeout) => tracePage('[data-trace="scenario"]', timeout));
    const frame = await tracePage('[data-trace="scenario"]');
    // What is wrong is what a person looks for first.
    await frame.locator('[data-details="2"] [data-problem]', { hasText: 'disk.block1 is destroyed' }).waitFor();
    await frame.locator('[data-reason]', { hasText: '"server" crashed' }).waitFor();
    await photograph(workbench(), 'trace-problem');
    await workbench().tab('Trace of small.aft').click({ button: 'middle' });
  });

  it('runs a scenario from its lens, and shows in the Testing view that it passes', async () => {
    const sign = page().locator('.testing-run-glyph.codicon-testing-passed-icon').first();
    await clickLens(lens('Run', 0), (timeout) => sign.waitFor({ timeout }));
    await workbench().runCommand('Testing: Focus on Test Explorer View');
    await expand('small.aft');
    const passed = page().locator('.test-explorer .monaco-list-row[aria-label*="all is well"]');
    await passed.waitFor();
    await becomes(async () => (await passed.getAttribute('aria-label')) ?? '', /Passed/i);
  });

  it('shows at a failed expectation what was found and why, and nothing in Problems', async () => {
    const sign = page().locator('.testing-run-glyph.codicon-testing-failed-icon').first();
    await clickLens(lens('Run', 1), (timeout) => sign.waitFor({ timeout }));
    const message = page().locator('.test-error-content-widget').first();
    await message.waitFor();
    await becomes(() => message.innerText(), /disk\.block1 is destroyed != disk\.block1 alive/);
    await message.click();
    await page().locator('.test-output-peek', { hasText: 'the disk outlives its server' }).first().waitFor();
    await workbench().runCommand('Test Results: Focus on Test Results View');
    await page()
      .locator('.test-output-peek-tree, .monaco-list-row', { hasText: 'the disk outlives' })
      .first()
      .waitFor();
    await photograph(workbench(), 'scenario-failed');
    await page().keyboard.press('Escape');
    assert.equal(await workbench().squiggles('error').count(), 0);
  });

  it('lists the scenarios of models that are not open, once they are expanded', async () => {
    await expand('machine.aft');
    await testRow('a second Begin waits for its turn').waitFor();
  });

  it('follows the text: a scenario that is typed can be run, and one that is repaired passes', async () => {
    await workbench().runCommand('View: Close All Editors');
    await workbench().runCommand('View: Hide Panel');
    await workbench().openFile('small.aft');
    await lens('Run', 1).waitFor();
    await workbench().typeText('expect disk.block1 ', 'destroyed // ');
    // Where the editor has closed the brace by itself, the one that is typed replaces it.
    await workbench().typeText('holds disk.block1 }', '\nscenario "typed" { expect server alive }');
    await lens('Run', 2).waitFor();
    await workbench().runCommand('Aftermath: Run Scenario…');
    await pick('Which scenario?', 'All scenarios');
    await until('three passed scenarios', async () =>
      (await page().locator('.testing-run-glyph.codicon-testing-passed-icon').count()) === 3 ? true : undefined,
    );
    await page().keyboard.press('Control+S');
    await page().locator('.tab.active:not(.dirty)').first().waitFor();
  });

  it('shows the steps of a scenario, steps through them by keys and buttons, and goes to the text', async () => {
    await workbench().runCommand('View: Close All Editors');
    await workbench().openFile('machine.aft');
    await workbench().runCommand('Aftermath: Show Scenario…');
    await pick('Which scenario?', 'a worker that is too slow uses up the tries');
    const frame = await tracePage('[data-trace="scenario"]');
    const main = frame.locator('main');
    await frame.locator('[data-step="2"] .step-text', { hasText: 'send Begin to coordinator' }).waitFor();
    await frame.locator('.steps').focus();
    await page().keyboard.press('ArrowDown');
    await page().keyboard.press('ArrowDown');
    await frame.locator('[data-details="2"]').waitFor();
    await frame.locator('[data-tool="forward"]').click();
    await frame.locator('[data-details="3"] [data-entity="coordinator"]').waitFor();
    await becomes(() => frame.locator('[data-entity="coordinator"]').innerText(), /Working\.Waiting/);
    await frame.locator('[data-change="coordinator"]').waitFor();
    await photograph(workbench(), 'trace');
    await frame.locator('[data-tool="last"]').click();
    const selected = async () => Number(await main.getAttribute('data-selected'));
    await becomes(async () => (await selected()) > 10, true);
    const last = await selected();
    await frame.locator('[data-tool="back"]').click();
    await frame.locator(`[data-details="${String(last - 1)}"]`).waitFor();
    await frame.locator('input[type="number"]').fill('2');
    await page().keyboard.press('Enter');
    await frame.locator('[data-details="2"]').waitFor();
    const selection = page().locator('.monaco-editor .selected-text');
    assert.equal(await selection.count(), 0);
    await frame.locator('[data-tool="source"]').click();
    await selection.first().waitFor();
    await page().locator('.view-line', { hasText: 'b.effort' }).first().waitFor();
  });

  it('says when the model has changed since, and runs again', async () => {
    const frame = await tracePage('[data-trace="scenario"]');
    await workbench().tab('machine.aft').first().click();
    await workbench().typeText('at 6s expect coordinator in Waiting', ' ');
    await frame.locator('[data-stale]').waitFor();
    await withTool(frame, '[data-tool="again"]', (tool) => tool.click());
    await frame.locator('[data-stale]').waitFor({ state: 'detached' });
    await frame.locator('[data-details="2"]').waitFor();
  });

  it('simulates at random from a seed', async () => {
    await workbench().tab('machine.aft').first().click();
    await workbench().runCommand('Aftermath: Simulate…');
    await pick('What else may happen', 'Only events from outside');
    await answer('From which seed?', 'seven');
    await page().locator('.quick-input-message', { hasText: '"seven" is not a whole number' }).waitFor();
    await answer('From which seed?', '7');
    await answer('How many steps', '50');
    const frame = await tracePage('[data-trace="random"]');
    await becomes(() => frame.locator('header').innerText(), /50 steps from the seed 7/);
    await frame.locator('[data-details="0"]').waitFor();
    await snapshot(workbench(), 'trace-random');
  });

  it('saves a trace, and replays it with the same steps', async () => {
    const shown = await tracePage('[data-trace="random"]');
    const texts = async (frame: Frame) => frame.locator('[data-step] .step-text').allInnerTexts();
    await shown.locator('[data-step="0"] .step-text', { hasText: 'start' }).waitFor();
    const before = await texts(shown);
    const file = join(driven().workspace, 'machine.trace.json');
    await workbench().runCommand('Aftermath: Save Trace…');
    await asked('Save the trace');
    // A name beside the model is offered.
    await until('the offered name', async () =>
      (await page().locator('.quick-input-widget:visible input').first().inputValue()) === file ? true : undefined,
    );
    await workbench().acceptInput();
    await written(file);
    await replayFile(file);
    const replay = await tracePage('[data-trace="trace"]');
    await replay.locator('[data-step="0"] .step-text', { hasText: 'start' }).waitFor();
    await becomes(() => texts(replay), before);
    assert.equal(await replay.locator('.warning').count(), 0);
  });

  it('says what is wrong with a file that is not a trace', async () => {
    const file = join(driven().workspace, 'letter.trace.json');
    writeFileSync(file, 'Dear reader,');
    await replayFile(file);
    const frame = await tracePage('[data-notice="failed"]');
    await becomes(() => frame.locator('.notice').innerText(), /not JSON/);
  });

  it('runs the scenarios of a model that was never saved', async () => {
    await workbench().runCommand('Aftermath: New Model');
    await page().locator('.tabs-container .tab[data-resource-name^="Untitled"]').waitFor();
    const group = page().locator('.editor-group-container.active');
    const passed = group.locator('.testing-run-glyph.codicon-testing-passed-icon').first();
    const runLens = group.locator('.codelens-decoration a', { hasText: 'Run' }).first();
    await clickLens(runLens, (timeout) => passed.waitFor({ timeout }));
  });

  it('asks nothing of any other machine, and wrote no file but the trace', () => {
    assert.deepEqual(workbench().requestsAway, []);
    assert.match(
      readFileSync(join(driven().workspace, 'small.aft'), 'utf8'),
      /expect disk\.block1 destroyed \/\/ alive/,
    );
  });
});
