/**
 * The reports in the real VS Code: the user reads and sorts the crash matrix, opens a crash from it in the graph, plans
 * a teardown and follows it to the text, and compares protection domains.
 */
import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../../client/scripts/code-server.mjs';
import { checkout } from '../../../client/scripts/processes.mjs';
import { expectAccessible } from '../axe.ts';
import { drive, type Drive, photograph, snapshot, written } from '../drive.ts';
import { walk } from '../walk.ts';
import { frameWith as pageWith } from '../frames.ts';
import { pressRowButton } from '../quick-input.ts';
import type { Frame } from '../playwright.ts';
import { becomes } from '../../becomes.ts';

export const reportsWalk = walk('the reports in the real VS Code', () => {
  let vsCode: Drive | undefined;
  const driven = (): Drive => {
    assert.ok(vsCode);
    return vsCode;
  };
  const workbench = () => driven().workbench;

  const frameWith = (selector: string): Promise<Frame> => pageWith(workbench().page, selector);
  const names = (frame: Frame): Promise<readonly (string | null)[]> =>
    frame.locator('[data-row]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')));
  /** What accessible.test.ts does not look at. */
  const photographed = async (name: string, frame: Frame): Promise<void> => {
    await photograph(workbench(), name);
    await expectAccessible(frame, name);
  };
  const closeOthers = () => workbench().runCommand('View: Close All Editors');

  before(async () => {
    vsCode = await drive({
      prepare: (workspace) => {
        for (const name of ['plan.aft', 'plan-old.aft'])
          cpSync(join(checkout, 'test/fixtures/command-line', name), join(workspace, name));
      },
    });
    await workbench().openFile('kv-store.aft');
  });

  after(async () => {
    await vsCode?.stop();
  });

  it('shows what each crash does under each policy, in numbers with signs and words', async () => {
    await workbench().runCommand('Aftermath: Show Crash Matrix');
    const frame = await frameWith('[data-report="matrix"]');
    await becomes(() => names(frame), ['blockServer1', 'blockServer2', 'fileServer', 'db', 'app']);
    const cell = frame.locator('[data-row="blockServer1"] [data-column="careful"] button');
    await becomes(() => cell.textContent(), '9 destroyed, 2 degraded, 3 untouched');
    await photograph(workbench(), 'matrix');
  });

  it('sorts the matrix by any column, by pointer and by keyboard', async () => {
    const frame = await frameWith('[data-report="matrix"]');
    const header = (title: string) => frame.locator('th', { hasText: title }).first();
    await header('careful').locator('button').click();
    await becomes(() => header('careful').getAttribute('aria-sort'), 'descending');
    await becomes(async () => (await names(frame)).at(-1), 'app');
    await workbench().page.keyboard.press('Enter');
    await until('the other order', async () => ((await names(frame))[0] === 'app' ? true : undefined));
    await becomes(() => header('careful').getAttribute('aria-sort'), 'ascending');
    await workbench().page.keyboard.press('Home');
    await workbench().page.keyboard.press('Enter');
    await until('the order of names', async () => ((await names(frame))[1] === 'blockServer1' ? true : undefined));
    await becomes(() => names(frame), ['app', 'blockServer1', 'blockServer2', 'db', 'fileServer']);
  });

  it('follows the text, and keeps the order of the rows', async () => {
    await workbench().tab('kv-store.aft').first().click();
    await workbench().typeText('holds disk2.* }', '\npd another { }');
    const frame = await frameWith('[data-row="another"]');
    await becomes(async () => (await names(frame)).slice(0, 2), ['another', 'app']);
    for (let undone = 0; undone < 8; undone++) await workbench().page.keyboard.press('Control+Z');
    await frame.locator('[data-row="another"]').waitFor({ state: 'detached' });
  });

  it('opens the crash of a cell in the graph, with its reasons', async () => {
    const matrix = await frameWith('[data-report="matrix"]');
    await matrix.locator('[data-row="blockServer1"] [data-column="careful"] button').click();
    const graph = await frameWith('[data-plan="crash of blockServer1"][data-policy="careful"]');
    await graph.locator('[data-node="database"][data-status="destroyed"]').waitFor();
    await graph.locator('[data-details="blockServer1"] [data-reason]', { hasText: 'crashed' }).waitFor();
    await snapshot(workbench(), 'matrix-to-graph');
  });

  it('plans a teardown, and leads from what is destroyed to the text', async () => {
    await closeOthers();
    await workbench().openFile('plan.aft');
    await workbench().runCommand('Aftermath: Show Plan…');
    await workbench().choose('destroy');
    await workbench().choose('env');
    await workbench().choose('default');
    const frame = await frameWith('[data-report="plan"]');
    const told = frame.locator('[data-section^="Notified first"] [data-item="env.vm"]');
    await becomes(() => told.innerText(), /1\.\s+env\.vm detach\(env\.net\)/);
    const order = await frame
      .locator('[data-section^="Destroyed"] [data-item]')
      .evaluateAll((items) => items.map((item) => item.getAttribute('data-item')));
    assert.deepEqual([...order].sort(), ['env', 'env.net', 'env.vm']);
    assert.ok(order.indexOf('env.net') < order.indexOf('env.vm'), 'vm goes after net');
    await photograph(workbench(), 'plan');
    await frame.locator('[data-section^="Destroyed"] [data-item="env.net"] .link').first().click();
    await workbench().page.locator('.active-line-number', { hasText: /^3$/ }).waitFor();
    // The cursor is followed by the timeline, which would forget a click that comes before.
    await frame.locator('.timeline-details h3', { hasText: 'env.net' }).waitFor();
  });

  it('reads the plan as a timeline, with reasons, and steps through it in the graph', async () => {
    const report = await frameWith('[data-report="plan"]');
    await becomes(
      () => report.locator('.column-title').allTextContents(),
      ['Notified first', 'Step 1', 'Step 2', 'Step 3'],
    );
    await report.locator('[data-name="env.vm"][data-sign="notifiedFirst"]').click();
    await report.locator('.timeline-details [data-reason]', { hasText: 'destroyed after' }).first().waitFor();
    await report.locator('[data-graph-step="1"]').click();
    const graph = await frameWith('[data-plan="destruction of env"] .stepper[data-at="1"]');
    await graph.locator('[data-node="env.net"][data-status="destroyed"]').waitFor();
    await graph.locator('[data-node="env.vm"][data-status="untouched"]').waitFor();
    await graph.getByRole('button', { name: 'Next step' }).click();
    await graph.locator('[data-node="env.vm"][data-status="destroyed"]').waitFor();
    await becomes(() => graph.locator('.announcements').innerText(), /Step 2 of 3 destroys env\.vm/);
    await snapshot(workbench(), 'plan-step');
  });

  it('has the menus of VS Code on what the plan destroys', async () => {
    await workbench().tab('Plan for plan.aft').first().click();
    const report = await frameWith('[data-report="plan"]');
    await report.locator('h1', { hasText: 'destruction of env' }).waitFor();
    await workbench().chooseMenu(report.locator('[data-name="env.net"][data-sign="destroyed"] .name'), 'Open Source');
    await workbench().page.locator('.active-line-number', { hasText: /^3$/ }).waitFor();
  });

  it('changes event, target and policy in place, and compares two policies side by side', async () => {
    await workbench().tab('Plan for plan.aft').first().click();
    const report = await frameWith('[data-report="plan"]');
    await report.locator('select[name="event"]').selectOption('destroy');
    await report.locator('select[name="of"]').selectOption('box');
    await report.locator('h1', { hasText: 'destruction of box' }).waitFor();
    await report.locator('select[name="against"]').selectOption('soft');
    await report.locator('figcaption', { hasText: 'Under the policy soft' }).waitFor();
    await becomes(() => report.locator('svg.timeline').count(), 2);
    await report.locator('[data-section="Different under soft"] [data-item]').first().waitFor();
    await photographed('plan-two', report);
    await report.locator('select[name="against"]').selectOption('');
    await report.locator('select[name="of"]').selectOption('env');
    await report.locator('h1', { hasText: 'destruction of env' }).waitFor();
  });

  it('shows a plan in the graph: from its report, and by a command', async () => {
    const report = await frameWith('[data-report="plan"]');
    await report.getByRole('button', { name: 'Show in Graph' }).click();
    const graph = await frameWith('[data-plan="destruction of env"][data-policy="default"]');
    await graph.locator('[data-node="env.net"][data-step="1"]').waitFor();
    await graph.locator('[data-node="env.vm"][data-step="2"][data-notified-first]').waitFor();
    await graph.locator('[data-details="env"] [data-effect="destroyed"] [data-reason]').first().waitFor();
    await photograph(workbench(), 'plan-graph');
    await workbench().tab('plan.aft').first().click();
    await workbench().runCommand('Aftermath: Show Plan…');
    await pressRowButton(workbench().page, 'delete', 'Show in Graph');
    await workbench().choose('stuck');
    await workbench().choose('foreground');
    await workbench().choose('default');
    const other = await frameWith('[data-plan="foreground deletion of stuck"]');
    await other.locator('[data-node="stuck"][data-status="held"]').waitFor();
    // A question that is left unanswered leaves the plan; it is taken away where it is shown.
    await workbench().runCommand('Aftermath: Show Plan…');
    await pressRowButton(workbench().page, 'destroy', 'Show in Graph');
    await workbench().page.locator('.quick-input-widget:visible .monaco-list-row[aria-label^="env"]').first().waitFor();
    await workbench().page.keyboard.press('Escape');
    await workbench().page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    await other
      .locator('[data-plan="foreground deletion of stuck"]')
      .getByRole('button', { name: 'Clear the plan' })
      .click();
    await other.locator('svg[data-has-plan="false"]').waitFor();
    assert.equal(await other.locator('[data-plan], [data-node][data-status]').count(), 0);
  });

  it('plans what another file had and this one lacks', async () => {
    await workbench().tab('plan.aft').first().click();
    await workbench().runCommand('Aftermath: Show Plan…');
    await workbench().choose('since');
    await workbench().choose('plan-old.aft');
    await workbench().choose('default');
    const frame = await frameWith('[data-report="plan"]');
    await frame.locator('h1', { hasText: 'Plan for the deployment' }).waitFor();
    await becomes(async () => (await frame.locator('[data-section^="Destroyed"] [data-item]').count()) > 0, true);
    await snapshot(workbench(), 'plan-since');
  });

  it('shows which crash makes a goal fail', async () => {
    await workbench().tab('plan.aft').first().click();
    await workbench().runCommand('Aftermath: Show Single Points of Failure');
    await workbench().choose('default');
    const frame = await frameWith('[data-report="points"]');
    await frame.locator('h2', { hasText: 'app needs fs' }).waitFor();
    await frame.locator('[data-section="app needs fs"] [data-item="fs"]').waitFor();
    await photographed('points', frame);
  });

  it('saves the report of a model as one page beside it', async () => {
    await workbench().tab('plan.aft').first().click();
    const file = join(driven().workspace, 'plan.html');
    await workbench().runCommand('Aftermath: Save Report…');
    const box = workbench().page.locator('.quick-input-widget:visible', { hasText: 'Save the report' });
    // A name beside the model is offered.
    await becomes(() => box.locator('input').first().inputValue(), file);
    await workbench().acceptInput();
    assert.match((await written(file)).toString(), /<title>plan\.aft<\/title>/u);
    await workbench().page.locator('.notification-toast', { hasText: 'The report of plan.aft is saved.' }).waitFor();
  });

  it('compares two protection domains, from the palette and from the table of all pairs', async () => {
    await closeOthers();
    await workbench().openFile('kv-store.aft');
    await workbench().runCommand('Aftermath: Compare Two Protection Domains…');
    await workbench().choose('fileServer');
    await workbench().choose('blockServer1');
    const comparison = await frameWith('[data-report="comparison"]');
    await comparison.locator('h1', { hasText: 'Isolation of fileServer and blockServer1' }).waitFor();
    const block = comparison.locator(
      '[data-section="Resource similarity (RSI)"] [data-row="block"] [data-column="RSI"]',
    );
    await becomes(() => block.innerText(), '1/2');
    await photographed('comparison', comparison);

    await workbench().tab('kv-store.aft').first().click();
    await workbench().runCommand('Aftermath: Show Isolation Metrics');
    const pairs = await frameWith('[data-report="isolation"]');
    const table = pairs.locator('[data-section="Pairs of PDs"]');
    await table.locator('th', { hasText: 'RSI table' }).locator('button').click();
    await becomes(() => table.locator('[data-row]').first().getAttribute('data-row'), 'db');
    await pairs.locator('[data-section^="RSI of all"] [data-row="db"] [data-heat]').first().waitFor();
    await photograph(workbench(), 'isolation');
    await table.locator('[data-row="db"] button').first().click();
    const other = await frameWith('[data-report="comparison"]');
    await other.locator('h1', { hasText: 'Isolation of db and app' }).waitFor();
  });

  it('asks nothing of any other machine', () => {
    assert.deepEqual(workbench().requestsAway, []);
  });
});
