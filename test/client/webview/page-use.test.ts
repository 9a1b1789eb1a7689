import assert from 'node:assert/strict';
import { crash } from '../../../language/src/analysis/cleanup.ts';
import { defaultPolicy } from '../../../language/src/model/policy.ts';
import { crashView, type CrashView } from '../../../language/src/view/crash.ts';
import type { Built } from '../../language/build-model.ts';
import { keyValueStore } from '../../language/view/sample-model.ts';
import { graphOf, pagesOfSuite } from './graph-page.ts';

const crashOf = (built: Built, pd: string, pdDepth: number): CrashView => {
  const result = crash(built.model, built.id(pd), { ...defaultPolicy, pdDepth });
  return crashView(built.model, built.sources, { pd, policy: 'test', result });
};

describe('A person who uses the graph page', function () {
  this.timeout(60_000);
  const open = pagesOfSuite();

  it('shows what a crash destroys, degrades and leaves, and why', async () => {
    const { page, draw, send, sent } = await open();
    const built = keyValueStore();
    await draw(graphOf(built));
    await send({ type: 'crash', crash: crashOf(built, 'blockServer1', 1) });
    const statusOf = (name: string) => page.locator(`[data-node="${name}"]`).getAttribute('data-status');
    await page.waitForSelector('[data-crash="blockServer1"]');
    assert.equal(await statusOf('blockServer1'), 'destroyed');
    assert.equal(await statusOf('disk1.block1'), 'destroyed');
    assert.equal(await statusOf('fileServer'), 'destroyed');
    assert.equal(await page.locator('[data-node="fileServer"]').getAttribute('data-distance'), '1');
    assert.equal(await statusOf('db'), 'degraded');
    assert.equal(await statusOf('disk2'), 'untouched');
    assert.match((await page.locator('[data-node="fileServer"] .detail').textContent()) ?? '', /^destroyed/u);
    assert.match((await page.locator('[data-count="degraded"]').textContent()) ?? '', /^1 degraded$/u);
    assert.match((await page.locator('.announcements').textContent()) ?? '', /Crash of blockServer1 .*7 destroyed/u);
    await page.locator('[data-node="fileServer"] .name').click();
    assert.equal(await page.locator('[data-reasons]').getAttribute('data-reasons'), 'destroyed');
    const reasons = await page.locator('[data-effect="destroyed"] [data-reason]').allTextContents();
    assert.ok(reasons.length > 1);
    await page.locator('[data-effect="destroyed"] [data-reason] button').first().click();
    assert.deepEqual((await sent()).at(-1), {
      type: 'reveal',
      place: { type: 'reason', name: 'fileServer', effect: 0, link: 0 },
      focus: true,
    });
    await send({ type: 'crash', crash: null });
    await page.waitForSelector('[data-crash]', { state: 'detached' });
    assert.equal(await statusOf('fileServer'), null);
  });

  it('asks for the source of what is clicked, and follows the cursor of the editor', async () => {
    const { page, draw, send, sent } = await open();
    await draw(graphOf(keyValueStore()));
    await page.locator('[data-node="app"] .name').click();
    assert.deepEqual((await sent()).at(-1), { type: 'reveal', place: { type: 'node', id: 'app' }, focus: false });
    await page.locator('[data-relation-row="app|requests|database"] .tool').click();
    assert.deepEqual((await sent()).at(-1), {
      type: 'reveal',
      place: { type: 'edge', id: 'app|requests|database' },
      focus: true,
    });
    const count = (await sent()).length;
    await send({ type: 'select', name: 'disk2' });
    await page.waitForSelector('[data-node="disk2"][aria-pressed="true"]');
    assert.equal((await sent()).length, count, 'following the cursor moves no cursor');
  });

  it('can be used by the keys alone', async () => {
    const { page, draw, sent } = await open();
    await draw(graphOf(keyValueStore()));
    assert.equal(await page.locator('[data-node][tabindex="0"]').count(), 1);
    await page.locator('[data-node][tabindex="0"]').focus();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-node') ?? null);
    const visited = new Set<string | null>([await focused()]);
    for (const key of ['Home', 'ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'End']) {
      await page.keyboard.press(key);
      visited.add(await focused());
    }
    assert.ok(visited.size >= 3 && !visited.has(null), [...visited].join(', '));
    await page.keyboard.press('Enter');
    assert.deepEqual((await sent()).at(-1), {
      type: 'reveal',
      place: { type: 'node', id: await focused() },
      focus: true,
    });
    assert.equal(await page.locator('[data-details]').count(), 1);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('[data-details]').count(), 0);
    const names = await page
      .locator('button, [role="button"], input')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent));
    assert.ok(names.every((name) => name.trim() !== ''));
  });

  it('finds entities by name and type', async () => {
    const { page, draw } = await open();
    await draw(graphOf(keyValueStore()));
    await page.locator('input[type="search"]').fill('block');
    await page.waitForSelector('.is-match');
    const found = await page.locator('.is-match').evaluateAll((all) => all.map((one) => one.getAttribute('data-node')));
    assert.deepEqual(found.toSorted(), [
      'blockServer1',
      'blockServer2',
      'disk1',
      'disk1.block1',
      'disk2',
      'disk2.block2',
    ]);
  });
});
