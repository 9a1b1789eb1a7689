/** A recovery in the graph: what is destroyed at first, and in which step each comes to life. */
import assert from 'node:assert/strict';
import { recoveryFrom } from '../../../language/src/analysis/plan/recovery.ts';
import { defaultPolicy } from '../../../language/src/model/policy.ts';
import { anyStartReport } from '../../../language/src/view/report/start.ts';
import { startOverlay } from '../../../language/src/view/report/start-overlay.ts';
import { buildModel } from '../../language/build-model.ts';
import { becomes } from '../../becomes.ts';
import { graphOf, pagesOfSuite } from './graph-page.ts';
import { subject } from './report/sample-report.ts';

const built = buildModel(`
  node host
  pd host.db
  pd host.cache
  pd app
  pd lb
  app needs host.db
  lb needs app
`);
const { model, sources, id } = built;
const recovery = recoveryFrom(model, [id('host'), id('app')], defaultPolicy);
const question = { kind: 'plan', end: 'recover', of: 'host', also: ['app'], policy: 'default' } as const;

describe('A person who plans a recovery', () => {
  const open = pagesOfSuite();

  it('sees in the graph what is gone, and steps through what comes back', async () => {
    const { page, draw, send } = await open();
    await draw(graphOf(built));
    await send({ type: 'plan', plan: startOverlay(recovery, { sources, question }, 'default') });
    await page.waitForSelector('[data-plan="recovery from the crash of host, app"]');
    const statusOf = (name: string) => page.locator(`[data-node="${name}"]`).getAttribute('data-status');
    await becomes(() => statusOf('host.db'), 'started');
    assert.equal(await statusOf('lb'), 'untouched');
    assert.deepEqual(await Promise.all(['host', 'host.db', 'app'].map((name) => page.locator(`[data-node="${name}"]`).getAttribute('data-step'))), ['1', '2', '3']); // oxfmt-ignore
    assert.match((await page.locator('[data-node="app"]').getAttribute('aria-label')) ?? '', /started in step 3/u);
    assert.match((await page.locator('.plan-counts').textContent()) ?? '', /^4 started1 untouched$/u);
    await page.locator('.plan-line [data-tool="first"]').click();
    await becomes(() => statusOf('app'), 'destroyed');
    await page.locator('.plan-line [data-tool="forward"]').click();
    await page.locator('.plan-line [data-tool="forward"]').click();
    await becomes(() => statusOf('host.db'), 'started');
    assert.equal(await statusOf('app'), 'destroyed');
  });

  it('sees it over time in the report, and asks for the graph after a step', async () => {
    const { page, sendRaw, last } = await open({ show: 'report', size: { width: 1100, height: 900 } });
    const { title, about, legend, sections } = anyStartReport(recovery, sources, 'default');
    await sendRaw({ type: 'report', number: 1, subject: { ...subject, question }, report: { title, about, legend, sections } }); // oxfmt-ignore
    await page.waitForSelector('[data-section="Picture"] [data-sign="started"]');
    const count = (sign: string) => page.locator(`[data-section="Picture"] [data-sign="${sign}"]`).count();
    assert.deepEqual([await count('destroyed'), await count('started')], [4, 4]);
    await page.getByRole('button', { name: 'Show in Graph' }).first().click();
    await becomes(last, { type: 'showInGraph' });
  });
});
