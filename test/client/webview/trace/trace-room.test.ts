/** The trace page in windows of different sizes: names lie on no other name, and the tools fold. */
import assert from 'node:assert/strict';
import type { RunStretch } from '../../../../language/src/view/run/run-stretch.ts';
import { overlaps } from '../../../e2e/overlaps.ts';
import { pagesOfSuite } from '../graph-page.ts';
import { sampleStretch, stretchMessage } from './sample-run.ts';
import { rowsMessage, runMessage, stepMessage } from './sample-trace.ts';

describe('The trace page in its room', () => {
  const openPage = pagesOfSuite();
  let stretch: RunStretch;
  before(async () => {
    stretch = await sampleStretch();
  });
  const open = async (width = 1000) => {
    const opened = await openPage({ show: 'trace', size: { width, height: 800 } });
    for (const message of [runMessage(30), rowsMessage(0, 30), stepMessage(0), stretchMessage(stretch)]) {
      await opened.sendRaw(message);
    }
    await opened.page.locator('[data-bar]').first().waitFor();
    return opened;
  };

  it('has names in the picture that lie on no other name, at any width', async () => {
    const { page } = await open();
    for (const width of [600, 1000, 1600]) {
      await page.setViewportSize({ width, height: 800 });
      await page.waitForFunction(
        (wide) => (document.querySelector('.picture svg')?.clientWidth ?? 0) > wide - 60,
        width,
      );
      assert.deepEqual(await page.evaluate(overlaps, '.arrow-name, .bar-name, .row-names text'), [], String(width));
    }
    assert.ok((await page.locator('.arrow-name').count()) > 3);
  });
});
