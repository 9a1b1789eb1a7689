import assert from 'node:assert/strict';
import { planOf } from '../../../language/src/analysis/plan/plan.ts';
import { entityKinds } from '../../../language/src/model/entity-kind.ts';
import { defaultPolicy } from '../../../language/src/model/policy.ts';
import { attachedSpaces } from '../../../language/src/view/layout/attached.ts';
import { relationKinds } from '../../../language/src/model/relation.ts';
import { drawable } from '../../../language/src/view/shown/drawable.ts';
import { planOverlay } from '../../../language/src/view/report/plan-overlay.ts';
import { buildModel } from '../../language/build-model.ts';
import { everything, keyValueStore, layeredSystem } from '../../language/view/sample-model.ts';
import { becomes } from '../../becomes.ts';
import { graphOf, pagesOfSuite } from './graph-page.ts';
import { themes } from './themes.ts';

describe('The picture of the graph page', () => {
  const open = pagesOfSuite();

  it('draws every node and edge, with kinds that differ in shape and relations that differ in line', async () => {
    const { page, draw } = await open();
    const whole = graphOf(everything());
    const graph = drawable(whole);
    await draw(whole);
    const edges = await page
      .locator('[data-edge]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-edge')));
    assert.deepEqual(edges.toSorted(), graph.edges.map((edge) => edge.id).toSorted());
    const lines = await page.locator('[data-edge]').evaluateAll((all) =>
      all.map((one) => {
        const signs = [...one.querySelectorAll('.sign')].map(
          (sign) => `${sign.getAttribute('d') ?? ''}${sign.getAttribute('class') ?? ''}`,
        );
        const line = one.querySelector('.line');
        const looks = [line?.getAttribute('stroke-dasharray'), line?.getAttribute('stroke-width'), ...signs];
        return [one.getAttribute('data-relation'), JSON.stringify(looks)] as const;
      }),
    );
    const looks = new Map(lines);
    // A region is drawn around its members instead.
    assert.equal(looks.size, relationKinds.length - 1);
    assert.equal(new Set(looks.values()).size, looks.size);
    const shapes = await page.locator('[data-node]').evaluateAll((all) =>
      all.map((one) => {
        // The letters of the path data are the same for the same shape at any size.
        const path =
          one
            .querySelector('.shape')
            ?.getAttribute('d')
            ?.replace(/[^A-Za-z]/gu, '') ?? '';
        return [
          one.getAttribute('data-kind'),
          path + getComputedStyle(one.querySelector('.shape') ?? one).strokeDasharray,
        ] as const;
      }),
    );
    const icons = await page
      .locator('[data-node] .icon')
      .evaluateAll((all) => new Set(all.map((one) => one.getAttribute('d'))).size);
    assert.equal(icons, entityKinds.length);
    assert.ok(new Set(new Map(shapes).values()).size >= 5);
  });

  it('draws what is nested inside its container, siblings apart, and edges from end to end', async () => {
    const { page, draw } = await open();
    const whole = graphOf(everything());
    const graph = drawable(whole);
    await draw(whole);
    const boxes = new Map(
      await page.locator('[data-node]').evaluateAll((all) =>
        all.map((one) => {
          const { left, top, right, bottom } = (one.querySelector('.shape') ?? one).getBoundingClientRect();
          return [one.getAttribute('data-node') ?? '', { left, top, right, bottom }] as const;
        }),
      ),
    );
    const boxOf = (id: string) => boxes.get(id) ?? assert.fail(`${id} is not drawn`);
    for (const node of graph.nodes) {
      const [inner, outer] = [boxOf(node.id), node.parent === undefined ? undefined : boxOf(node.parent)];
      if (outer === undefined) continue;
      assert.ok(inner.left > outer.left && inner.right < outer.right, `${node.id} is not inside ${node.parent ?? ''}`);
      assert.ok(inner.top > outer.top && inner.bottom < outer.bottom, `${node.id} is not inside ${node.parent ?? ''}`);
    }
    // An attached space stands where its manager is.
    const attached = attachedSpaces(graph);
    graph.nodes.forEach((one, at) => {
      for (const other of graph.nodes.slice(at + 1)) {
        if (one.parent !== other.parent || attached.has(one.id) || attached.has(other.id)) continue;
        const [a, b] = [boxOf(one.id), boxOf(other.id)];
        const areApart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
        assert.ok(areApart, `${one.id} and ${other.id} overlap`);
      }
    });
    const ends = await page.locator('[data-edge] .line').evaluateAll((all) =>
      all.map((one) => {
        const line = one as SVGPathElement;
        const matrix = line.getScreenCTM() ?? new DOMMatrix();
        const from = line.getPointAtLength(0).matrixTransform(matrix);
        const to = line.getPointAtLength(line.getTotalLength()).matrixTransform(matrix);
        return {
          id: line.closest('[data-edge]')?.getAttribute('data-edge') ?? '',
          from: { x: from.x, y: from.y },
          to: { x: to.x, y: to.y },
        };
      }),
    );
    for (const { id, from, to } of ends) {
      const edge = graph.edges.find((one) => one.id === id) ?? assert.fail(id);
      for (const [point, box] of [
        [from, boxOf(edge.source)],
        [to, boxOf(edge.target)],
      ] as const) {
        const dx = Math.max(box.left - point.x, 0, point.x - box.right);
        const dy = Math.max(box.top - point.y, 0, point.y - box.bottom);
        assert.ok(Math.hypot(dx, dy) <= 2, `${id} does not reach its node`);
      }
    }
  });

  it('explains in a legend what is in the picture, and nothing else', async () => {
    const { page, draw } = await open();
    await draw(graphOf(keyValueStore()));
    await page.locator('[data-tool="legend"]').click();
    const rows = async () => (await page.locator('[data-legend] li').allTextContents()).map((row) => row.split(' ')[0]);
    await becomes(rows, ['pd', 'space', 'resource', 'holds', 'manages', 'requests', 'maps']);
  });

  it('draws 240 entities in stacks, and all of them when they are opened', async () => {
    const { page, draw } = await open();
    await draw(graphOf(layeredSystem(240)));
    assert.ok((await page.locator('[data-node]').count()) < 20);
    await page.locator('[data-tool="view"]').click();
    await page.locator('[data-open-all]').click();
    await becomes(() => page.locator('[data-node]').count(), 240);
  });

  it('strikes out the name of a stack only if all in it are destroyed', async () => {
    const { page, draw, send } = await open();
    const built = buildModel('pd worker[80]');
    const { model, sources } = built;
    await draw(graphOf(built));
    const stack = page.locator('[data-node]');
    for (const [count, wanted] of [
      [1, 'none'],
      [80, 'line-through'],
    ] as const) {
      const targets = model.entities.slice(0, count).map(({ id }) => id);
      const plan = planOf(model, { kind: 'crash', targets }, defaultPolicy);
      await send({
        type: 'plan',
        plan: planOverlay(plan, { sources, question: { kind: 'plan', end: 'crash', of: '' } }),
      });
      await becomes(() => stack.textContent(), count === 1 ? /1 of 80 destroyed/u : /80destroyed/u);
      assert.equal(await stack.locator('.name').evaluate((name) => getComputedStyle(name).textDecorationLine), wanted);
    }
  });

  for (const theme of ['dark', 'light', 'high contrast', 'high contrast light'] as const) {
    it(`takes its colours from the theme: ${theme}`, async () => {
      const { page, draw } = await open({ theme });
      await draw(graphOf(keyValueStore()));
      const { background, strokes, fills } = await page.evaluate(() => {
        const shapes = [...document.querySelectorAll('[data-node] .shape')].map((one) => getComputedStyle(one));
        return {
          background: getComputedStyle(document.body).backgroundColor,
          strokes: shapes.map((style) => style.stroke),
          fills: shapes.map((style) => style.fill),
        };
      });
      const wanted = themes[theme].variables['--vscode-editor-background'] ?? '';
      assert.equal(background, rgb(wanted));
      assert.ok(strokes.every((stroke) => stroke !== 'none' && stroke !== background));
      if (theme.startsWith('high contrast')) assert.ok(fills.every((fill) => fill === background));
    });
  }
});

function rgb(hex: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return `rgb(${[red, green, blue].join(', ')})`;
}
