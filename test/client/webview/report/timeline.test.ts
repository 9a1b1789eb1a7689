/**
 * The plan as a picture: its layout, the reasons by pointer and keyboard, two plans side by side, and another plan
 * chosen in place.
 */
import assert from 'node:assert/strict';
import { planOf, type Plan } from '../../../../language/src/analysis/plan/plan.ts';
import { policiesOf } from '../../../../language/src/analysis/facts/policies.ts';
import type { ReportMessageToPage } from '../../../../client/webview/report/messages.ts';
import { allSteps } from '../../../../language/src/model/all-steps.ts';
import { planReportSteps } from '../../../../language/src/view/report/plan.ts';
import type { PlanQuestion } from '../../../../language/src/view/report/question.ts';
import { buildModel } from '../../../language/build-model.ts';
import { becomes } from '../../../becomes.ts';
import { pagesOfSuite } from '../graph-page.ts';
import { subject } from './sample-report.ts';

const { model, sources, id } = buildModel(`
  space disk: block
  resource disk.b1: block
  pd driver
  pd files
  pd shop
  root object env
  object env.net: Network
  object env.vm: Instance
  driver manages disk
  files holds disk.b1
  shop needs files
  env.vm destroyed after env.net notify detach
`);
const policies = policiesOf(model);
const under = (name: string): Plan['policy'] => policies.find((each) => each.name === name) ?? policies[0] ?? never();
const never = (): never => {
  throw new Error('The model has policies.');
};
const destruction = planOf(model, { kind: 'destroy', targets: [id('env')] }, under('default'));
const crashUnder = (name: string): Plan => planOf(model, { kind: 'crash', targets: [id('driver')] }, under(name));

const choices = {
  entities: model.entities.map(({ name, kind }) => ({ name, kind })),
  policies: policies.map(({ name }) => name),
  ownPolicies: ['default'],
  isWhole: false,
};

function message(question: PlanQuestion, plan: Plan, against?: Plan): ReportMessageToPage {
  const { title, about, legend, sections } = allSteps(planReportSteps(plan, sources, against));
  return {
    type: 'report',
    number: 1,
    subject: { ...subject, question },
    report: { title, about, legend, sections },
    choices,
  };
}

describe('A person who reads a plan as a picture', () => {
  const openPage = pagesOfSuite();
  const open = async (sent: ReportMessageToPage) => {
    const opened = await openPage({ show: 'report', size: { width: 1100, height: 900 } });
    await opened.sendRaw(sent);
    await opened.page.locator('svg.timeline').first().waitFor();
    return opened;
  };
  const destroy: PlanQuestion = { kind: 'plan', end: 'destroy', of: 'env', policy: 'default' };

  it('has over each box the menu of its entity', async () => {
    const { page } = await open(message(destroy, destruction));
    const box = page.locator('[data-name="env.net"][data-sign="destroyed"]');
    const menu = JSON.parse((await box.getAttribute('data-vscode-context')) ?? '') as Readonly<Record<string, unknown>>;
    assert.deepEqual([menu.aftermathName, menu.aftermathKind], ['env.net', 'object']);
    assert.deepEqual(Object.keys(menu.aftermathSource ?? {}), ['type', 'number', 'target']);
    assert.equal(await page.locator('main').getAttribute('data-vscode-context'), JSON.stringify({ uri: subject.uri }));
  });

  it('sees in columns who is notified, what ends when, and the orders and messages between', async () => {
    const { page } = await open(message(destroy, destruction));
    assert.deepEqual(await page.locator('.column-title').allTextContents(), [
      'Notified first',
      'Step 1',
      'Step 2',
      'Step 3',
    ]);
    const left = async (name: string): Promise<number> =>
      (await page.locator(`[data-name="${name}"][data-sign="destroyed"]`).boundingBox())?.x ?? -1;
    assert.ok((await left('env.net')) < (await left('env.vm')));
    const told = page.locator('[data-line-kind="notifiedFirst"]');
    assert.equal(await told.locator('title').textContent(), 'env.vm is notified: detach(env.net)');
    assert.notEqual(await told.locator('.stroke').evaluate((line) => getComputedStyle(line).strokeDasharray), 'none');
    const order = page.locator('[data-line-kind="order"]').first();
    assert.equal(await order.locator('.stroke').evaluate((line) => getComputedStyle(line).strokeDasharray), 'none');
  });

  it('reads the reason of a box and of a line, with the keyboard alone', async () => {
    const { page, sent } = await open(message(destroy, destruction));
    await page.locator('[data-box][tabindex="0"]').focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('[data-name="env.net"]:focus').waitFor();
    const details = page.locator('.timeline-details');
    await becomes(() => details.locator('h3').innerText(), /^env\.net, Network, destroyed, Step 1$/u);
    await details.locator('[data-reason]').first().waitFor();
    await details.getByRole('button', { name: 'env.net before env.vm' }).click();
    await becomes(() => details.locator('[data-reason]').first().innerText(), /destroyed after/u);
    await page.locator('[data-name="env.net"]').focus();
    await page.keyboard.press('Enter');
    await becomes(async () => (await sent()).at(-1)?.type as string, 'follow');
  });

  it('shares the selection with the other views, both ways', async () => {
    const { page, sendRaw, last, sentOf } = await open(message(destroy, destruction));
    await sendRaw({ type: 'select', name: 'env.net' });
    const details = page.locator('.timeline-details h3');
    await details.filter({ hasText: /^env\.net, Network/u }).waitFor();
    await page.locator('[data-name="env.vm"][data-sign="destroyed"]').click();
    await becomes(last, { type: 'selected', name: 'env.vm' });
    await sendRaw({ type: 'select', name: 'env.net' });
    await details.filter({ hasText: /^env\.net, Network/u }).waitFor();
    await sendRaw({ type: 'select', name: 'nowhere' });
    // What is no message is answered after what came before it.
    await sendRaw('no message');
    await becomes(async () => (await sentOf('trouble')).length, 1);
    assert.equal(await details.filter({ hasText: /^env\.net, Network/u }).count(), 1);
  });

  it('is shown nothing of what was selected in an earlier plan', async () => {
    const { page, sendRaw } = await open(message(destroy, destruction));
    await page.locator('[data-box="told 0"]').click();
    const crash: PlanQuestion = { kind: 'plan', end: 'crash', of: 'driver', policy: 'default' };
    await sendRaw({ ...message(crash, crashUnder('default')), number: 2 });
    await page.locator('[data-name="driver"]').waitFor();
    await becomes(() => page.locator('.timeline-details').innerText(), /^Select a box/u);
    assert.equal(await page.locator('.box.is-far').count(), 0);
  });

  it('goes from a step to the graph at that step', async () => {
    const { page, last } = await open(message(destroy, destruction));
    await page.getByRole('button', { name: 'In the graph, after step 2' }).click();
    await becomes(last, { type: 'showInGraph', step: 2 });
  });

  it('saves the picture as shown, as SVG and PNG', async () => {
    const { page, last } = await open(message(destroy, destruction));
    const exported = async (format: string): Promise<string> => {
      await page.waitForFunction((wanted) => JSON.stringify(window.sent.at(-1)).includes(`"${wanted}"`), format);
      const file = await last('export');
      assert.ok(typeof file === 'object' && file !== null && 'content' in file);
      return String(file.content);
    };
    await page.getByRole('button', { name: 'Save picture as SVG' }).click();
    const svg = await exported('svg');
    assert.match(svg, /^<svg [^>]*><title>Plan for the destruction of env<\/title>/u);
    const shown = (text: string) => text.match(/data-box="[^"]*"/gu)?.toSorted();
    assert.deepEqual(shown(svg), shown(await page.locator('svg.timeline').innerHTML()));
    await page.getByRole('button', { name: 'Save picture as PNG' }).click();
    assert.match(
      Buffer.from(await exported('png'), 'base64')
        .subarray(0, 8)
        .toString('latin1'),
      /^.PNG\r\n/u,
    );
  });

  it('chooses another crash, policy and comparison in place', async () => {
    const crash: PlanQuestion = { kind: 'plan', end: 'crash', of: 'driver', policy: 'default' };
    const { page, last } = await open(message(crash, crashUnder('default')));
    await page.getByLabel('Of', { exact: true }).selectOption('files');
    await becomes(last, { type: 'ask', question: { ...crash, of: 'files' } });
    await page.getByLabel('Policy', { exact: true }).selectOption('pd-recursive');
    await becomes(last, { type: 'ask', question: { ...crash, policy: 'pd-recursive' } });
    await page.getByLabel('Compare with').selectOption('space-direct');
    await becomes(last, { type: 'ask', question: { ...crash, against: 'space-direct' } });
    await page.getByLabel('Event', { exact: true }).selectOption('delete');
    await becomes(last, {
      type: 'ask',
      question: { kind: 'plan', end: 'delete', of: 'env', policy: 'default', deletion: 'background' },
    });
    await page.getByLabel('Of', { exact: true }).selectOption({ label: 'Other…' });
    await becomes(last, { type: 'choosePlan' });
    await page.getByRole('button', { name: 'Crash Matrix' }).click();
    await becomes(last, { type: 'ask', question: { kind: 'matrix' } });
  });

  it('sees two policies side by side, with the differences marked and described', async () => {
    const question: PlanQuestion = {
      kind: 'plan',
      end: 'crash',
      of: 'driver',
      policy: 'space-direct',
      against: 'pd-recursive',
    };
    const { page } = await open(message(question, crashUnder('space-direct'), crashUnder('pd-recursive')));
    assert.deepEqual(await page.locator('figcaption').allTextContents(), [
      'Under the policy space-direct',
      'Under the policy pd-recursive',
    ]);
    const [first, second] = await page
      .locator('svg.timeline')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    assert.equal(first, second);
    const names = (place: number) =>
      page
        .locator('svg.timeline')
        .nth(place)
        .locator('[data-different]')
        .evaluateAll((all) => all.map((each) => each.getAttribute('data-name')));
    assert.ok((await names(1)).includes('files'));
    const differences = page.locator('[data-section="Different under pd-recursive"] [data-item]');
    assert.match((await differences.allTextContents()).join('; '), /files/u);
  });

  it('covers no text with a sign, keeps texts in their boxes, and columns and boxes apart', async () => {
    const long = 'aVeryLongNameThatIsMoreThanFits';
    const wide = buildModel(`
      space MMMMMMMMMMMMMMMMMMMMMMMMMM: WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW
      resource MMMMMMMMMMMMMMMMMMMMMMMMMM.r
      pd ${long}
      pd b
      ${long} manages MMMMMMMMMMMMMMMMMMMMMMMMMM
      b needs ${long}
    `);
    const plan = planOf(wide.model, { kind: 'crash', targets: [wide.id(long)] }, under('default'));
    const { title, about, legend, sections } = allSteps(planReportSteps(plan, wide.sources));
    const report = { title, about, legend, sections };
    const { page } = await open({ type: 'report', number: 1, subject: { ...subject, question: destroy }, report });
    await page.locator(`[data-name="${long}"]`).waitFor();
    const faults = await page.locator('svg.timeline').evaluate((svg) => {
      const rectOf = (one: Element | null) => one?.getBoundingClientRect() ?? new DOMRect();
      const overlap = (one: DOMRect, other: DOMRect) =>
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.5 &&
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0.5;
      const boxes = [...svg.querySelectorAll('[data-box]')];
      const titles = [...svg.querySelectorAll('.column-title')].map(rectOf);
      return boxes.flatMap((box, at) => {
        const [shape, badge] = [rectOf(box.querySelector('.shape')), rectOf(box.querySelector('.badge circle'))];
        const texts = [...box.querySelectorAll('text')].filter((text) => text.textContent !== '');
        const name = box.getAttribute('data-name') ?? '';
        return [
          ...texts.flatMap((text) => (overlap(rectOf(text), badge) ? [`sign over ${text.textContent}`] : [])),
          ...texts.flatMap((text) => (rectOf(text).right > shape.right ? [`${text.textContent} sticks out`] : [])),
          ...boxes
            .slice(at + 1)
            .flatMap((other) => (overlap(shape, rectOf(other.querySelector('.shape'))) ? [name] : [])),
          ...titles.flatMap((title) => (overlap(title, shape) ? [`title over ${name}`] : [])),
        ];
      });
    });
    assert.deepEqual(faults, []);
  });

  it('is fitted into the width of the window, zoomed and fitted again', async () => {
    const { page } = await open(message(destroy, destruction));
    const width = async (): Promise<number> => (await page.locator('svg.timeline').boundingBox())?.width ?? 0;
    const whole = await width();
    await page.setViewportSize({ width: 500, height: 900 });
    await becomes(async () => (await width()) < whole, true);
    await becomes(async () => (await width()) / whole > 0.69, true);
    await page.locator('[data-tool="zoomIn"]').click();
    await becomes(async () => (await width()) / whole > 0.85, true);
    await page.locator('[data-tool="fit"]').click();
    await becomes(() => page.locator('.timeline-scroll').evaluate((one) => one.scrollWidth <= one.clientWidth), true);
  });
});
