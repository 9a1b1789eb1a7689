/**
 * The machine page as a user sees it: the chart, a run shown on it, clicks and keys, and that only known messages
 * change it.
 */
import assert from 'node:assert/strict';
import { expectAccessible } from '../../../e2e/axe.ts';
import { becomes } from '../../../becomes.ts';
import { pagesOfSuite, type OpenOptions } from '../graph-page.ts';
import { chartMessage, chartNamed, drawMachine, sampleRun } from './sample-chart.ts';

const evil = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';

describe('A person who uses the machine page', () => {
  const openPage = pagesOfSuite();
  const open = (options: OpenOptions = {}) => openPage({ show: 'machine', ...options });

  it('sees nested states, marks of initial and final ones, and labels that lie on no state', async () => {
    const { page, sendRaw } = await open();
    await drawMachine(sendRaw, page);
    assert.equal(await page.locator('g.state').count(), 5);
    assert.equal(await page.locator('g.initial .mark').count(), 2);
    assert.equal(await page.locator('[data-state="s3"] .final').count(), 1);
    const box = async (selector: string) => {
      const found = await page.locator(selector).first().boundingBox();
      assert.ok(found);
      return found;
    };
    const [outer, inner] = [await box('[data-state="s1"] > .shape'), await box('[data-state="s2"] > .shape')];
    assert.ok(inner.x > outer.x && inner.x + inner.width < outer.x + outer.width && inner.y > outer.y);
    for (const label of await page.locator('.transition-label').all()) {
      const at = await label.boundingBox();
      for (const id of ['s0', 's2', 's3']) {
        const state = await box(`[data-state="${id}"] > .shape`);
        const isApart =
          at !== null &&
          (at.x + at.width <= state.x ||
            state.x + state.width <= at.x ||
            at.y + at.height <= state.y ||
            state.y + state.height <= at.y);
        assert.ok(isApart, `${(await label.textContent()) ?? ''} lies on ${id}`);
      }
    }
  });

  it("sees a run's active states, enabled and taken transitions, timers, variables and deferred events", async () => {
    const { page, sendRaw } = await open();
    await drawMachine(sendRaw, page);
    assert.equal(await page.locator('[data-active="true"]').count(), 0);
    await sendRaw({ type: 'run', run: sampleRun, title: 'a round' });
    await page.locator('[data-state="s2"][data-active="true"] .active-sign').waitFor();
    await becomes(
      () => page.locator('g.state[data-active="true"]').evaluateAll((all) => all.map((one) => one.dataset.state)),
      ['root', 's1', 's2'],
    );
    await becomes(() => page.locator('[data-label="t1"]').textContent(), /^› after 2s1s left/);
    await becomes(() => page.locator('[data-label="t0"]').textContent(), /^» on Work/);
    await page.locator('g[data-transition="t1"][data-enabled="true"]').waitFor();
    await becomes(() => page.locator('.run-side').innerText(), /worker[^]*done\s+4[^]*1s left[^]*Work\(2\)/);
    await becomes(() => page.locator('.announcements').textContent(), /Step 3, 1s: worker: Fast, .*active/);
    // In a pane that is too small for the chart, the active state is on screen.
    await page.setViewportSize({ width: 300, height: 420 });
    const places = () => Promise.all(['[data-state="s2"] > .shape', 'svg.canvas'].map((each) => page.locator(each).boundingBox())); // oxfmt-ignore
    await becomes(async () => {
      const [state, canvas] = await places();
      if (!state || !canvas || canvas.width > 300) return false;
      return state.x >= canvas.x && state.y >= canvas.y && state.y + state.height <= canvas.y + canvas.height;
    }, true);
    await page.setViewportSize({ width: 1100, height: 800 });
    await sendRaw({ type: 'run', run: null, title: '' });
    await page.locator('.run-side', { hasText: 'No run is shown' }).waitFor();
    assert.equal(await page.locator('[data-notice="errors"]').count(), 0);
    await sendRaw({ ...chartMessage(), warning: 'The model has one error.' });
    await page.locator('[data-notice="errors"]', { hasText: 'one error' }).waitFor();
  });

  it('goes to the source by click and Enter, and follows the cursor', async () => {
    const { page, sendRaw, sentOf, last } = await open();
    await drawMachine(sendRaw, page);
    await page.locator('[data-state="s2"] > .name').click();
    await page.locator('[data-label="t1"]').dblclick();
    await page.locator('[data-state="s0"]').focus();
    await page.keyboard.press('t');
    await page.keyboard.press('Enter');
    await becomes(() => last('reveal'), { type: 'reveal', id: 't0', focus: true });
    const reveals = (await sentOf('reveal')).map((one) => JSON.stringify(one));
    assert.ok(reveals.includes('{"type":"reveal","id":"s2","focus":false}'), reveals.join());
    assert.ok(reveals.includes('{"type":"reveal","id":"t1","focus":true}'), reveals.join());
    await sendRaw({ type: 'select', id: 's3' });
    await page.locator('[data-state="s3"].is-selected').waitFor();
  });

  it('walks between states with the arrow keys, and reads the same as tables', async () => {
    const { page, sendRaw } = await open();
    await drawMachine(sendRaw, page);
    await page.locator('[data-state="s0"]').focus();
    await page.keyboard.press('Home');
    await page.locator('[data-state="root"]:focus').waitFor();
    const focused = () =>
      page.locator(':focus').evaluate((one) => one.getAttribute('data-state') ?? one.getAttribute('data-transition'));
    const press = async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await page.locator('[data-state="s0"]').focus();
    await press('t');
    await becomes(focused, 't0');
    // Along the transition, and back to a state from the middle of a line.
    await press('f');
    await becomes(focused, 's1');
    await press('t');
    await becomes(focused, 't2');
    await press('f');
    await becomes(focused, 's3');
    await page.locator('[data-state="s0"]').focus();
    await press('t', 'ArrowUp');
    await becomes(focused, 's0');
    await press('t', 'ArrowDown');
    await becomes(focused, 's1');
    await page.locator('[data-tool="table"]').click();
    await becomes(() => page.locator('[data-table="states"] tbody tr').count(), 4);
    assert.equal(await page.locator('[data-table="transitions"] tbody tr').count(), 4);
  });

  it('folds and opens states, shows guards and actions on demand, and one state with its neighbours', async () => {
    const { page, sendRaw } = await open({ size: { width: 640, height: 700 } });
    await drawMachine(sendRaw, page);
    const states = () => page.locator('g.state').evaluateAll((all) => all.map((one) => one.dataset.state));
    await page.locator('g[data-state="s1"]').focus();
    await page.keyboard.press('-');
    await page.locator('[data-state="s1"] .inside', { hasText: '1 state' }).waitFor();
    await becomes(states, ['root', 's0', 's1', 's3']);
    // What the cursor is in is shown by the state that it is hidden in.
    await sendRaw({ type: 'select', id: 's2' });
    await page.locator('[data-state="s1"].is-selected').waitFor();
    await page.locator('.inside').click();
    await page.locator('[data-state="s2"]').waitFor();
    assert.equal(await page.locator('[data-label="t0"]').textContent(), 'on Work');
    await page.locator('.folded-tools > summary').click();
    await page.locator('[data-tool="plan"]').click();
    await page.locator('[data-label="t0"]', { hasText: 'do Worker' }).waitFor();
    await page.locator('g[data-state="s3"]').focus();
    await page.keyboard.press('n');
    await becomes(states, ['root', 's1', 's3']);
    await page.keyboard.press('Escape');
    await becomes(states, ['root', 's0', 's1', 's2', 's3']);
    assert.equal(await page.locator('.run-side').count(), 0);
    // The menu of tools is closed by what was chosen.
    await page.locator('.folded-tools > summary').click();
    await page.locator('[data-tool="legend"]').click();
    await page.locator('.run-side').waitFor();
  });

  it('starts a sandbox, and fires transitions by a click in the chart or in the list', async () => {
    const { page, sendRaw, sentOf } = await open();
    await drawMachine(sendRaw, page);
    await page.locator('[data-tool="play"]').click();
    await becomes(() => sentOf('sandbox'), [{ type: 'sandbox', isOn: true }]);
    await sendRaw({ type: 'run', run: sampleRun, title: 'Sandbox' });
    await page.locator('[data-label="t1"].is-enabled').click();
    await page.locator('[data-fire="t1"]').click();
    const fired = { type: 'fire', transition: 't1' };
    await becomes(() => sentOf('fire'), [fired, fired]);
    // What cannot be fired is selected, as always.
    await page.locator('[data-label="t2"]').click();
    await page.locator('[data-label="t2"].is-selected').waitFor();
    await sendRaw({ type: 'refused', message: 'This transition cannot be taken now.' });
    await page.locator('.refused', { hasText: 'cannot be taken' }).waitFor();
    await page.locator('[data-tool="play"]').click();
    await becomes(
      () => sentOf('sandbox'),
      [
        { type: 'sandbox', isOn: true },
        { type: 'sandbox', isOn: false },
      ],
    );
  });

  it('asks for the values of an event, with what fits, before it fires the transition', async () => {
    const { page, sendRaw, sentOf } = await open();
    await drawMachine(sendRaw, page);
    await page.locator('[data-tool="play"]').click();
    const parameters = [
      { name: 'round', type: 'int', initial: '2' },
      { name: 'by', type: 'pd', initial: 'a', options: ['a', 'b', 'none'] },
    ];
    await sendRaw({ type: 'run', run: { ...sampleRun, fires: [{ transition: 't1', event: 'Save', parameters }] }, title: 'Sandbox' }); // oxfmt-ignore
    // In the chart as in the list.
    await page.locator('[data-label="t1"].is-enabled').click();
    const form = page.locator('form[data-event="Save"]');
    await form.locator('[data-parameter="round"]:focus').waitFor();
    await expectAccessible(page, 'the values of an event');
    await form.locator('[data-parameter="round"]').fill('7');
    await form.locator('[data-parameter="by"]').selectOption('b');
    await form.locator('[data-parameter="round"]').press('Enter');
    await becomes(() => sentOf('fire'), [{ type: 'fire', transition: 't1', values: ['7', 'b'] }]);
    await page.locator('[data-fire="t1"][aria-expanded="true"]').click();
    await form.waitFor({ state: 'detached' });
  });

  it('tells VS Code what its menus are about, and sets a breakpoint by a key', async () => {
    const { page, sendRaw, sentOf } = await open();
    await drawMachine(sendRaw, page);
    const menu = async (selector: string): Promise<unknown> =>
      JSON.parse((await page.locator(selector).first().getAttribute('data-vscode-context')) ?? '') as unknown;
    for (const [selector, id] of [
      ['[data-state="s2"]', 's2'],
      ['g[data-transition="t1"]', 't1'],
      ['[data-label="t1"]', 't1'],
      ['text[data-transition="t3"]', 't3'],
    ] as const)
      assert.deepEqual(await menu(selector), {
        aftermathSource: { type: 'reveal', id, focus: true },
        aftermathBreakpoint: { type: 'breakpoint', id },
        preventDefaultContextMenuItems: true,
      });
    assert.deepEqual(await menu('[data-machine]'), { uri: 'file:///work.aft' });
    await page.locator('[data-state="s2"]').focus();
    await page.keyboard.press('F9');
    await becomes(() => sentOf('breakpoint'), [{ type: 'breakpoint', id: 's2' }]);
  });

  it('shows a machine that is too large for a picture as tables first, and says so', async () => {
    const { page, sendRaw } = await open();
    const message = chartMessage();
    assert.ok(message.type === 'chart');
    const many = Array.from({ length: 600 }, (_, place) => ({
      id: `m${String(place)}`,
      name: `State${String(place)}`,
      parent: 'root',
      isInitial: false,
      isFinal: false,
    }));
    await sendRaw({ ...message, chart: { ...message.chart, states: [...message.chart.states, ...many] } });
    await page.locator('[data-notice="large"]', { hasText: '604 states, 4 transitions' }).waitFor();
    await becomes(() => page.locator('[data-table="states"] tbody tr').count(), 604);
    await page.locator('[data-tool="table"]').click();
    await page.locator('svg[data-layout="simple"] [data-state="m599"]').waitFor();
    await sendRaw(message);
    await page.locator('svg[data-layout="elk"]').waitFor();
    await page.locator('[data-notice="large"]').waitFor({ state: 'detached' });
  });

  it('writes what is shown as SVG, PNG, Mermaid and JSON', async () => {
    const { page, sendRaw, sentOf } = await open();
    await drawMachine(sendRaw, page);
    await sendRaw({ type: 'run', run: sampleRun, title: 'a round' });
    await page.locator('[data-active="true"]').first().waitFor();
    const begins = {
      SVG: '<svg ',
      PNG: 'iVBOR',
      Mermaid: 'stateDiagram-v2',
      JSON: '{\n  "format": "aftermath-statechart"',
    };
    for (const [name, beginning] of Object.entries(begins)) {
      await page.locator('[data-choice-of="export"]').selectOption(name);
      await page.waitForFunction(
        (wanted) => JSON.stringify(window.sent.at(-1)).includes(`"${wanted}"`),
        name.toLowerCase(),
      );
      const last = (await sentOf('export')).at(-1) as { readonly content: string };
      assert.ok(last.content.startsWith(beginning), last.content.slice(0, 80));
      if (name === 'SVG') assert.match(last.content, /class="state is-active"/);
    }
  });

  it('shows text as text, whatever is in it', async () => {
    const { page, sendRaw } = await open();
    await drawMachine(sendRaw, page, evil);
    await sendRaw({ type: 'run', run: { ...sampleRun, entity: evil, deferred: [evil] }, title: evil });
    await page.locator('.run-side', { hasText: '<script>' }).waitFor();
    assert.equal(await page.locator('img, body script:not([src])').count(), 0);
    assert.equal(await page.evaluate(() => 'hacked' in window), false);
  });

  it('refuses unknown messages, and keeps what outlives the page', async () => {
    const { page, sendRaw, sentOf } = await open();
    await drawMachine(sendRaw, page);
    await sendRaw({ type: 'chart', subject: {}, chart: chartNamed('Other') });
    await sendRaw({ ...chartMessage('Other'), command: 'evil' });
    await becomes(async () => (await sentOf('trouble')).length, 2);
    assert.equal(await page.locator('[data-machine="Worker"]').count(), 1);
    await page.locator('[data-state="s3"] > .name').click();
    await page.waitForFunction(() => JSON.stringify(window.saved ?? '').includes('"selected":"s3"'));
  });

  it('says that a machine is gone, and offers a retry after a failure', async () => {
    const { page, sendRaw, sentOf } = await open();
    await drawMachine(sendRaw, page);
    await sendRaw({ type: 'missing', machine: 'Worker' });
    await page.locator('[data-notice="missing"]').waitFor();
    // The window's new shape is no reason to draw the old chart again.
    await page.setViewportSize({ width: 500, height: 900 });
    await page.waitForTimeout(800);
    await page.locator('[data-notice="missing"]').waitFor({ timeout: 1000 });
    await sendRaw({ type: 'failed', message: 'No.' });
    await page.locator('[data-notice="failed"] button').first().click();
    await becomes(async () => (await sentOf('retry')).length, 1);
  });
});
