/** The graph page with a comparison: what is added, removed, worse and better, and steps through the differences. */
import assert from 'node:assert/strict';
import { spanOfPart } from '../../../client/src/graph/span-of-part.ts';
import type { DrawnPart } from '../../../client/webview/graph/messages.ts';
import { becomes } from '../../becomes.ts';
import { pagesOfSuite } from './graph-page.ts';
import { comparison } from './sample-comparison.ts';

describe('The graph page with a comparison', () => {
  const open = pagesOfSuite();

  it('draws both versions as one, with what is added, removed, worse and better', async () => {
    const { graph, plan } = await comparison();
    const { page, draw, send } = await open();
    await draw(graph, 'file:///after.aft');
    await send({ type: 'plan', plan, step: null });
    const statusOf = (name: string) => page.locator(`[data-node="${name}"]`).getAttribute('data-status');
    await becomes(() => statusOf('audit'), 'added');
    const statuses = await Promise.all(['cache', 'legacy', 'worker', 'lb', 'mailer', 'redis', 'disk'].map(statusOf));
    assert.deepEqual(statuses, ['added', 'removed', 'worse', 'worse', 'better', 'cause', 'untouched']);
    const labels = await page.locator('.edge-label:is(.is-added, .is-removed, .is-changed)').allTextContents();
    assert.deepEqual(labels.sort(), ['+ needs', '+ needs', '+ needs', '± needs', '± needs soft', '− needs', '− needs']);
    assert.match(
      (await page.locator('[data-changes]').textContent()) ?? '',
      /the last commit.*6 worse5 better4 other/u,
    );
    await becomes(
      () => page.locator('.announcements').textContent(),
      /Compared with the last commit: 6 worse, 5 better, 4 other\./u,
    );
  });

  it('steps through the differences; each shows whom it hits and leads to both texts', async () => {
    const { graph, plan } = await comparison();
    const { page, draw, send, last } = await open();
    await draw(graph, 'file:///after.aft');
    const sentence = 'crash of redis no longer breaks api, web[0], web[1] and lb';
    const at = (plan.differences ?? []).findIndex(({ text }) => text === sentence);
    assert.ok(at > 0, JSON.stringify(plan.differences));
    await send({ type: 'plan', plan, step: at });
    await page.locator('.stepper').getByRole('button', { name: 'Next difference' }).click();
    await page.waitForSelector(`[data-difference="${String(at + 1)}"]`);
    assert.equal(await page.locator('[data-difference-text]').textContent(), sentence);
    const statusOf = (name: string) => page.locator(`[data-node="${name}"]`).getAttribute('data-status');
    await becomes(() => statusOf('api'), 'better');
    assert.deepEqual(await Promise.all(['redis', 'worker', 'legacy'].map(statusOf)), ['cause', 'untouched', 'removed']);
    const reason = page.locator('[data-effect="better"] [data-reason] button').last();
    assert.match((await reason.textContent()) ?? '', /^"api" needs "redis" \(before\) before\.aft:3$/u);
    await reason.click();
    const link = { type: 'reason', name: 'api', effect: 0, link: 1, step: at + 1 };
    assert.deepEqual(await last('reveal'), { type: 'reveal', place: link, focus: true });
    await page.getByRole('button', { name: 'Open Earlier Source' }).click();
    assert.deepEqual(await last('reveal'), { type: 'reveal', place: { type: 'before', id: 'api' }, focus: true });
    const spans = [link, { type: 'before', id: 'api' }, { type: 'node', id: 'api' }].map((place) =>
      spanOfPart({ graph, plan }, place as DrawnPart),
    );
    assert.deepEqual(
      spans.map((span) => `${span?.uri ?? ''}:${String(span?.start.line)}`),
      ['file:///before.aft:2', 'file:///before.aft:2', 'file:///after.aft:3'],
    );
    await page.locator('.stepper').getByRole('button', { name: 'Show all differences' }).click();
    await becomes(() => statusOf('worker'), 'worse');
  });
});
