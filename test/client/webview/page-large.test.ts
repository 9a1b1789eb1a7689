/** Large models on the graph page, each size in a suitable form. The bench measures the speed. */
import assert from 'node:assert/strict';
import { required } from '../../../language/src/model/common/lookup.ts';
import { graphChanges } from '../../../language/src/view/graph-changes.ts';
import { becomes } from '../../becomes.ts';
import { buildModel } from '../../language/build-model.ts';
import { layeredSystem } from '../../language/view/sample-model.ts';
import { graphOf, pagesOfSuite, sampleUri, type GraphPage } from './graph-page.ts';

declare global {
  interface Window {
    /** The types of the layouts before an edit that were sent to the worker. */
    kept: string[];
  }
}

interface ExportedNode {
  readonly id: string;
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

describe('A large model on the graph page', () => {
  const open = pagesOfSuite();
  const opened = async (count: number, groupAbove?: number) => show(await open(), count, groupAbove);
  const show = async (shown: GraphPage, count: number, groupAbove?: number) => {
    shown.page.setDefaultTimeout(90_000);
    const graph = graphOf(layeredSystem(count));
    await shown.send({ type: 'limits', layoutTimeout: 90_000, ...(groupAbove !== undefined && { groupAbove }) });
    await shown.send({ type: 'graph', uri: sampleUri, title: 'large.aft', graph });
    return { ...shown, graph };
  };

  const typed = (counts: readonly number[]): readonly string[] =>
    counts.map((count, at) => `type${at.toString()} × ${count.toString()}`);

  it('gets its final layout even if the same model arrives again meanwhile', async () => {
    const shown = await open();
    const releaseLayout = await shown.holdLayout();
    await shown.page.reload();
    await shown.page.waitForFunction(() => window.sent.length > 0);
    const { page, graph, send } = await show(shown, 1002, 5000);
    await page.locator('svg[data-layout="simple"]').waitFor();
    const nodes = graph.nodes.map((node) => (node.id === 'server7' ? { ...node, documentation: 'Seven.' } : node));
    await send({ type: 'graph', uri: sampleUri, title: 'large.aft', graph: { ...graph, nodes } });
    await releaseLayout();
    await page.locator('svg[data-layout="layered"]').waitFor();
  });

  it('keeps all boxes through edits, without sending the layout back to the worker that made it', async () => {
    const { page, graph, send } = await opened(1002, 5000);
    await page.locator('svg[data-layout="layered"]').waitFor();
    await page.evaluate(() => {
      window.kept = [];
      const wrapped = Object.getOwnPropertyDescriptor(Worker.prototype, 'postMessage')?.value as (
        this: Worker,
        message: unknown,
      ) => void;
      Worker.prototype.postMessage = function (this: Worker, message: { readonly before?: unknown }): void {
        if ('before' in message) window.kept.push(typeof message.before);
        wrapped.call(this, message);
      };
    });
    const places = (): Promise<Readonly<Record<string, string>>> =>
      page
        .locator('[data-node]')
        .evaluateAll((all) =>
          Object.fromEntries(
            all.map((one) => [one.getAttribute('data-node') ?? '', one.getAttribute('transform') ?? '']),
          ),
        );
    const looks = (): Promise<Readonly<Record<string, string>>> =>
      page.locator('.canvas :is([data-node], [data-edge])').evaluateAll((all) =>
        Object.fromEntries(
          all.map((one) => [
            one.getAttribute('data-node') ?? one.getAttribute('data-edge') ?? '',
            // The Tab stop is not part of the picture.
            one.outerHTML.replace(/ tabindex="-?\d"/u, ''),
          ]),
        ),
      );
    await send({ type: 'select', name: 'space1' });
    await page.locator('[data-node="space1.r0"]').waitFor();
    const before = await places();
    const like = required(graph.nodes.find(({ id }) => id === 'space1.r0'));
    const names = ['space1.one', 'space1.two', 'space1.six'];
    let sent = graph;
    for (const name of names) {
      const edited = { ...graph, nodes: [...graph.nodes, { ...like, id: name, label: name }] };
      await send({ type: 'graphChanges', uri: sampleUri, title: 'large.aft', changes: graphChanges(edited, sent) });
      sent = edited;
      await becomes(() => page.evaluate(() => window.kept.length), names.indexOf(name) + 1);
    }
    await becomes(() => page.evaluate(() => window.kept), ['number', 'number', 'number']);
    await page.locator('svg[data-layout="layered"]').waitFor();
    const after = await places();
    const still = Object.keys(before).filter((id) => before[id] === after[id]);
    assert.ok(still.length >= Object.keys(before).length * 0.9, `${still.length.toString()} stayed`);
    // What was drawn edit by edit looks as if it were drawn at once.
    await page.locator('[data-node="space1.six"]').waitFor();
    const patched = await looks();
    for (const table of ['true', 'false']) {
      await page.locator('[data-tool="table"]').click();
      await page.locator(`[data-tool="table"][aria-pressed="${table}"]`).waitFor();
    }
    await page.locator('[data-node="space1.six"]').waitFor();
    const anew = await looks();
    const both = Object.keys(anew).filter((id) => patched[id] !== undefined);
    assert.ok(both.length > 20 && both.includes('space1.six'), both.join(', '));
    for (const id of both) assert.equal(anew[id], patched[id]);
  });

  it('of 1,000 entities is laid out as a whole if the settings want it, and drawn one by one where it is read', async () => {
    const { page, graph, send, sent } = await opened(1002, 5000);
    await page.locator('svg[data-layout="layered"]').waitFor();
    // It begins where names can be read.
    await page.locator('[data-node] .name').first().waitFor();
    await page.locator('[data-tool="fit"]').click();
    // From far the page has few elements, of which each is many boxes or lines.
    await page.waitForFunction(() => document.querySelectorAll('svg.canvas *').length < 200);
    const kinds = new Set(graph.edges.map(({ kind }) => kind));
    assert.equal(await page.locator('.canvas .edges [data-joined] .line').count(), kinds.size);

    await send({ type: 'export', format: 'json' });
    await page.waitForFunction(() => JSON.stringify(window.sent).includes('exported'));
    const exported = (await sent()).find((message) => message.type === 'exported');
    const { nodes } = JSON.parse(exported?.content ?? '') as { readonly nodes: readonly ExportedNode[] };
    const server = nodes.find(({ id }) => id === 'server7');
    assert.ok(server !== undefined);
    const middle = await page.evaluate(({ x, y, width, height }) => {
      const place = document.querySelector<SVGGElement>('[data-viewport]')?.getScreenCTM();
      const point = new DOMPoint(x + width / 2, y + height / 2).matrixTransform(place ?? undefined);
      return { x: point.x, y: point.y };
    }, server.box);
    await page.mouse.click(middle.x, middle.y);
    await page.locator('[data-details="server7"]').waitFor();

    const name = page.locator('[data-node="server7"] .name');
    assert.equal(await name.isVisible(), false);
    for (let times = 0; !(await name.isVisible()) && times < 20; times++)
      await page.locator('[data-tool="zoomIn"]').click();
    assert.ok(await name.isVisible());
    const lines = page.locator('[data-edge]');
    for (let times = 0; (await lines.count()) === 0 && times < 20; times++)
      await page.locator('[data-tool="zoomIn"]').click();
    assert.ok((await lines.count()) > 0);
    const drawn = await page.locator('[data-node]').count();
    assert.ok(drawn > 1 && drawn < graph.nodes.length, drawn.toString());
    // What is said of the same picture changes nothing of what is seen.
    const nodesNow = graph.nodes.map((node) => (node.id === 'server7' ? { ...node, documentation: 'Seven.' } : node));
    await send({ type: 'graph', uri: sampleUri, title: 'large.aft', graph: { ...graph, nodes: nodesNow } });
    await page.locator('[data-details="server7"]', { hasText: 'Seven.' }).waitFor();
    assert.equal(await page.locator('[data-node]').count(), drawn);
    // The keys lead on to what is not drawn yet.
    await page.locator('[data-node="server7"]').focus();
    await page.keyboard.press('End');
    await page.waitForFunction((last) => {
      const focused = document.activeElement?.closest<SVGGElement>('[data-node]');
      const box = focused?.getBoundingClientRect();
      return focused?.dataset.node !== 'server7' && last && box !== undefined && box.left >= 0 && box.top >= 0;
    }, true);
  });

  it('of 5,000 is drawn with what is alike in stacks and containers closed', async () => {
    const { page, graph } = await opened(5004);
    await page.locator('svg[data-layout]').waitFor();
    // One stack of servers, and one of spaces for each type: what is alike is counted.
    const labels = await page.locator('[data-node] .name').allTextContents();
    assert.deepEqual(labels.toSorted(), ['server × 834', ...typed([167, 167, 167, 167, 166])].toSorted());
    assert.ok((await page.locator('[data-edge]').count()) < 200);
    await page.locator('[data-node="space0 …"]').click();
    await page.locator('[data-details] .members button', { hasText: 'space5' }).first().click();
    await page.locator('[data-node="space5"]').waitFor();
    await page.locator('[data-focus="near"]').waitFor();
    await page.locator('.shown-line [data-tool="again"]').click();
    await page.locator('[data-node="space0 …"]').waitFor();
    await page.locator('.toolbar [data-tool="table"]').click();
    await page.locator('[data-entity-table="5004"]').waitFor();
    assert.equal(graph.nodes.length, 5004);
  });

  it('of 20,000 is a graph of groups, in which a search draws one entity itself', async () => {
    const { page } = await opened(20_004);
    await page.locator('[data-node] .name', { hasText: 'server × 3334' }).waitFor();
    assert.ok((await page.locator('[data-node]').count()) < 20);
    await page.locator('input[type="search"]').fill('space1234');
    // It finds what is in it, too.
    await page.locator('.match-count', { hasText: '5' }).waitFor();
    await page.locator('input[type="search"]').press('Enter');
    await page.locator('[data-node="space1234"].is-selected').waitFor();
    await page.locator('[data-narrow] [data-tool="near"]').click();
    await page.locator('[data-focus="near"]').waitFor();
    await page.locator('[data-node="server1234"]').waitFor();
  });

  it('opens a stack and a bundled line by Enter or a button, and closes both again, by minus or a button', async () => {
    const { page, draw } = await open();
    const relations = ['a', 'b', 'c'].map((name) => `p holds s.${name}\n`).join('');
    const built = buildModel(`pd p\nspace s\nresource s.a\nresource s.b\nresource s.c\npd q[12]\n${relations}`);
    await draw(graphOf(built));
    const nodes = () => page.locator('[data-node]').count();
    const stack = page.locator('[data-node="q[0] …"]');
    await stack.waitFor();
    const closed = await nodes();
    await stack.focus();
    await page.keyboard.press('Enter');
    await page.locator('[data-node="q[3]"]').waitFor();
    assert.equal(await nodes(), closed + 11);
    await page.locator('[data-node="q[3]"]').focus();
    await page.keyboard.press('-');
    await stack.waitFor();
    await stack.click();
    await page.locator('[data-details] [data-tool="expand"]').click();
    await page.locator('[data-node="q[4]"]').click();
    await page.locator('[data-details="q[4]"] [data-tool="collapse"]').click();
    await stack.waitFor();
    assert.equal(await nodes(), closed);
    const lines = () => page.locator('[data-relation="holds"]').count();
    assert.equal(await lines(), 1);
    await page.locator('[data-node="p"]').focus();
    await page.keyboard.press('e');
    await page.locator('[data-details] [data-tool="expand"]').click();
    await becomes(lines, 3);
    await page.locator('[data-details] [data-tool="collapse"]').click();
    await becomes(lines, 1);
  });
});
