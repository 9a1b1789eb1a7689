import assert from 'node:assert/strict';
import type { Report } from '../../../../language/src/view/report/report.ts';
import type { ReportMessageToPage } from '../../../../client/webview/report/messages.ts';
import { crashRows } from '../../../../language/src/analysis/crash/crash-matrix.ts';
import { defaultPolicyOf, policiesOf } from '../../../../language/src/analysis/facts/policies.ts';
import { pairRows } from '../../../../language/src/analysis/metrics/pair-table.ts';
import { singlePoints } from '../../../../language/src/analysis/points/single-points.ts';
import { collectPairs, isolationReport } from '../../../../language/src/view/report/isolation.ts';
import { matrixReport } from '../../../../language/src/view/report/matrix.ts';
import { pointsReport } from '../../../../language/src/view/report/single-points.ts';
import { buildModel } from '../../../language/build-model.ts';
import { keyValueStore } from '../../../language/view/sample-model.ts';
import { becomes } from '../../../becomes.ts';
import { pagesOfSuite } from '../graph-page.ts';
import { eight, matrix, matrixMessage, reportMessage, subject, withEight } from './sample-report.ts';

const evil = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';

/** A report in which every text is markup. */
const evilReport: Report = {
  title: evil,
  about: [evil],
  legend: [],
  targets: [],
  sections: [
    {
      kind: 'table',
      title: evil,
      columns: [{ title: evil, isNumber: false }],
      rows: [[{ text: evil, target: 0 }]],
      empty: '',
      note: evil,
    },
    {
      kind: 'timeline',
      title: `${evil} in time`,
      empty: '',
      sides: [
        {
          title: evil,
          columns: [
            {
              title: evil,
              boxes: [
                {
                  id: 'ends 1',
                  text: evil,
                  detail: evil,
                  kind: 'pd',
                  sign: 'destroyed',
                  because: [{ text: evil, place: evil }],
                  isDifferent: true,
                },
              ],
              more: 1,
            },
          ],
          lines: [{ from: 'ends 1', to: 'ends 1', kind: 'notifiedFirst', text: evil, because: [{ text: evil }] }],
        },
      ],
    },
    {
      kind: 'list',
      title: `${evil} as a list`,
      empty: '',
      items: [{ text: evil, detail: evil, because: [{ text: evil, place: evil }, { text: evil }] }],
    },
  ],
};

/** Reports of models in which each name contains a text. */
function reportsWith(text: string): readonly Report[] {
  const named = ({ model, sources }: ReturnType<typeof keyValueStore>) => {
    const entities = model.entities.map((each) => ({ ...each, name: `${each.name}${text}` }));
    return { sources, model: { ...model, entities } };
  };
  const [stack, shop] = [named(keyValueStore()), named(buildModel('pd server\npd shop\nshop needs server'))];
  const pairs = collectPairs();
  pairs.add([...pairRows(stack.model)].flat());
  const policies = policiesOf(stack.model).map(({ name }) => name);
  return [
    matrixReport(stack, { rows: [...crashRows(stack.model)], policies }),
    isolationReport(stack, pairs),
    pointsReport(shop, singlePoints(shop.model, defaultPolicyOf(shop.model)), 'default'),
  ];
}

describe('A person who uses the report page', () => {
  const openPage = pagesOfSuite();
  const open = async (saved?: unknown) => {
    const opened = await openPage({ show: 'report', ...(saved !== undefined && { saved }) });
    const send = (message: ReportMessageToPage): Promise<void> => opened.sendRaw(message);
    const names = (): Promise<readonly (string | null)[]> =>
      opened.page.locator('[data-row]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')));
    return { ...opened, send, names };
  };

  it('reads in each cell numbers with signs, and in its name words', async () => {
    const { page, send } = await open();
    await send(matrixMessage);
    const cell = page.locator('[data-row="blockServer1"] [data-column="space-direct"] button');
    await becomes(() => cell.textContent(), /^\d+ destroyed, \d+ degraded, \d+ untouched$/u);
    // Nothing is broken by any crash, and so no cell has a number for it.
    assert.equal(await cell.locator('.count').count(), 3);
    assert.equal(await cell.locator('.count svg').count(), 3);
    assert.deepEqual(await page.locator('header .count').allTextContents(), ['destroyed', 'degraded', 'untouched']);
  });

  it('sorts by a click on a heading, and announces it', async () => {
    const { page, send, names } = await open();
    await send(matrixMessage);
    await page.waitForSelector('[data-row]');
    const given = await names();
    const title = page.locator('thead th').first();
    const sort = () => title.getAttribute('aria-sort');
    assert.equal(await sort(), 'none');
    await title.locator('button').click();
    await becomes(sort, 'ascending');
    await becomes(names, given.toSorted());
    await title.locator('button').click();
    await becomes(names, given.toSorted().reverse());
    await title.locator('button').click();
    await becomes(sort, 'none');
    await becomes(names, given);
  });

  it('walks through the table by arrow keys, reaches it by one Tab from its tools, and opens a cell by Enter', async () => {
    const { page, send, last } = await open();
    await send(matrixMessage);
    await page.waitForSelector('[data-row]');
    const reachable = () => page.locator('table [tabindex="0"]').count();
    await becomes(reachable, 1);
    await page.locator('.table-tools button').focus();
    await page.keyboard.press('Tab');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
    assert.equal(await reachable(), 1);
    await page.keyboard.press('Enter');
    const cell = matrix.sections[0]?.kind === 'table' ? matrix.sections[0].rows[1]?.[1] : undefined;
    await becomes(last, { type: 'follow', number: 1, target: cell?.target });
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await page.locator('[data-row="blockServer2"] :focus').waitFor();
  });

  it('compares the columns with one of them, keeps the head in view, and saves the table as CSV', async () => {
    const { page, send, last } = await open();
    await send(matrixMessage);
    await page.getByLabel('Compare with').selectOption('pd-recursive');
    const cell = page.locator('[data-row="blockServer1"] [data-column="space-direct"] .difference').first();
    await becomes(() => cell.textContent(), /^−\d+$/u);
    await becomes(() => page.locator('.table-tools [role="status"]').textContent(), 'Rows that differ: 4');
    assert.equal(await page.locator('[data-column="pd-recursive"] .difference').count(), 0);
    const top = () => page.locator('thead th').first().evaluate((head) => Math.round(head.getBoundingClientRect().top)); // oxfmt-ignore
    await page.locator('.table').evaluate((box) => { box.style.maxHeight = '80px'; }); // oxfmt-ignore
    const before = await top();
    await page.locator('.table').evaluate((box) => { box.scrollTop = 40; }); // oxfmt-ignore
    assert.equal(await page.locator('.table').evaluate((box) => box.scrollTop), 40);
    // Without a sticky head it would move by 40; the border above it does by 1.
    assert.ok(Math.abs((await top()) - before) <= 1);
    // Eight policies stand side by side in half of a large window.
    await send(reportMessage(withEight, 2));
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.waitForSelector('[data-number="2"]');
    assert.equal(await page.locator('thead th').count(), 1 + eight.length);
    assert.ok(await page.locator('.table').evaluate((box) => box.scrollWidth <= box.clientWidth));
    await page.getByText('Save as CSV').click();
    await becomes(async () => JSON.stringify(await last()), /^\{"type":"export","format":"csv","content":"PD,/u);
  });

  it('keeps the focus and the order when the report is made again', async () => {
    const { page, send, names } = await open();
    await send(matrixMessage);
    await page.locator('thead th button').first().click();
    await page.locator('thead th[aria-sort="ascending"]').waitFor();
    const sorted = await names();
    await page.locator('[data-row="db"] button').first().focus();
    await send({ type: 'busy' });
    await send(reportMessage(matrix, 2));
    await page.waitForSelector('[data-number="2"]');
    await becomes(names, sorted);
    await page.locator('[data-row="db"] :focus').waitFor();
  });

  it('chooses which of the tables of a group is shown, and finds the choice again', async () => {
    const { model, sources } = keyValueStore();
    const pairs = collectPairs();
    pairs.add([...pairRows(model)].flat());
    const { targets, ...text } = isolationReport({ model, sources }, pairs);
    const sent = reportMessage({ ...text, targets });
    const { page, send } = await open();
    await send(sent);
    const cell = page.locator('[data-section^="RSI of all"] [data-row="db"] [data-column="app"]');
    await becomes(() => cell.getAttribute('data-heat'), '5');
    assert.equal(await cell.innerText(), '1');
    await page.getByLabel('Heat map').selectOption('Fault radius');
    await page.locator('[data-section="Fault radius"] [data-row="db"]').waitFor();
    assert.equal(await page.locator('[data-section^="RSI of"]').count(), 0);
    await page.waitForFunction(() => JSON.stringify(window.saved ?? '').includes('"Fault radius"'));
    const other = await open(await page.evaluate(() => window.saved));
    await other.send(sent);
    await other.page.locator('[data-section="Fault radius"] [data-row="db"]').waitFor();
  });

  it('finds the order again after a reload', async () => {
    const sortings = [{ table: 'Crashes', sorting: { column: 0, isDescending: true } }];
    const { page, send, names } = await open({ subject, sortings });
    await send(matrixMessage);
    await page.waitForSelector('[data-row]');
    assert.deepEqual(await names(), (await names()).toSorted().reverse());
    await becomes(() => page.evaluate(() => window.saved), { subject, sortings });
  });

  it('sees text of a model only ever as text', async () => {
    const { page, send } = await open();
    await send(reportMessage(evilReport));
    await page.waitForSelector('[data-row]');
    assert.equal(await page.locator('h1').textContent(), evil);
    await page.locator('[data-box="ends 1"]').click();
    await page.locator('.timeline-details', { hasText: evil }).waitFor();
    const expectText = async (): Promise<void> => {
      assert.equal(await page.locator('img').count(), 0);
      assert.equal(await page.locator('#root script').count(), 0);
      assert.equal(await page.evaluate(() => 'hacked' in window), false);
    };
    await expectText();
    for (const [index, report] of reportsWith(evil).entries()) {
      await send(reportMessage(report, index + 2));
      await page.locator('h1', { hasText: report.title }).waitFor();
      await becomes(async () => (await page.locator('#root').textContent())?.includes(evil), true);
      await expectText();
    }
  });

  it('draws many rows in parts', async () => {
    const { page, send } = await open();
    const rows = Array.from({ length: 700 }, (_, place) => [{ text: `pd[${String(place)}]` }]);
    const columns = [{ title: 'PD', isNumber: false }];
    await send(
      reportMessage({
        ...evilReport,
        title: 'Many',
        about: [],
        sections: [{ kind: 'table', title: 'Many', columns, rows, empty: '' }],
      }),
    );
    await page.waitForSelector('[data-row]');
    const count = () => page.locator('[data-row]').count();
    await becomes(count, 300);
    await page.locator('button', { hasText: 'Show more rows (400)' }).click();
    await becomes(count, 600);
    await page.locator('button', { hasText: 'Show more rows (100)' }).click();
    await becomes(count, 700);
    await page.locator('button.prominent').waitFor({ state: 'detached' });
  });

  it('reads why there is no report, and can retry', async () => {
    const { page, send, last } = await open();
    await page.waitForSelector('[data-notice="busy"]');
    await send({ type: 'failed', message: evil });
    await page.locator('[data-notice="failed"]', { hasText: evil }).waitFor();
    await page.locator('button', { hasText: 'Retry' }).click();
    await becomes(last, { type: 'retry' });
    await send(matrixMessage);
    await page.waitForSelector('[data-report="matrix"]');
  });

  it('finds beside the title of a plan the way into the graph, and none beside other reports', async () => {
    const { page, send, last } = await open();
    const plan = {
      ...reportMessage(matrix),
      subject: { ...subject, question: { kind: 'plan', end: 'destroy', of: 'db' } },
    };
    await send(plan as ReportMessageToPage);
    await page.waitForSelector('[data-report="plan"]');
    await page.getByRole('button', { name: 'Show in Graph' }).click();
    await becomes(last, { type: 'showInGraph' });
    await send(matrixMessage);
    await page.waitForSelector('[data-report="matrix"]');
    assert.equal(await page.getByRole('button', { name: 'Show in Graph' }).count(), 0);
    const since = { ...subject, question: { kind: 'plan', end: 'since', of: 'file:///old.aft' } } as const;
    await send({ ...reportMessage(matrix), subject: since });
    await page.waitForSelector('[data-report="plan"]');
    assert.equal(await page.getByRole('button', { name: 'Show in Graph' }).count(), 0);
  });

  it('ignores an invalid message', async () => {
    const { page, send, sendRaw, sent } = await open();
    await send(matrixMessage);
    await page.waitForSelector('[data-row]');
    await sendRaw({ ...matrixMessage, report: { title: 7 } });
    await becomes(async () => (await sent()).map(({ type }) => type), ['ready', 'trouble']);
    assert.equal(await page.locator('h1').textContent(), 'Crash Matrix');
  });
});
