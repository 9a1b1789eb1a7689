/**
 * A run over time in the real VS Code: the user looks at lanes, charts and tables, hides and filters, plays, injects a
 * fault, compares the branch with the run, exports the picture, and opens a saved trace.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../../client/scripts/code-server.mjs';
import { drive, type Drive, photograph, snapshot, written } from '../drive.ts';
import { walk } from '../walk.ts';
import { frameWith, withTool } from '../frames.ts';
import type { Frame } from '../playwright.ts';
import { becomes } from '../../becomes.ts';

const model = `event Go
event Work(n: int)
event Done(n: int)
channel net { delay: 300ms }
machine Boss for pd {
  var sent: 0..99 = 0
  initial state Idle { on Go do { sent := sent + 1  send Work(sent) to ann  send Work(sent) to bob } -> Waiting }
  state Waiting { on Done(n) do { sent := sent + 1 }  after 2s -> Idle }
}
machine Worker for pd {
  var done: 0..99 = 0
  initial state Free { on Work(n) -> Busy }
  state Busy { defer Work  after 500ms do { done := done + 1  send Done(done) to boss } -> Free }
}
pd boss runs Boss
pd ann runs Worker
pd bob runs Worker
scenario "three rounds" {
  send Go to boss
  run 1s
  set net.loss = 1
  at 3s send Go to boss
  at 4s crash bob
  at 5s restart bob
  set net.loss = 0
  at 6s send Go to boss
  run 2s
  expect ann.done == 2
}
`;

export const traceWalk = walk('a run over time in the real VS Code', () => {
  let vsCode: Drive | undefined;
  const driven = (): Drive => {
    assert.ok(vsCode);
    return vsCode;
  };
  const workbench = () => driven().workbench;
  const page = () => workbench().page;
  const tracePage = (selector: string, timeout?: number): Promise<Frame> => frameWith(page(), selector, timeout);
  const asked = (title: string) => page().locator('.quick-input-widget:visible', { hasText: title }).waitFor();
  const offered = async (title: string, file: string): Promise<void> => {
    await asked(title);
    await until('the offered name', async () =>
      (await page().locator('.quick-input-widget:visible input').first().inputValue()) === file ? true : undefined,
    );
    await workbench().acceptInput();
    await written(file);
  };

  const branchOff = async (frame: Frame, step: number, fault: string): Promise<void> => {
    await frame.locator(`[data-step="${String(step)}"] .step-text`).click();
    await frame.locator(`[data-details="${String(step)}"] [data-choices="fault"] > summary`).click();
    await frame.locator(`[data-choice="${fault}"] button`).click();
  };
  const runsOf = (frame: Frame): Promise<readonly string[]> =>
    frame.locator('[data-choice-of="run"] option').allInnerTexts();

  before(async () => {
    vsCode = await drive({
      prepare: (workspace) => {
        writeFileSync(join(workspace, 'rounds.aft'), model);
      },
    });
    await workbench().openFile('rounds.aft');
    await workbench()
      .runCommand('View: Close Primary Side Bar')
      .catch(() => undefined);
    await workbench().runCommand('Aftermath: Show Scenario…');
    await asked('Which scenario?');
    await workbench().choose('three rounds');
  });

  after(async () => {
    await vsCode?.stop();
  });

  it('draws states as bars, messages as arrows, lost ones as lost, and numbers over the same time', async () => {
    const frame = await tracePage('[data-lane="bob"] [data-bar="crashed"]');
    await becomes(
      () => frame.locator('[data-lane]').evaluateAll((all) => all.map((one) => one.getAttribute('data-lane'))),
      ['boss', 'ann', 'bob'],
    );
    await becomes(() => frame.locator('[data-outcome="lost"]').count(), 2);
    await becomes(async () => (await frame.locator('[data-outcome="received"]').count()) >= 9, true);
    await becomes(() => frame.locator('[data-chart="boss.sent"]').count(), 1);
    await becomes(() => frame.locator('[data-chart="messages under way"]').count(), 1);
  });

  it('marks the line of the step in the editor', async () => {
    const frame = await tracePage('[data-lane="bob"]');
    await frame.locator('[data-lane="bob"] [data-bar="crashed"] rect').click({ position: { x: 3, y: 9 } });
    await frame.locator('[data-details] h2', { hasText: 'crash bob' }).waitFor();
    await page().locator('.monaco-editor .view-overlays [class*="ced-"]').first().waitFor({ state: 'attached' });
    await photograph(workbench(), 'trace-over-time');
  });

  it('leads from a lane to its machine at the same step, and from the text to the lane', async () => {
    const frame = await tracePage('[data-lane="bob"]');
    await frame.locator('input[type="number"]').first().fill('4');
    await page().keyboard.press('Enter');
    await frame.locator('[data-details="4"]').waitFor();
    await workbench().chooseMenu(frame.locator('[data-lane-key="ann"]'), 'Show Machine…');
    const machine = await tracePage('[data-machine="Worker"][data-has-run="true"]');
    await machine.locator('.hint', { hasText: /^Step 4/ }).waitFor();
    await machine.locator('.run-side h2', { hasText: 'ann' }).waitFor();
    await workbench().tab('Machine Worker').first().click({ button: 'middle' });
    await workbench().tab('rounds.aft').first().click();
    await workbench().putCursor('pd bob');
    await frame.locator('[data-lane-key="bob"][aria-selected="true"]').waitFor();
  });

  it('shares what is selected with the graph, both ways', async () => {
    await workbench().runCommand('Aftermath: Show Graph');
    const graph = await tracePage('[data-node="bob"].is-selected');
    await graph.locator('[data-node="ann"]').click();
    await workbench().tab('Graph of rounds.aft').first().click({ button: 'middle' });
    await tracePage('[data-lane-key="ann"][aria-selected="true"]');
  });

  it('follows a message by keyboard, from the lane that sends it to the one that takes it', async () => {
    const frame = await tracePage('[data-lane="bob"]');
    await frame.locator('[data-tool="first"]').click();
    await frame.locator('[data-details="0"]').waitFor();
    await frame.locator('[data-lane-key="boss"]').focus();
    await page().keyboard.press('e');
    await frame.locator('[data-followed="Go"]').waitFor({ state: 'attached' });
    await page().keyboard.press('e');
    await frame.locator('[data-followed="Work(1)"]').waitFor({ state: 'attached' });
    await page().keyboard.press('f');
    await frame.locator('[data-lane-key="ann"]:focus').waitFor();
    await becomes(
      async () => (await frame.locator('[data-followed]').textContent()) ?? '',
      /Work\(1\) from boss to ann: received/,
    );
  });

  it('watches expressions at each step, rejects a value that does not fit, and tries another', async () => {
    const frame = await tracePage('[data-lane="bob"]');
    await frame.locator('[data-tool="last"]').click();
    await frame.getByRole('textbox', { name: 'Expression' }).fill('ann.done + bob.done');
    await page().keyboard.press('Enter');
    const value = frame.locator('[data-watch="ann.done + bob.done"] td').first();
    await until('the value', async () => ((await value.innerText()).trim() === '3' ? true : undefined));
    await frame.locator('[data-tool="first"]').click();
    await until('the first value', async () => ((await value.innerText()).trim() === '0' ? true : undefined));
    const form = frame.locator('[data-section="what-if"]');
    await form.locator('select').selectOption('bob.done');
    await form.getByRole('textbox').fill('yes');
    await form.getByRole('button').click();
    await frame.locator('[data-refused]:not(:empty)').waitFor();
    await form.getByRole('textbox').fill('40 + 2');
    await form.getByRole('button').click();
    const branch = await tracePage('[data-details="1"] [data-difference]');
    await until('the value of the branch', async () => ((await value.innerText()).trim() === '42' ? true : undefined));
    await becomes(() => branch.locator('[data-choice-of="run"]').innerText(), /bob\.done/);
    await withTool(branch, '[data-choice-of="run"]', (tool) => tool.selectOption({ index: 0 }));
    await until('the run itself', async () => ((await value.innerText()).trim() === '0' ? true : undefined));
  });

  it('injects a fault, and shows the branch beside the run with what differs', async () => {
    const frame = await tracePage('[data-tool="play"]');
    await frame.locator('input[type="number"]').fill('4');
    await page().keyboard.press('Enter');
    await frame.locator('[data-details="4"] [data-choices="fault"] > summary').click();
    await frame.locator('[data-choice="crash ann"] button').click();
    const branch = await tracePage('[data-details="5"] [data-difference]');
    await branch.locator('[data-difference] [data-change="ann"] .after', { hasText: 'crashed' }).first().waitFor();
    await branch.locator('.sequence').nth(1).waitFor();
    await becomes(() => branch.locator('[data-choice-of="run"]').innerText(), /After step 4: fault: crash ann/);
    const ofCrash = { label: 'After step 4: fault: crash ann' };
    // What the scenario expects does not hold without ann.
    await branch.locator('[data-marked]').first().waitFor();
    await snapshot(workbench(), 'trace-branch-dark');
    await withTool(branch, '[data-choice-of="run"]', (tool) => tool.selectOption({ index: 0 }));
    await until('the run itself', async () =>
      (await branch.locator('[data-lane="ann"] [data-bar="crashed"]').count()) === 0 ? true : undefined,
    );
    await withTool(branch, '[data-choice-of="run"]', (tool) => tool.selectOption(ofCrash));
    await branch.locator('[data-lane="ann"] [data-bar="crashed"]').first().waitFor();
  });

  it('writes what it shows as SVG, Mermaid and PNG', async () => {
    const frame = await tracePage('[data-lane="ann"] [data-bar="crashed"]');
    const file = (ending: string): string => join(driven().workspace, `rounds.sequence.${ending}`);
    for (const [label, ending] of [
      ['SVG', 'svg'],
      ['Mermaid', 'mmd'],
      ['PNG', 'png'],
    ] as const) {
      await withTool(frame, '[data-choice-of="export"]', (tool) => tool.selectOption({ label }));
      await offered('Export the picture', file(ending));
    }
    assert.match(readFileSync(file('svg'), 'utf8'), /data-bar="crashed"/);
    assert.match(readFileSync(file('mmd'), 'utf8'), /^sequenceDiagram/);
    assert.equal(readFileSync(file('png')).subarray(1, 4).toString(), 'PNG');
  });

  it('saves a branch as a trace that opens as a document, with its fault', async () => {
    const frame = await tracePage('[data-lane="ann"] [data-bar="crashed"]');
    await withTool(frame, '[data-tool="save"]', (tool) => tool.click());
    const saved = join(driven().workspace, 'rounds.trace.json');
    await offered('Save the trace', saved);
    await workbench().runCommand('View: Close All Editors');
    await workbench().openPath(saved);
    const opened = await tracePage('[data-trace="trace"] [data-lane="ann"] [data-bar="crashed"]');
    assert.equal(await opened.locator('.warning').count(), 0);
    await opened.locator('[data-step="5"] .step-text', { hasText: 'fault: crash ann' }).waitFor();
    await snapshot(workbench(), 'trace-document-dark');
  });

  it('lists only what fits a filter, which is kept for the runs that follow', async () => {
    const frame = await tracePage('[data-trace="trace"] [data-lane]');
    await frame.getByRole('searchbox', { name: 'Find in steps' }).fill('Work(');
    await frame.locator('[role="status"]', { hasText: 'steps match' }).waitFor();
    const areFitting = async (): Promise<boolean> => {
      const texts = await frame.locator('.step-text').allInnerTexts();
      return texts.length > 0 && texts.every((text) => text.includes('Work('));
    };
    // Rows that have not come yet are dots.
    await becomes(areFitting, true);
    await frame.locator('[data-lane-key="bob"]').focus();
    await page().keyboard.press('Delete');
    await frame.locator('[data-lane="bob"]').waitFor({ state: 'detached' });
    await workbench().runCommand('View: Close All Editors');
    await workbench().openFile('rounds.aft');
    await workbench().runCommand('Aftermath: Show Scenario…');
    await asked('Which scenario?');
    await workbench().choose('three rounds');
    const next = await tracePage('[data-trace="scenario"] [data-lane="ann"]');
    await next.locator('[role="status"]', { hasText: 'steps match' }).waitFor();
    assert.equal(await next.locator('[data-lane="bob"]').count(), 0);
    await next.getByRole('button', { name: 'Show all steps' }).click();
  });

  it('restores a run, a saved trace, a machine and a report after a reload of the window, each with its own state', async () => {
    const frame = await tracePage('[data-trace="scenario"] [data-lane="ann"]');
    await branchOff(frame, 4, 'crash ann');
    await tracePage('[data-trace="scenario"] [data-details="5"] [data-difference]');
    await workbench().tab('rounds.aft').first().click();
    await workbench().runCommand('Aftermath: Show Machine…');
    await asked('Which machine?');
    await workbench().choose('Boss');
    await tracePage('[data-chart="Boss"]');
    await workbench().tab('rounds.aft').first().click();
    await workbench().runCommand('Aftermath: Compare Two Protection Domains…');
    await workbench().choose('boss');
    await workbench().choose('ann');
    await tracePage('[data-report="comparison"]');
    // Beside the run, in place of the model.
    await workbench().runCommand('View: Focus First Editor Group');
    await workbench().openPath(join(driven().workspace, 'rounds.trace.json'));
    const saved = await tracePage('[data-trace="trace"] [data-step="2"]');
    await branchOff(saved, 2, 'crash bob');
    await tracePage('[data-trace="trace"] [data-details="3"] [data-difference]');
    // A VS Code in a browser stores its state every five seconds, and not when it ends.
    await page().waitForTimeout(8000);
    await page().reload();
    const savedAgain = await tracePage('[data-trace="trace"] [data-details="3"] [data-difference]', 60_000);
    await becomes(() => runsOf(savedAgain), ['The run itself', 'After step 2: fault: crash bob']);
    // The text that the saved trace led to lies over the other one.
    await workbench().tab('Trace of rounds.aft').first().click();
    const again = await tracePage('[data-trace="scenario"] [data-details="5"] [data-difference]', 60_000);
    await becomes(() => runsOf(again), ['The run itself', 'After step 4: fault: crash ann']);
    await again.locator('[data-watch="ann.done + bob.done"]').waitFor();
    assert.equal(await again.locator('[data-lane="bob"]').count(), 0);
    await workbench().tab('Machine Boss').first().click();
    await tracePage('[data-chart="Boss"]');
    await workbench().tab('boss and ann').first().click();
    const report = await tracePage('[data-report="comparison"]');
    await report.locator('h1', { hasText: 'Isolation of boss and ann' }).waitFor();
    assert.deepEqual(workbench().requestsAway, []);
  });
});
