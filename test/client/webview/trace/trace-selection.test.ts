/** What is selected in other views, on the trace page, and what is selected there. */
import assert from 'node:assert/strict';
import { pagesOfSuite } from '../graph-page.ts';
import { sampleStretch, stretchMessage } from './sample-run.ts';
import { rowsMessage, runMessage, stepMessage } from './sample-trace.ts';

describe('The lanes of a run', function () {
  this.timeout(60_000);
  const openPage = pagesOfSuite();

  it('mark the lane of what is selected elsewhere, and are selected by pointer and by key', async () => {
    const { page, sendRaw } = await openPage({ show: 'trace', size: { width: 1000, height: 800 } });
    const stretch = stretchMessage(await sampleStretch());
    for (const message of [runMessage(30), rowsMessage(0, 30), stepMessage(0), stretch]) await sendRaw(message);
    await page.locator('[data-bar]').first().waitFor();
    await sendRaw({ type: 'select', name: 'ann' });
    await page.locator('[data-lane-key="ann"][aria-selected="true"][tabindex="0"]').waitFor();
    await page.locator('[data-lane-key="bob"]').click();
    await page.locator('[data-lane-key="bob"][aria-selected="true"]').waitFor();
    await page.keyboard.press('ArrowUp');
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-lane-key') === 'ann');
    await page.keyboard.press('Space');
    await page.locator('[data-lane-key="ann"][aria-selected="true"]').waitFor();
    const sent = await page.evaluate(() => window.sent.filter((one) => JSON.stringify(one).includes('"selected"')));
    assert.deepEqual(sent, [
      { type: 'selected', name: 'bob' },
      { type: 'selected', name: 'ann' },
    ]);
  });
});
