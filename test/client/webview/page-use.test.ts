import assert from 'node:assert/strict';
import { crash } from '../../../language/src/analysis/crash/cleanup.ts';
import { planOf } from '../../../language/src/analysis/plan/plan.ts';
import type { PlanRequest } from '../../../language/src/analysis/plan/plan-request.ts';
import { defaultPolicy } from '../../../language/src/model/policy.ts';
import { planOverlay, type PlanOverlay } from '../../../language/src/view/report/plan-overlay.ts';
import { crashQuestion } from '../../../language/src/view/report/question.ts';
import { buildModel, type Built } from '../../language/build-model.ts';
import { keyValueStore } from '../../language/view/sample-model.ts';
import { becomes } from '../../becomes.ts';
import { graphOf, pagesOfSuite } from './graph-page.ts';

const crashOf = ({ model, sources, id }: Built, pd: string, pdDepth: number): PlanOverlay => {
  const policy = { ...defaultPolicy, name: 'test', pdDepth };
  const { destroyed } = crash(model, id(pd), policy);
  const distances = new Map(destroyed.map(({ entity, distance }) => [entity, distance]));
  const plan = planOf(model, { kind: 'crash', targets: [id(pd)] }, policy);
  return planOverlay(plan, { sources, question: crashQuestion(pd, 'test'), distances });
};
const planned = (
  { model, sources }: Built,
  request: Exclude<PlanRequest, { readonly kind: 'evict' | 'drain' }>,
): PlanOverlay => {
  const question = { kind: 'plan', end: request.kind, of: '' } as const;
  return planOverlay(planOf(model, request, defaultPolicy), { sources, question });
};

/** Returns true if the whole picture is in the window, with names of 9 pixels and more. */
const allIsRead = (): boolean => {
  const [layer, stage] = [document.querySelector('[data-viewport]'), document.querySelector('.stage')];
  if (!(layer instanceof SVGGraphicsElement) || stage === null || (layer.getCTM()?.a ?? 0) * 13 < 9) return false;
  const room = stage.getBoundingClientRect();
  const shapes = [...document.querySelectorAll('[data-node] .shape')].map((shape) => shape.getBoundingClientRect());
  return shapes.every(
    ({ left, right, top, bottom }) =>
      left >= room.left && right <= room.right && top >= room.top && bottom <= room.bottom,
  );
};

/** Returns true if these boxes are in the window, with names of 9 pixels and more. */
const areRead = (names: readonly string[]): boolean => {
  const [layer, stage] = [document.querySelector('[data-viewport]'), document.querySelector('.stage')];
  if (!(layer instanceof SVGGraphicsElement) || stage === null || (layer.getCTM()?.a ?? 0) * 13 < 9) return false;
  const room = stage.getBoundingClientRect();
  return names.every((name) => {
    const box = document.querySelector(`[data-node="${name}"] .shape`)?.getBoundingClientRect();
    return (
      box !== undefined &&
      box.left >= room.left &&
      box.right <= room.right &&
      box.top >= room.top &&
      box.bottom <= room.bottom
    );
  });
};

describe('A person who uses the graph page', () => {
  const open = pagesOfSuite();

  it('begins with the table where a screen reader is in use', async () => {
    const { page, send } = await open({ hasScreenReader: true });
    const graph = graphOf(keyValueStore());
    await send({ type: 'graph', uri: 'file:///a.aft', title: 'a.aft', graph });
    await page.locator(`[data-entity-table="${graph.nodes.length.toString()}"]`).waitFor();
    await page.locator('.toolbar [data-tool="table"]').click();
    await page.locator('svg[data-graph]').waitFor();
  });

  it('shows what a crash destroys, degrades and leaves, and why', async () => {
    const { page, draw, send, last } = await open();
    const built = keyValueStore();
    await draw(graphOf(built));
    await send({ type: 'plan', plan: crashOf(built, 'blockServer1', 1) });
    const statusOf = (name: string) => page.locator(`[data-node="${name}"]`).getAttribute('data-status');
    await page.waitForSelector('[data-plan="crash of blockServer1"]');
    await becomes(() => statusOf('fileServer'), 'destroyed');
    assert.equal(await statusOf('blockServer1'), 'destroyed');
    assert.equal(await statusOf('disk1.block1'), 'destroyed');
    assert.equal(await page.locator('[data-node="fileServer"]').getAttribute('data-distance'), '1');
    assert.equal(await statusOf('db'), 'degraded');
    assert.equal(await statusOf('disk2'), 'untouched');
    assert.match((await page.locator('[data-node="fileServer"] .detail').textContent()) ?? '', /^destroyed/u);
    assert.match((await page.locator('[data-count="degraded"]').textContent()) ?? '', /^1 degraded$/u);
    const covered = await page.locator('svg[data-graph]').evaluate((svg) => {
      const boxes = (of: string) => [...svg.querySelectorAll(of)].map((one) => one.getBoundingClientRect());
      const texts = boxes('.name, .detail').filter(({ width }) => width > 0);
      const badges = boxes('.badge :is(circle, .disc)');
      const covers = (one: DOMRect, other: DOMRect) =>
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
      return [badges.length > 8, badges.filter((badge) => texts.some((text) => covers(badge, text))).length];
    });
    assert.deepEqual(covered, [true, 0]);
    await becomes(() => page.locator('.announcements').textContent(), /Crash of blockServer1 .*7 destroyed/u);
    await page.locator('[data-node="fileServer"] .name').click();
    await page.locator('[data-reasons="destroyed"]').waitFor();
    await page.locator('[data-effect="destroyed"] [data-reason]').nth(1).waitFor();
    await page.locator('[data-effect="destroyed"] [data-reason] button').first().click();
    await becomes(last, {
      type: 'reveal',
      place: { type: 'reason', name: 'fileServer', effect: 0, link: 0 },
      focus: true,
    });
    await send({ type: 'plan', plan: null });
    await page.waitForSelector('[data-plan]', { state: 'detached' });
    await becomes(() => statusOf('fileServer'), null);
  });

  it('sees in which step each entity of a plan is destroyed, and what is notified first', async () => {
    const { page, draw, send, last } = await open();
    const built = buildModel(`
      root object env
      object env.net
      object env.vm
      object free
      env.vm destroyed after env.net notify detach
      free refers env.net
    `);
    await draw(graphOf(built));
    await send({ type: 'plan', plan: planned(built, { kind: 'destroy', targets: [built.id('env')] }) });
    await page.waitForSelector('[data-plan="destruction of env"]');
    const node = (name: string) => page.locator(`[data-node="${name}"]`);
    for (const [name, step] of [
      ['env.net', '1'],
      ['env.vm', '2'],
      ['env', '3'],
    ] as const) {
      await becomes(() => node(name).getAttribute('data-step'), step);
      assert.equal(await node(name).locator('> g .badge-step text').textContent(), step);
    }
    assert.match((await node('env.vm').getAttribute('aria-label')) ?? '', /destroyed in step 2, notified first$/u);
    assert.equal(await node('env.vm').locator('.badge-notifiedFirst').count(), 1);
    assert.equal(await node('free').getAttribute('data-status'), 'dangling');
    assert.match(
      (await page.locator('[data-plan]').textContent()) ?? '',
      /^Destruction of env under default, in 3 steps/u,
    );
    await node('env.vm').locator('.name').click();
    await becomes(() => page.locator('[data-effect="notifiedFirst"]').textContent(), /detach\(env\.net\)/u);
    await page.locator('[data-effect="notifiedFirst"] [data-reason] button').click();
    const place = { type: 'reason', name: 'env.vm', effect: 1, link: 0 };
    await becomes(last, { type: 'reveal', place, focus: true });
    await page.locator('[data-details] [data-tool="plan"]').click();
    await becomes(last, { type: 'choosePlan', of: 'env.vm' });
    await page.locator('.plan-line [data-tool="close"]').click();
    await becomes(last, { type: 'clearPlan' });
  });

  it('sees what holds a deletion up, and what ends later', async () => {
    const { page, draw, send } = await open();
    const built = buildModel('root object a\nobject b\na owns b');
    const plan = planned(built, { kind: 'delete', targets: [built.id('a')], mode: 'foreground' });
    const because = [{ text: '"a" is deleted' }];
    const marks = [
      { name: 'a', effects: [{ kind: 'later' as const, because }] },
      { name: 'b', effects: [{ kind: 'held' as const, detail: 'finalizers backup', because }] },
    ];
    await draw(graphOf(built));
    await send({ type: 'plan', plan: { ...plan, marks, steps: 0 } });
    await page.waitForSelector('[data-node="b"][data-status="held"]');
    assert.equal(await page.locator('[data-node="a"] .detail').textContent(), 'ends later');
    assert.equal(await page.locator('[data-node="b"] .detail').textContent(), 'held up');
    await page.locator('[data-node="b"] .name').click();
    await becomes(() => page.locator('[data-effect="held"]').textContent(), /finalizers backup/u);
    await page.locator('[data-tool="legend"]').click();
    const rows = page.locator('[data-legend] ul').first().locator('li');
    await becomes(() => rows.allTextContents(), ['held up', 'ends later']);
  });

  it('sees at its line and at its ends which order gives way, and the cycle that it would close', async () => {
    const { page, draw, send, last } = await open();
    const built = buildModel('object box\nobject box.lid\nbox.lid destroyed after box');
    await draw(graphOf(built));
    const edge = '[data-edge="box.lid|destroyed after|box"]';
    assert.equal(await page.locator(`${edge}[data-dropped]`).count(), 0);
    await send({ type: 'plan', plan: planned(built, { kind: 'destroy', targets: [built.id('box')] }) });
    await page.waitForSelector(`${edge}[data-dropped]`);
    assert.equal(await page.locator('[data-dropped-sign]').count(), 1);
    assert.match((await page.locator(`${edge} title`).textContent()) ?? '', /gives way$/u);
    assert.equal(await page.locator('[data-count="dropped"]').textContent(), '1 order gives way');
    await page.locator('[data-node="box.lid"] .name').click();
    await page.locator('[data-dropped-order="warning"] [data-reason] button').first().click();
    const place = { type: 'cycle', order: 0, link: 0 };
    await becomes(last, { type: 'reveal', place, focus: true });
  });

  it('sees the cycle of a finding at what is selected, and only then', async () => {
    const { page, draw, send } = await open();
    const built = buildModel('object a\nobject b\nobject c\na owns b\nb owns a\nc owns a');
    const graph = graphOf(built);
    const problem = { code: 'cycle/ownership', severity: 'warning' as const, message: 'Round.' };
    const isOn = (id: string): boolean => !id.startsWith('c');
    const nodes = graph.nodes.map((node) => (isOn(node.id) ? { ...node, problems: [problem] } : node));
    const edges = graph.edges.map((edge) => (isOn(edge.source) ? { ...edge, problems: [problem] } : edge));
    await draw({ ...graph, nodes, edges });
    const onCircle = () =>
      page
        .locator('g.is-on-cycle')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-node') ?? one.getAttribute('data-edge')).sort());
    assert.deepEqual(await onCircle(), []);
    await send({ type: 'select', name: 'a' });
    await becomes(onCircle, ['a', 'a|owns|b', 'b', 'b|owns|a']);
    await send({ type: 'select', name: 'c' });
    await page.waitForSelector('.is-on-cycle', { state: 'detached' });
  });

  it('asks for the source of what is clicked, and follows the cursor of the editor', async () => {
    const { page, draw, send, sendRaw, sent, last } = await open();
    await draw(graphOf(keyValueStore()));
    await page.locator('[data-node="app"] .name').click();
    await becomes(last, { type: 'reveal', place: { type: 'node', id: 'app' }, focus: false });
    await page.locator('[data-relation-row="app|requests|database"] .tool').click();
    await becomes(last, {
      type: 'reveal',
      place: { type: 'edge', id: 'app|requests|database' },
      focus: true,
    });
    const count = (await sent()).length;
    await send({ type: 'select', name: 'disk2' });
    await page.waitForSelector('[data-node="disk2"][aria-pressed="true"]');
    // What the page refuses is told after what came before it.
    await sendRaw('no message');
    await becomes(async () => (await sent()).slice(count).map(({ type }) => type), ['trouble']);
  });

  it('can be used by keyboard alone', async () => {
    const { page, draw, last } = await open();
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
    await becomes(last, {
      type: 'reveal',
      place: { type: 'node', id: await focused() },
      focus: true,
    });
    await page.locator('[data-details]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('[data-details]').waitFor({ state: 'detached' });
    const names = await page
      .locator('button, [role="button"], input')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent));
    assert.ok(names.every((name) => name.trim() !== ''));
  });

  it('finds entities by name and type', async () => {
    const { page, draw } = await open();
    await draw(graphOf(keyValueStore()));
    await page.locator('input[type="search"]').fill('block');
    const found = () =>
      page.locator('.is-match').evaluateAll((all) => all.map((one) => one.getAttribute('data-node') ?? '').sort());
    await becomes(found, ['blockServer1', 'blockServer2', 'disk1', 'disk1.block1', 'disk2', 'disk2.block2']);
  });

  it('reads names of 9 pixels and sees what crashed in a low window with details', async () => {
    for (const size of [
      { width: 700, height: 420 },
      { width: 900, height: 380 },
    ]) {
      const { page, draw, send } = await open({ size });
      const built = keyValueStore();
      await draw(graphOf(built));
      // More is closed until all of it can be read.
      await becomes(() => page.evaluate(allIsRead), true);
      await send({ type: 'plan', plan: crashOf(built, 'blockServer1', 1) });
      await page.waitForSelector('[data-plan="crash of blockServer1"]');
      await page.locator('[data-node="blockServer1"]').click();
      await page.locator('[data-details="blockServer1"]').waitFor();
      // No line shines through the ground of a label that is dimmed.
      const far = page.locator('.edge-label:not(.is-near)').first();
      assert.equal(await far.evaluate((label) => getComputedStyle(label).opacity), '1');
      await becomes(() => page.evaluate(areRead, ['blockServer1']), true);
      // What crashed stays on screen beside what is selected.
      await send({ type: 'select', name: 'disk1' });
      await page.locator('[data-details="disk1"]').waitFor();
      await becomes(() => page.evaluate(areRead, ['disk1', 'blockServer1']), true);
      // A lower window shows both, too: nobody has moved the picture.
      await page.setViewportSize({ ...size, height: size.height - 40 });
      await becomes(() => page.evaluate(areRead, ['disk1', 'blockServer1']), true);
    }
  });
});
