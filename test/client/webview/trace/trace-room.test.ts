/** The trace page in windows of different sizes: names lie on no other name, and the tools fold. */
import assert from 'node:assert/strict';
import type { RunChoices } from '../../../../language/src/view/run/run-choice.ts';
import type { RunStretch } from '../../../../language/src/view/run/run-stretch.ts';
import { becomes } from '../../../becomes.ts';
import { expectAccessible } from '../../../e2e/axe.ts';
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
      await becomes(() => page.evaluate(overlaps, '.arrow-name, .bar-name, .row-names text'), []);
    }
    assert.ok((await page.locator('.arrow-name').count()) > 3);
  });

  it('is dragged along the whole run, and keeps bookmarks', async () => {
    const { page, last } = await open();
    const selected = (): Promise<string | null> => page.locator('main').getAttribute('data-selected');
    const strip = page.locator('.scrubber input[type="range"]');
    await strip.fill('12');
    await becomes(selected, '12');
    await becomes(() => strip.getAttribute('aria-valuetext'), 'Step 12 of 30');
    await page.locator('[data-tool="bookmark"]').click();
    await strip.fill('20');
    await page.locator('[data-tool="forward"]').focus();
    await page.keyboard.press('b');
    await page.locator('[data-bookmarks="12,20"]').waitFor();
    await page.waitForFunction(() => JSON.stringify(window.saved ?? '').includes('"bookmarks":[12,20]'));
    await page.locator('[data-tool="toBookmark"]').click();
    await becomes(selected, '12');
    await page.locator('[data-tool="bookmark"][aria-pressed="true"]').click();
    await page.locator('[data-bookmarks="20"]').waitFor();
    assert.equal(typeof (await last('step')), 'object');
  });

  it('says that a step happens off screen, and scrolls there', async () => {
    const { page } = await open();
    await page.setViewportSize({ width: 1000, height: 230 });
    const crash = stretch.lanes.find(({ name }) => name === 'bob')?.bars.find(({ text }) => text === 'crashed');
    await page.locator('.scrubber input[type="range"]').fill(String(crash?.from.step));
    await page.locator('.picture').evaluate((one) => {
      one.scrollTo({ top: 0 });
    });
    await page.locator('[data-off-screen="bob"]', { hasText: 'off screen: bob below' }).click();
    await page.locator('[data-off-screen]').waitFor({ state: 'detached' });
  });

  it('injects beside the lane, and crashes several together', async () => {
    const { page, sendRaw, last } = await open();
    const fault = (name: string): RunChoices['choices'][number] => ({
      ...{ group: 'fault', text: `crash ${name}`, entity: name, isTaken: false },
      move: { kind: 'crash', entity: name },
    });
    await sendRaw({ type: 'choices', number: 1, choices: { step: 0, choices: ['ann', 'bob'].map(fault), others: 0 } });
    await page.locator('[data-lane-key="bob"]').click();
    await page.locator('.lane-actions [data-tool="crash"]').click();
    await becomes(() => page.locator('[data-lane-actions="bob"] .choices .choice').allTextContents(), ['crash bob']);
    await expectAccessible(page, 'the menu of a lane');
    await page.locator('[data-lane-actions="bob"] .choice').first().click();
    const branch = { type: 'branch', number: 1, after: 0 };
    await becomes(() => last('branch'), { ...branch, move: { kind: 'crash', entity: 'bob' } });
    await page.keyboard.press('Escape');
    await page.locator('[data-choices="fault"] > summary').click();
    await page.locator('.crash-together > summary').click();
    for (const name of ['ann', 'bob']) await page.locator(`[data-together="${name}"]`).check();
    await page.locator('.crash-together > .choice', { hasText: 'Crash 2 together' }).click();
    await becomes(() => last('branch'), { ...branch, move: { kind: 'crash', entity: 'ann', others: ['bob'] } });
  });

  it('folds its tools into menus where there is no room', async () => {
    const { page } = await open(600);
    await page.locator('[data-choice-of="speed"]').waitFor({ state: 'hidden' });
    for (const [index, choice] of ['speed', 'axis'].entries()) {
      await page.locator('.folded-tools > summary').nth(index).click();
      await page.locator(`[data-choice-of="${choice}"]`).waitFor();
      await page.keyboard.press('Escape');
      await page.locator(`[data-choice-of="${choice}"]`).waitFor({ state: 'hidden' });
    }
    await page.locator('.folded-tools > summary').first().click();
    // Nothing is wider than the window.
    await becomes(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true);
    await expectAccessible(page, 'the folded tools');
    await page.setViewportSize({ width: 1000, height: 800 });
    await page.locator('.folded-tools').first().waitFor({ state: 'detached' });
  });
});
