/** Watches and what-if values on the trace page, and which of them outlive the page. */
import assert from 'node:assert/strict';
import { becomes } from '../../../becomes.ts';
import { pagesOfSuite, type OpenOptions } from '../graph-page.ts';
import { settingsWith } from './sample-run.ts';
import { rowsMessage, runMessage, stepMessage, subject, viewOf } from './sample-trace.ts';

describe('A person who asks about a step', () => {
  const openPage = pagesOfSuite();
  const open = async (options: OpenOptions = {}) => {
    const opened = await openPage({ show: 'trace', size: { width: 1000, height: 900 }, ...options });
    const { page, sendRaw } = opened;
    for (const message of [runMessage(30), rowsMessage(0, 30), stepMessage(0)]) await sendRaw(message);
    await page.locator('[data-details="0"]').waitFor();
    return opened;
  };

  it('watches expressions, which are kept, and sees their values at this step only', async () => {
    const { page, sendRaw, last } = await open();
    await page.getByRole('textbox', { name: 'Expression' }).fill('db.round + 1');
    await page.keyboard.press('Enter');
    await becomes(() => last('watch'), { type: 'watch', number: 1, step: 0, texts: ['db.round + 1'] });
    const settings = settingsWith({ watches: ['db.round + 1'] });
    await becomes(() => last('settings'), { type: 'settings', settings });
    const values = [{ text: 'db.round + 1', value: '<b>4</b>', isError: false }];
    await sendRaw({ type: 'watched', number: 1, step: 3, values });
    const row = page.locator('[data-watch="db.round + 1"]');
    await row.getByText('…').waitFor();
    await sendRaw({ type: 'watched', number: 1, step: 0, values });
    await row.getByText('<b>4</b>').waitFor();
    await row.getByRole('button').click();
    await row.waitFor({ state: 'detached' });
  });

  it('tries another value of a variable, and reads why one does not fit', async () => {
    const { page, sendRaw, last } = await open();
    const [entity] = viewOf(0).entities.flatMap(({ name, values }) => values.map((value) => `${name}.${value}`));
    const [key = '', before = ''] = entity?.split(' = ') ?? [];
    const form = page.locator('[data-section="what-if"]');
    await becomes(() => form.locator('select').inputValue(), key);
    const field = form.getByRole('textbox', { name: 'Other value' });
    await becomes(() => field.inputValue(), before);
    await field.fill('9');
    await page.keyboard.press('Enter');
    const [name = '', variable = ''] = key.split('.');
    await becomes(() => last('set'), {
      type: 'set',
      number: 1,
      step: 0,
      entity: name,
      variable,
      value: '9',
    });
    await sendRaw({ type: 'refused', number: 1, message: 'Too much.' });
    await page.locator('[data-refused]', { hasText: 'Too much.' }).waitFor();
    await page.locator('[data-tool="forward"]').click();
    await page.locator('[data-refused]:empty').waitFor({ state: 'attached' });
  });

  it('restores its branches after a reload', async () => {
    const titles = ['The run itself', 'After step 2: fault: crash db'];
    const branches = [[], [{ after: 2, move: { kind: 'crash', entity: 'db' } }]];
    const first = await open();
    await first.sendRaw({ type: 'runs', titles, branches, shown: 0, compared: 1 });
    const saved = { subject, step: 0, runs: { titles, branches, compared: 1 } };
    await becomes(() => first.page.evaluate(() => window.saved), saved);
    const { sentOf } = await open({ saved });
    assert.deepEqual(await sentOf('ready'), [{ type: 'ready', subject, runs: { titles, branches, compared: 1 } }]);
  });
});
