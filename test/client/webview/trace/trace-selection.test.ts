/** The lanes of the trace page: selections made in other views and on the page, messages and menus. */
import assert from 'node:assert/strict';
import { becomes } from '../../../becomes.ts';
import { pagesOfSuite } from '../graph-page.ts';
import { sampleStretch, settingsWith, stretchMessage } from './sample-run.ts';
import { rowsMessage, runMessage, stepMessage } from './sample-trace.ts';

describe('The lanes of a run', () => {
  const openPage = pagesOfSuite();

  const openRun = async () => {
    const opened = await openPage({ show: 'trace', size: { width: 1000, height: 800 } });
    const { page, sendRaw } = opened;
    const stretch = await sampleStretch();
    for (const message of [runMessage(30), rowsMessage(0, 30), stepMessage(0), stretchMessage(stretch)])
      await sendRaw(message);
    await page.locator('[data-bar]').first().waitFor();
    const selected = (): Promise<string | null> => page.locator('main').getAttribute('data-selected');
    return { ...opened, stretch, selected };
  };

  it('mark the lane of what is selected elsewhere, and are selected by pointer and by key', async () => {
    const { page, sendRaw, sentOf } = await openRun();
    await sendRaw({ type: 'select', name: 'ann' });
    await page.locator('[data-lane-key="ann"][aria-selected="true"][tabindex="0"]').waitFor();
    await page.locator('[data-lane-key="bob"]').click();
    await page.locator('[data-lane-key="bob"][aria-selected="true"]').waitFor();
    await page.keyboard.press('ArrowUp');
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-lane-key') === 'ann');
    await page.keyboard.press('Space');
    await page.locator('[data-lane-key="ann"][aria-selected="true"]').waitFor();
    await becomes(
      () => sentOf('selected'),
      [
        { type: 'selected', name: 'bob' },
        { type: 'selected', name: 'ann' },
      ],
    );
  });

  it('plays from step to step, and pauses; nothing moves where less motion is wanted', async () => {
    const { page, sendRaw, selected } = await openRun();
    await sendRaw({ type: 'settings', settings: settingsWith({ speed: 50 }) });
    const moving = (): Promise<number> =>
      page.evaluate(() => {
        // A style that would move whatever changes.
        for (const element of document.querySelectorAll<HTMLElement>('body, main, main *')) {
          element.style.transition = 'opacity 9s';
          element.style.opacity = element.style.opacity === '0.5' ? '0.6' : '0.5';
        }
        return document.getAnimations().length;
      });
    // What has no style yet has nothing to move from.
    await moving();
    assert.ok((await moving()) > 10);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    assert.equal(await moving(), 0);
    await page.locator('[data-tool="play"]').click();
    for (const step of [1, 2]) {
      await page.waitForSelector(`main[data-selected="${String(step)}"]`);
      await sendRaw(stepMessage(step));
      assert.equal(await moving(), 0);
    }
    await page.waitForSelector('main[data-selected="3"]');
    await page.emulateMedia({ reducedMotion: null });
    await page.evaluate(() => {
      document.body.classList.add('vscode-reduce-motion');
    });
    assert.equal(await moving(), 0);
    await page.locator('[data-tool="pause"]').click();
    await sendRaw(stepMessage(3));
    await page.locator('[data-details="3"]').waitFor();
    await page.locator('[data-tool="play"]').waitFor();
    assert.equal(await selected(), '3');
  });

  it('lead by keys through the messages of a lane, and along one to its other end', async () => {
    const { page, stretch, selected } = await openRun();
    const followed = () => page.locator('[data-followed]').getAttribute('data-followed');
    const lane = () => page.locator(':focus').getAttribute('data-lane-key');
    const sent = stretch.arrows.find(({ text }) => text === 'Work(1)');
    const boss = stretch.lanes.find(({ name }) => name === 'boss');
    assert.ok(sent?.from !== undefined && sent.from === boss?.entity && sent.end !== undefined);
    await page.locator('[data-lane-key="boss"]').focus();
    // What comes from outside is the first message of the lane, and has no other end here.
    await page.keyboard.press('e');
    await becomes(followed, 'Go');
    await page.keyboard.press('f');
    await page.keyboard.press('e');
    await becomes(followed, 'Work(1)');
    await becomes(lane, 'boss');
    await becomes(selected, String(sent.sent?.step));
    await page.locator('.arrow.is-selected[data-arrow="Work(1)"]').waitFor();
    await page.keyboard.press('f');
    await becomes(lane, 'ann');
    await becomes(selected, String(sent.end.step));
    await becomes(() => page.locator('[data-followed]').innerText(), /^Work\(1\) from boss to ann: received$/);
    await page.keyboard.press('E');
    // However fast they come, each key is of the lane where the one before has led: back, to the next message, along it.
    for (const key of ['f', 'e', 'f']) await page.keyboard.press(key);
    await becomes(async () => [await followed(), await lane()], ['Work(1)', 'bob']);
  });

  it('tell VS Code what their menus are about, and hide a lane from there', async () => {
    const { page, sendRaw, last } = await openRun();
    const menu = async (selector: string): Promise<unknown> =>
      JSON.parse((await page.locator(selector).first().getAttribute('data-vscode-context')) ?? '') as unknown;
    const lane = {
      aftermathHide: { type: 'hideLane', name: 'bob' },
      aftermathName: 'bob',
      aftermathKind: 'pd',
      machine: 'Worker',
      entity: 'bob',
      preventDefaultContextMenuItems: true,
    };
    assert.deepEqual(await menu('[data-lane="bob"]'), lane);
    assert.deepEqual(await menu('[data-lane-key="bob"]'), lane);
    assert.deepEqual(await menu('[data-step="3"]'), {
      aftermathSource: { type: 'reveal', number: 1, step: 3 },
      preventDefaultContextMenuItems: true,
    });
    await sendRaw({ type: 'hide', name: 'bob' });
    await page.locator('[data-lane="bob"]').waitFor({ state: 'detached' });
    await becomes(() => last('settings'), {
      type: 'settings',
      settings: settingsWith({ hiddenLanes: ['bob'] }),
    });
  });
});
