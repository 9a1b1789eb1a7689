/** A machine that cannot be read as a whole, because it is large and nothing in it can be folded. */
import assert from 'node:assert/strict';
import { initialMachineState, nextMachineState } from '../../../../client/webview/machine/machine-state.ts';
import { becomes } from '../../../becomes.ts';
import { expectAccessible } from '../../../e2e/axe.ts';
import { pagesOfSuite } from '../graph-page.ts';
import { chartMessage, chartNamed, exploredMessage, flatChart, sampleRun } from './sample-chart.ts';

describe('A machine without room', () => {
  const open = pagesOfSuite();

  it('reads a flat machine that does not fit state by state, with neighbours, and as a whole on request', async () => {
    const { page, sendRaw } = await open({ show: 'machine', size: { width: 400, height: 400 } });
    await sendRaw({ ...chartMessage(), chart: flatChart(22) });
    await page.locator('[data-narrowed="S0"]').waitFor();
    // What is shown can be read: the state, and where its transitions lead and come from.
    const shown = () => page.locator('g.state > .name').allTextContents();
    await becomes(async () => (await shown()).toSorted(), ['M', 'S0', 'S1', 'S21', 'S3', 'S9']);
    const height = () =>
      page.locator('[data-name="S0"] > .name').evaluate((name) => name.getBoundingClientRect().height);
    await becomes(async () => (await height()) >= 9, true);
    await page.locator('[data-name="S3"] > .name').click();
    await page.locator('[data-narrowed="S3"]').waitFor();
    await becomes(async () => (await shown()).includes('S4'), true);
    await sendRaw({ type: 'select', id: 's20' });
    await page.locator('[data-narrowed="S20"]').waitFor();
    await expectAccessible(page.mainFrame(), 'a narrowed machine');
    await page.locator('.narrowed .link').click();
    await becomes(async () => (await shown()).length, 23);
    await page.locator('[data-tool="fit"]').click();
    await page.locator('[data-narrowed="S20"]').waitFor();
  });

  it('is read state by state at once where a layout of all states would take long and be too small', async () => {
    const { page, sendRaw } = await open({ show: 'machine', size: { width: 800, height: 860 } });
    await sendRaw({ ...chartMessage(), chart: flatChart(60) });
    await page.locator('[data-narrowed="S0"]').waitFor();
  });

  it('begins with the selected state, then with the active one, then with the initial one', () => {
    const focusOf = (selected: string | undefined, run = false): string | undefined => {
      const state = initialMachineState(selected);
      const running = run ? nextMachineState(state, { type: 'run', run: sampleRun, title: '' }) : state;
      return nextMachineState(running, { type: 'narrowed', chart: chartNamed('M') }).focus;
    };
    assert.deepEqual(
      [focusOf('s3'), focusOf('s3', true), focusOf('t0', true), focusOf(undefined)],
      ['s3', 's3', 's2', 's0'],
    );
  });

  it('follows a run, and is drawn whole if no state is the first', () => {
    const narrowed = nextMachineState(initialMachineState(undefined), { type: 'narrowed', chart: chartNamed('M') });
    assert.equal(nextMachineState(narrowed, { type: 'run', run: sampleRun, title: '' }).focus, 's2');
    const chart = { ...chartNamed('M'), states: [] };
    const whole = nextMachineState(initialMachineState(undefined), { type: 'narrowed', chart });
    assert.deepEqual([whole.focus, whole.mayNarrow], [undefined, false]);
  });
});

describe('A person who reads explored states', () => {
  const open = pagesOfSuite();

  it('sees marks and cycles, chooses groups, folds one, and asks for the way to a state', async () => {
    const { page, sendRaw, last } = await open({ show: 'machine' });
    await sendRaw(exploredMessage);
    await page.locator('g.is-broken[data-state="s1"] .mark-sign').waitFor();
    assert.equal(await page.locator('g.is-in-cycle').count(), 2);
    await becomes(() => page.locator('[data-extent]').textContent(), '4 states, 4 transitions');
    await page.locator('[data-state="s1"] > .name').click();
    await becomes(() => last('reveal'), { type: 'reveal', id: 's1', focus: false });
    await becomes(() => page.locator('[data-state-of="1"] li').count(), 2);
    await page.locator('[data-fold="g1"]').click();
    await page.locator('[data-state="g1"].is-folded.is-broken').waitFor();
    await page.locator('[data-choice-of="group"]').selectOption({ label: 'b' });
    await becomes(() => last('entity'), { type: 'entity', entity: 'b' });
    await sendRaw({ type: 'unshown', message: 'The check has 501 states.' });
    await page.locator('[data-notice="unshown"]', { hasText: '501' }).waitFor();
  });
});
