import assert from 'node:assert/strict';
import { windowSize } from '../../../../client/webview/trace/trace-state.ts';
import type { TraceMessageToPage } from '../../../../client/webview/trace/messages.ts';
import { becomes } from '../../../becomes.ts';
import { pagesOfSuite } from '../graph-page.ts';
import { themes, wear } from '../themes.ts';
import { fullStepMessage, rowsMessage, runMessage, stepMessage, subject, viewOf } from './sample-trace.ts';

const evil = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';

describe('A person who uses the trace page', () => {
  const openPage = pagesOfSuite();
  const open = async (options: { readonly saved?: unknown; readonly width?: number } = {}) => {
    const { saved, width } = options;
    const opened = await openPage({
      show: 'trace',
      ...(saved !== undefined && { saved }),
      ...(width !== undefined && { size: { width, height: 700 } }),
    });
    const send = (...messages: readonly TraceMessageToPage[]): Promise<void> =>
      messages.reduce((before, message) => before.then(() => opened.sendRaw(message)), Promise.resolve());
    const selected = (): Promise<string | null> => opened.page.locator('main').getAttribute('data-selected');
    return { ...opened, send, selected };
  };

  it('loads only what is in sight, and the selected step', async () => {
    const { page, send, sent } = await open();
    await send(runMessage(1_000_000));
    await page.waitForSelector('[data-step="0"]');
    await page.waitForFunction(() => window.sent.length === 4);
    const asked = (await sent()).slice(1);
    for (const each of [
      { type: 'rows', number: 1, from: 0, to: windowSize - 1 },
      { type: 'step', number: 1, step: 0 },
      { type: 'stretch', number: 1, from: 0, to: 99 },
    ])
      assert.ok(
        asked.some((one) => JSON.stringify(one) === JSON.stringify(each)),
        JSON.stringify(asked),
      );
    assert.ok((await page.locator('[data-step]').count()) < 80);
  });

  it('sees a run of a million steps from end to end', async () => {
    const { page, send, last, selected } = await open();
    await send(runMessage(1_000_000), rowsMessage(0, windowSize - 1));
    await page.locator('.steps').focus();
    await page.keyboard.press('End');
    await page.waitForSelector('[data-step="1000000"]');
    await becomes(selected, '1000000');
    await becomes(() => last('rows'), { type: 'rows', number: 1, from: 1_000_000, to: 1_000_199 });
    await page.locator('[data-step="1000000"]').waitFor();
  });

  it('steps by keys and buttons, and jumps by number', async () => {
    const { page, send, selected } = await open();
    await send(runMessage(30), rowsMessage(0, 30));
    await page.locator('.steps').focus();
    const steps = { ArrowDown: '1', ArrowRight: '2', PageDown: '12', ArrowLeft: '11', End: '30', Home: '0' };
    for (const [key, step] of Object.entries(steps)) {
      await page.keyboard.press(key);
      await becomes(selected, step);
    }
    for (const [tool, step] of [
      ['forward', '1'],
      ['forward', '2'],
      ['back', '1'],
      ['last', '30'],
      ['first', '0'],
    ] as const) {
      await page.locator(`[data-tool="${tool}"]`).click();
      await becomes(selected, step);
    }
    await page.locator('input[type="number"]').fill('17');
    await page.keyboard.press('Enter');
    await becomes(selected, '17');
    // What the page is told meanwhile does not take away what is being typed.
    await page.locator('input[type="number"]').fill('5');
    await send(rowsMessage(0, 30));
    await page.keyboard.press('Enter');
    await becomes(selected, '5');
    await page.locator('input[type="number"]').fill('99');
    await page.keyboard.press('Enter');
    await becomes(
      async () => [await selected(), await page.locator('input[type="number"]').inputValue()],
      ['30', '30'],
    );
  });

  it('does not move between steps while typing a number', async () => {
    const { page, send, selected } = await open();
    await send(runMessage(30), rowsMessage(0, 30));
    await page.locator('input[type="number"]').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('End');
    await page.keyboard.press('Tab');
    await page.locator('input[type="number"]:not(:focus)').waitFor();
    assert.equal(await selected(), '0');
  });

  it('loses no character typed while a search begins', async () => {
    const { page, send, last } = await open();
    await send(runMessage(30), rowsMessage(0, 30));
    const field = page.getByRole('searchbox', { name: 'Find in steps' });
    await field.evaluate((input: HTMLInputElement) => {
      const push = window.sent.push.bind(window.sent);
      window.sent.push = (...messages) => {
        if (JSON.stringify(messages).includes('"settings"')) {
          window.sent.push = push;
          // What is searched has been drawn then, and nothing has followed on that.
          queueMicrotask(() => {
            input.value = 'lost';
            input.dispatchEvent(new Event('input', { bubbles: true }));
          });
        }
        return push(...messages);
      };
    });
    await field.fill('los');
    await becomes(() => field.inputValue(), 'lost');
    const filter = { without: [], text: 'lost', entity: '', onlyMarked: false };
    await becomes(() => last('find'), { type: 'find', number: 1, find: 2, filter });
  });

  it('goes from problem to problem', async () => {
    const { page, send, selected } = await open();
    const { summary } = runMessage(300);
    const marked = [100, 200, 300].map((step) => ({ step, mark: 'failure' }) as const);
    await send(runMessage(300, { summary: { ...summary, marked } }), rowsMessage(0, 199), rowsMessage(200, 300));
    await becomes(selected, '100');
    await page.locator('[data-tool="problem"]').click();
    await becomes(selected, '200');
    await page.locator('[data-step="200"] [role="img"][aria-label="failed expectation"]').waitFor();
  });

  it('reads what is wrong, what happened, what changed, and how the entities are', async () => {
    const { page, send } = await open();
    await send(runMessage(), rowsMessage(0, 3), stepMessage(0));
    const details = page.locator('[data-details="0"]');
    await becomes(
      () => details.locator('[data-problem]').innerText(),
      /Expected\s+disk alive\s+Found\s+disk is destroyed/,
    );
    assert.deepEqual(await details.locator('[data-reason]').allInnerTexts(), [
      '"server" crashed',
      '"disk" is managed by "server"',
    ]);
    assert.deepEqual(await details.locator('[data-change]').allInnerTexts(), [
      'entities\na\nstate\nIdle\n→\nBusy',
      'a\nstate\nIdle\n→\nBusy',
      'state\nIdle\n→\nBusy',
    ]);
    assert.match(await details.locator('[data-entity="a"]').innerText(), /alive\tBusy\tround = 1/);
    assert.equal(
      await details.locator('[data-entity="a"] [role="img"]').getAttribute('aria-label'),
      'changed in this step',
    );
    assert.match(await details.innerText(), /4 more are alive/);
    assert.match(await details.innerText(), /timer of a in Busy/);
  });

  it('hears each step', async () => {
    const { page, send } = await open();
    await send(runMessage(), rowsMessage(0, 3), stepMessage(0));
    await page.locator('.announcements', { hasText: 'Step 0, 0s: step 0' }).waitFor({ state: 'attached' });
  });

  it('finds the list by role and name, and in it the selected step', async () => {
    const { page, send } = await open();
    await send(runMessage(30), rowsMessage(0, 30));
    const list = page.getByRole('listbox', { name: 'Steps' });
    await list.focus();
    await page.keyboard.press('ArrowDown');
    const option = page.getByRole('listbox', { name: 'Steps' }).getByRole('option', { selected: true });
    await becomes(() => list.getAttribute('aria-activedescendant'), 'step-1');
    await becomes(() => option.evaluate((one) => [one.id, one.ariaPosInSet, one.ariaSetSize]), ['step-1', '2', '31']);
    for (const name of ['First step (Home)', 'Step back (Left)', 'Step forward (Right)', 'Last step (End)'])
      assert.equal(await page.getByRole('button', { name, exact: true }).count(), 1);
  });

  it('goes to the text from a step, an event and a reason', async () => {
    const { page, send, sentOf } = await open();
    await send(runMessage(), rowsMessage(0, 3), stepMessage(0));
    await page.locator('[data-tool="source"]').click();
    await page.locator('[data-section="What happened"] .link').click();
    await page.locator('[data-reason] .link').click();
    await page.locator('[data-step="2"]').click();
    await page.locator('.steps').press('Enter');
    await becomes(
      () => sentOf('reveal'),
      [
        { type: 'reveal', number: 1, step: 0 },
        { type: 'reveal', number: 1, step: 0, event: 1 },
        { type: 'reveal', number: 1, step: 0, because: 0 },
        { type: 'reveal', number: 1, step: 2 },
        { type: 'reveal', number: 1, step: 2 },
      ],
    );
  });

  it('chooses among the runs of a scenario, runs again, and saves', async () => {
    const { page, send, sent } = await open();
    const { summary } = runMessage();
    await send(runMessage(3, { summary: { ...summary, variants: ['p = a', 'p = b'], variant: 0 } }), { type: 'stale' });
    await page.locator('[data-stale]').waitFor();
    await page.locator('[data-choice-of="variant"]').selectOption({ label: 'p = b' });
    await page.locator('[data-tool="again"]').click();
    await page.locator('[data-tool="save"]').click();
    const chosen = [{ type: 'variant', variant: 1 }, { type: 'retry' }, { type: 'save' }];
    await becomes<unknown>(async () => (await sent()).slice(-3), chosen);
  });

  it('reads why there is no run, and can retry', async () => {
    const { page, send, last } = await open();
    await send({ type: 'failed', message: 'The file is no trace.' });
    await page.locator('[data-notice="failed"]', { hasText: 'The file is no trace' }).waitFor();
    await page.getByRole('button', { name: 'Retry' }).click();
    await becomes(last, { type: 'retry' });
  });

  it('finds the step again after a reload', async () => {
    const { page, send } = await open();
    await send(runMessage(30), rowsMessage(0, 30));
    await page.locator('[data-step="4"]').click();
    await becomes(() => page.evaluate(() => window.saved), { subject, step: 4 });
  });

  it('is shown markup as text', async () => {
    const { page, send } = await open();
    const { summary } = runMessage();
    const view = viewOf(0);
    await send(
      runMessage(3, { summary: { ...summary, title: evil, about: [evil], warnings: [evil], variants: [evil, evil] } }),
      { type: 'rows', number: 1, from: 0, rows: [{ step: 0, at: evil, kind: 'start', text: evil }] },
      {
        type: 'step',
        number: 1,
        view: {
          ...view,
          row: { ...view.row, text: evil },
          events: [{ text: evil, hasPlace: true }],
          changes: [{ depth: 0, name: evil, before: evil, after: evil }],
          entities: [{ name: evil, is: evil, state: evil, values: [evil], hasChanged: true }],
          next: [{ text: evil, at: evil }],
        },
      },
    );
    await page.locator('[data-details="0"] h2', { hasText: '<img' }).waitFor();
    assert.equal(await page.locator('main img, main script').count(), 0);
    assert.equal(await page.evaluate(() => 'hacked' in window), false);
  });

  it('is shown the state of any step in full, by keys too, and that stays chosen', async () => {
    const { page, send, last } = await open();
    await send(runMessage(), rowsMessage(0, 3), stepMessage(0));
    await page.locator('[data-details="0"]').focus();
    const box = page.getByRole('checkbox', { name: 'Show the full state' });
    while (!(await box.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab');
    assert.equal(await page.locator('[data-full]').count(), 0);
    await page.keyboard.press('Space');
    await becomes(() => last('step'), { type: 'step', number: 1, step: 0, full: true });
    await becomes(async () => ((await last('settings')) as { settings: { isFull?: boolean } }).settings.isFull, true);
    await page.locator('[data-full][aria-busy="true"]').waitFor();
    await send(fullStepMessage(0));
    await becomes(
      () => page.locator('[data-state="under way"] li').allInnerTexts(),
      ['Save(1) from boss to a: at 1s', 'timer of a in Busy: at 2s'],
    );
    assert.match((await page.locator('[data-full]').innerText()).trim(), /3 more lines are not shown\.$/);
    await page.locator('[data-step="2"]').click();
    await becomes(() => last('step'), { type: 'step', number: 1, step: 2, full: true });
    await box.uncheck();
    await becomes(() => last('step'), { type: 'step', number: 1, step: 2 });
    await becomes(() => page.locator('[data-full]').count(), 0);
  });

  it('uses colours of the theme alone, and keeps text readable in each', async () => {
    const { page, send } = await open({ width: 560 });
    await send(runMessage(), rowsMessage(0, 3), fullStepMessage(0));
    await page.locator('[data-full-switch]').check();
    await page.locator('[data-state="under way"]').waitFor();
    for (const [name, theme] of Object.entries(themes)) {
      await wear(page, theme);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(overflow <= 0, `${name}: nothing sticks out of a narrow window`);
    }
  });
});
