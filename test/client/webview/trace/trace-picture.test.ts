/** The run over time on the trace page, its filters, branches and comparisons. */
import assert from 'node:assert/strict';
import type { RunStretch } from '../../../../language/src/view/run/run-stretch.ts';
import type { TraceMessageToPage } from '../../../../client/webview/trace/messages.ts';
import { expectAccessible } from '../../../e2e/axe.ts';
import { becomes } from '../../../becomes.ts';
import { pagesOfSuite } from '../graph-page.ts';
import { themes, wear } from '../themes.ts';
import { choicesAt, sampleStretch, settingsWith, stretchMessage } from './sample-run.ts';
import { rowOf, rowsMessage, runMessage, stepMessage } from './sample-trace.ts';

const evil = '<img src=x onerror="window.hacked=1">';

describe('The run over time', () => {
  const openPage = pagesOfSuite();
  let stretch: RunStretch;
  before(async () => {
    stretch = await sampleStretch();
  });
  const open = async () => {
    const opened = await openPage({ show: 'trace', size: { width: 1000, height: 800 } });
    const send = (...messages: readonly TraceMessageToPage[]): Promise<void> =>
      messages.reduce((before, message) => before.then(() => opened.sendRaw(message)), Promise.resolve());
    const selected = (): Promise<string | null> => opened.page.locator('main').getAttribute('data-selected');
    return { ...opened, send, selected };
  };
  const openRun = async (...more: readonly TraceMessageToPage[]) => {
    const opened = await open();
    await opened.send(...more, runMessage(30), rowsMessage(0, 30), stepMessage(0), stretchMessage(stretch));
    await opened.page.locator('[data-bar]').first().waitFor();
    return opened;
  };

  it('has a bar for each state and an arrow for each message, lost ones marked as lost', async () => {
    const { page } = await openRun();
    for (const { name, bars } of stretch.lanes)
      await becomes(() => page.locator(`[data-lane="${name}"] [data-bar]`).count(), bars.length);
    assert.equal(await page.locator('[data-arrow]').count(), stretch.arrows.length);
    const lost = stretch.arrows.filter(({ outcome }) => outcome === 'lost');
    assert.ok(lost.length >= 2);
    assert.equal(await page.locator('[data-outcome="lost"] .arrow-cross').count(), lost.length);
    assert.ok((await page.locator('.arrow-name', { hasText: 'lost' }).count()) > 0);
    assert.ok((await page.locator('[data-lane="bob"] [data-bar="crashed"]').count()) === 1);
  });

  it('has charts of variables and metrics over the same time', async () => {
    const { page } = await openRun();
    const charts = await page
      .locator('[data-chart]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-chart')));
    for (const name of ['boss.sent', 'ann.done', 'messages under way', 'entities alive'])
      assert.ok(charts.includes(name), charts.join());
    const [axis, chart] = await page.locator('svg').evaluateAll((all) =>
      ['.lane-line', '[data-chart="boss.sent"] .lane-line'].map((line) => {
        const box = all
          .map((one) => one.querySelector(line))
          .find((one) => one !== null)
          ?.getBoundingClientRect();
        return [box?.x, box?.width];
      }),
    );
    assert.deepEqual(axis, chart);
  });

  it('leads to the step of a bar and of a message', async () => {
    const { page, selected } = await openRun();
    const bar = stretch.lanes.find(({ name }) => name === 'bob')?.bars.find(({ text }) => text === 'crashed');
    await page.locator('[data-lane="bob"] [data-bar="crashed"] rect').click({ position: { x: 3, y: 9 } });
    await becomes(selected, String(bar?.from.step));
  });

  it('switches its axis to steps, and remembers it', async () => {
    const { page, last } = await openRun();
    await page.locator('[data-axis="time"]').waitFor();
    await page.locator('[data-choice-of="axis"]').selectOption({ label: 'By steps' });
    await page.locator('[data-axis="steps"]').waitFor();
    await becomes(() => last('settings'), { type: 'settings', settings: settingsWith({ axis: 'steps' }) });
  });

  it('hides lanes and numbers, and what was hidden before', async () => {
    const { page, last } = await openRun({ type: 'settings', settings: settingsWith({ hiddenLanes: ['ann'] }) });
    assert.equal(await page.locator('[data-lane="ann"]').count(), 0);
    await page.locator('[data-lane-key="boss"]').focus();
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-lane-key') === 'bob');
    await page.keyboard.press('Delete');
    await page.waitForFunction(() => document.querySelectorAll('[data-lane]').length === 1);
    await becomes(() => last('settings'), {
      type: 'settings',
      settings: settingsWith({ hiddenLanes: ['ann', 'bob'] }),
    });
    await page.locator('[data-menu="Lanes"] summary').click();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.waitForFunction(() => document.querySelectorAll('[data-lane]').length === 3);
  });

  it('goes along a lane by keys, to where it changes, and to the source', async () => {
    const { page, last } = await openRun();
    const steps = stretch.lanes.find(({ name }) => name === 'ann')?.bars.map(({ from }) => from.step) ?? [];
    await page.locator('[data-lane-key="boss"]').focus();
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-lane-key') === 'ann');
    for (const step of steps.slice(1, 3)) {
      await page.keyboard.press('ArrowRight');
      await page.waitForSelector(`main[data-selected="${String(step)}"]`);
    }
    await page.keyboard.press('ArrowLeft');
    await page.waitForSelector(`main[data-selected="${String(steps[1])}"]`);
    await page.keyboard.press('Enter');
    await becomes(() => last('reveal'), { type: 'reveal', number: 1, step: steps[1] });
  });

  it('can be read as tables', async () => {
    const { page } = await openRun();
    await page.locator('[data-tool="table"]').click();
    await becomes(
      () => page.locator('[data-table="Lanes"] tbody tr').count(),
      stretch.lanes.reduce((sum, { bars }) => sum + bars.length, 0),
    );
    assert.equal(await page.locator('[data-table="messages"] tbody tr').count(), stretch.arrows.length);
    assert.match(await page.locator('[data-table="Lanes"]').innerText(), /bob\tcrashed\tStep \d+\tStep \d+/);
  });

  it('requests another window only when the step leaves the current one', async () => {
    const { page, send, last, sentOf } = await open();
    await send({ type: 'settings', settings: settingsWith({ span: 50 }) }, runMessage(1000), rowsMessage(0, 199));
    const start = { type: 'stretch', number: 1, from: 0, to: 49 };
    await page.locator('.steps').focus();
    await becomes(() => last('stretch'), start);
    await page.keyboard.press('PageDown');
    await page.waitForSelector('main[data-selected="10"]');
    await page.keyboard.press('End');
    await becomes(async () => (await sentOf('stretch')).slice(-2), [start, { ...start, from: 951, to: 1000 }]);
  });

  it('lists only the steps that fit, and moves among these', async () => {
    const { page, send, last, sentOf } = await openRun();
    await page.getByRole('searchbox', { name: 'Find in steps' }).fill('lost');
    await becomes(
      () => sentOf('find'),
      [{ type: 'find', number: 1, find: 1, filter: { without: [], text: 'lost', entity: '', onlyMarked: false } }],
    );
    await send({ type: 'found', number: 1, find: 1, steps: [4, 9, 20] });
    await becomes(() => last('pick'), { type: 'pick', number: 1, find: 1, from: 0, steps: [4, 9, 20] });
    await send({ type: 'rows', number: 1, find: 1, from: 0, rows: [4, 9, 20].map((step) => rowOf(step)) });
    await becomes(() => page.locator('[data-step]').count(), 3);
    await page.locator('.steps').focus();
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector('main[data-selected="9"]');
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector('main[data-selected="20"]');
    await page.getByRole('button', { name: 'Show all steps' }).click();
    await page.waitForFunction(() => document.querySelectorAll('[data-step]').length > 3);
  });

  it('lists only entities that have changed, where that is chosen', async () => {
    const { page } = await openRun();
    await becomes(() => page.locator('[data-entity]').count(), 2);
    await page.locator('[data-changed-only]').check();
    await becomes(() => page.locator('[data-entity]').allInnerTexts(), ['a ●\talive\tBusy\tround = 1']);
  });

  it('offers what may happen next, and branches off', async () => {
    const { page, send, sentOf } = await openRun();
    await page.waitForFunction(() => JSON.stringify(window.sent).includes('"choices"'));
    await send({ type: 'choices', number: 1, choices: choicesAt(0) });
    const taken = page.locator('[data-choice="timer of boss in Waiting"]', { hasText: 'happened' });
    await taken.locator('button:disabled').waitFor();
    await page.locator('[data-choices="fault"] summary').click();
    await page.getByRole('button', { name: 'crash bob' }).click();
    await becomes(
      () => sentOf('branch'),
      [{ type: 'branch', number: 1, after: 0, move: { kind: 'crash', entity: 'bob' } }],
    );
  });

  it('compares with another run: both over one time, and what differs', async () => {
    const { page, send, sentOf } = await open();
    const { summary } = runMessage(30);
    await send(
      { type: 'runs', titles: ['The run itself', 'After step 4: fault: crash bob'], shown: 1, compared: 0 },
      runMessage(30, { step: 6, summary: { ...summary, branch: { after: 4, text: 'fault: crash bob' } } }),
      rowsMessage(0, 30),
      stepMessage(6),
      stretchMessage(stretch, stretch),
    );
    // Lanes of both, then numbers of both.
    await becomes(() => page.locator('.sequence').count(), 4);
    assert.equal(await page.locator('[data-lane="bob"]').count(), 2);
    await page.locator('[data-cursor="fork"]').first().waitFor({ state: 'attached' });
    await page.waitForFunction(() => JSON.stringify(window.sent).includes('"difference"'));
    await send({
      type: 'difference',
      number: 1,
      difference: {
        step: 6,
        other: 5,
        at: '2s',
        changes: [{ depth: 0, name: 'bob', before: 'alive', after: 'crashed' }],
        otherChanges: 0,
      },
    });
    await becomes(
      () => page.locator('[data-difference]').innerText(),
      /The run itself.*\s+2s, at step 5.*\s+bob\s+alive\s+→\s+crashed/,
    );
    await page.locator('[data-choice-of="compared"]').selectOption({ index: 0 });
    await page.locator('[data-choice-of="run"]').selectOption({ index: 0 });
    await becomes(() => sentOf('compare'), [{ type: 'compare' }]);
    await becomes(() => sentOf('showRun'), [{ type: 'showRun', run: 0 }]);
  });

  it('is exported as shown, in four formats', async () => {
    const { page, sentOf } = await openRun({ type: 'settings', settings: settingsWith({ hiddenLanes: ['ann'] }) });
    for (const label of ['SVG', 'PNG', 'Mermaid', 'JSON'])
      await page.locator('[data-choice-of="export"]').selectOption({ label });
    await page.waitForFunction(
      () => window.sent.filter((one) => JSON.stringify(one).includes('"export"')).length === 4,
    );
    const files = new Map(
      (await sentOf('export')).map((one) => {
        const { format, content } = one as { format: string; content: string };
        return [format, content];
      }),
    );
    assert.match(files.get('svg') ?? '', /^<svg[^]*data-lane="bob"/);
    assert.doesNotMatch(files.get('svg') ?? '', /data-lane="ann"/);
    assert.equal(
      Buffer.from(files.get('png') ?? '', 'base64')
        .subarray(1, 4)
        .toString(),
      'PNG',
    );
    assert.match(files.get('mermaid') ?? '', /^sequenceDiagram\n[^]*participant p0 as boss/);
    const json = JSON.parse(files.get('json') ?? '') as { readonly lanes: readonly { readonly name: string }[] };
    assert.deepEqual(
      json.lanes.map(({ name }) => name),
      ['boss', 'bob'],
    );
  });

  it('shows markup as text', async () => {
    const { page, send } = await open();
    const named = {
      ...stretch,
      lanes: stretch.lanes.map((lane) => ({
        ...lane,
        name: evil,
        bars: lane.bars.map((bar) => ({ ...bar, text: evil })),
      })),
      arrows: stretch.arrows.map((arrow) => ({ ...arrow, text: evil })),
      series: stretch.series.map((series) => ({ ...series, name: evil })),
    };
    await send({ type: 'runs', titles: [evil, evil], shown: 0 }, runMessage(30), stretchMessage(named));
    await page.locator('[data-bar]').first().waitFor();
    await page.locator('[data-tool="table"]').click();
    await page.locator('[data-table="Lanes"] tbody tr').first().waitFor();
    assert.equal(await page.locator('main img').count(), 0);
    assert.equal(await page.evaluate(() => 'hacked' in window), false);
  });

  it('is accessible in each theme', async () => {
    const { page, send } = await open();
    await send(
      { type: 'runs', titles: ['The run itself', 'After step 4: fault: crash bob'], shown: 1, compared: 0 },
      runMessage(30),
      rowsMessage(0, 30),
      stepMessage(0),
      stretchMessage(stretch),
      { type: 'choices', number: 1, choices: choicesAt(0) },
    );
    await page.locator('[data-bar]').first().waitFor();
    for (const [name, theme] of Object.entries(themes)) {
      await wear(page, theme);
      await expectAccessible(page, name);
    }
  });
});
