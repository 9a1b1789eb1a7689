/**
 * Checks in the real VS Code: a small one is explored automatically and its error appears at the property; the user
 * explores one from its lens and steps through the counterexample. A log against a model: the lines stand beside the steps
 * of the run that explains them.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../../client/scripts/code-server.mjs';
import { drive, type Drive, photograph } from '../drive.ts';
import { walk } from '../walk.ts';
import { clickLens } from '../editor.ts';
import { frameWith } from '../frames.ts';
import type { Frame } from '../playwright.ts';
import { becomes } from '../../becomes.ts';

const budget = `event Fail
event Reset(force: bool)

machine Region for pd {
  param budget: int = 2
  var attempt: int = 0
  initial state Processing {
    on Fail -> Resetting
    on Reset
  }
  state Resetting {
    always when attempt == budget -> GaveUp
    on Fail
    on Reset
    after 1s do { attempt := attempt + 1 } -> Processing
  }
  state GaveUp {
    on Fail
    on Reset(force) when force do { attempt := 0 } -> Processing
  }
}

pd orders runs Region

check "it recovers from three failures" {
  may send Fail to orders up to 3
  orders in Resetting or orders in GaveUp leads to orders in Processing
}

check "it recovers from two failures" {
  may send Fail to orders up to 2
  orders in Resetting or orders in GaveUp leads to orders in Processing
}
`;

const lamp = `event Press
event Fall
machine Lamp for pd {
  initial state Off { on Press -> On }
  state On {
    on Press -> Off
    on Fall -> Broken
  }
  final state Broken
}
pd lamp runs Lamp
check "it is pressed" { may send Press to lamp  never lamp in Broken }
`;

/** A model, a log of it, and how its lines are read. */
const logged = `space disk : block { resource block1 }
pd server { manages disk holds disk.* }
pd app { requests disk holds disk.block1 }
`;
const log = `{"time":1,"what":"crash","who":"server"}
{"time":2,"what":"end","who":"disk"}
{"time":3,"what":"end","who":"app"}
`;
const mapping = {
  lines: [
    { where: { what: 'crash' }, is: 'fault', entity: '{who}', name: 'crash' },
    { where: { what: 'end' }, is: 'end', entity: '{who}' },
  ],
};

export const checksWalk = walk('checks in the real VS Code', () => {
  let vsCode: Drive | undefined;
  const workbench = () => {
    assert.ok(vsCode);
    return vsCode.workbench;
  };
  const page = () => workbench().page;
  const lens = (name: string | RegExp) => page().locator('.codelens-decoration a', { hasText: name });
  const traceOf = (selector: string, timeout?: number): Promise<Frame> => frameWith(page(), selector, timeout);

  before(async () => {
    vsCode = await drive({
      prepare: (workspace) => {
        writeFileSync(join(workspace, 'budget.aft'), budget);
        writeFileSync(join(workspace, 'lamp.aft'), lamp);
        writeFileSync(join(workspace, 'small.aft'), logged);
        writeFileSync(join(workspace, 'today.jsonl'), log);
        writeFileSync(join(workspace, '.aftermath-log.json'), JSON.stringify(mapping));
      },
    });
    await workbench().openFile('budget.aft');
  });

  after(async () => {
    await vsCode?.stop();
  });

  it('explores small checks automatically, and marks what is broken at the property', async () => {
    await lens(/^Broken in \d+ steps? \(/).waitFor();
    await lens(/^Passed \(/).waitFor();
    await workbench().runCommand('Problems: Focus on Problems View');
    const problem = page().locator('.markers-panel', { hasText: 'only Reset when force leaves it' });
    await problem.waitFor();
    await photograph(workbench(), 'check-broken');
    await workbench().runCommand('View: Toggle Panel Visibility');
    await photograph(workbench(), 'check-lenses');
  });

  it('explores a check from the lens over it, as a test', async () => {
    const said = page().locator('.notifications-toasts', { hasText: 'Passed: it recovers from two failures' });
    await clickLens(lens('Verify').last(), (timeout) => said.waitFor({ timeout }));
    await page().keyboard.press('Escape');
    await workbench().runCommand('Testing: Focus on Test Explorer View');
    const check = page().locator('.test-explorer .monaco-list-row', { hasText: 'it recovers from two failures' });
    const model = page().locator('.test-explorer .monaco-list-row[aria-expanded="false"]', { hasText: 'budget.aft' });
    // The view may still be drawn, and its rows again.
    await until('the check in the Testing view', async () => {
      if (await model.isVisible()) await model.click({ timeout: 5000 });
      await check.first().waitFor({ timeout: 5000 });
      return true;
    });
    await check.filter({ hasText: /Passed · \d+ states · / }).waitFor();
    await photograph(workbench(), 'check-testing');
  });

  it('shows the run that breaks a check step by step', async () => {
    const trace = '[data-trace="counterexample"]';
    await clickLens(lens('Show Counterexample').first(), (timeout) => traceOf(trace, timeout));
    const frame = await traceOf(trace);
    await frame.locator('body', { hasText: 'GaveUp' }).waitFor();
    await photograph(workbench(), 'check-counterexample');
  });

  it('fades what no run of a check reaches', async () => {
    await workbench().openFile('lamp.aft');
    await lens(/^Passed \(/).waitFor();
    const line = (text: string) => page().locator('.editor-instance .view-line', { hasText: text });
    const faded = '.squiggly-inline-unnecessary';
    await line('Fall').locator(faded).first().waitFor();
    const opacity = (text: string) =>
      line(text)
        .first()
        .locator('span span')
        .last()
        .evaluate((span) => getComputedStyle(span).opacity);
    await becomes(async () => Number(await opacity('on Fall')) < 1, true);
    await becomes(() => opacity('Press -> Off'), '1');
    await photograph(workbench(), 'check-faded');
  });

  it('compares a log with the model: its lines are beside the steps, and the first misfit is reported', async () => {
    assert.ok(vsCode);
    await workbench().openFile('small.aft');
    await workbench().runCommand('Aftermath: Compare with a Log…');
    await page().locator('.quick-input-widget:visible', { hasText: 'Compare with a log' }).waitFor();
    await workbench().fillInput(join(vsCode.workspace, 'today.jsonl'));
    const shown = await frameWith(page(), '[data-trace="trace"]');
    await shown
      .locator('[data-step="1"] .step-lines', { hasText: '2: {"time":2,"what":"end","who":"disk"}' })
      .waitFor();
    const told = page().locator('.notification-list-item', { hasText: 'Line 3 is not explained: app is destroyed' });
    await told.waitFor();
    await photograph(workbench(), 'compared-log');
    await told.getByText('Show Line').click();
    await page().locator('.tab.active', { hasText: 'today.jsonl' }).waitFor();
  });
});
