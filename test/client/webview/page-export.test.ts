/** What the graph page writes into files: what it shows, in each format. */
import assert from 'node:assert/strict';
import { keyValueStore } from '../../language/view/sample-model.ts';
import { graphOf, pagesOfSuite } from './graph-page.ts';
import type { GraphFormat } from '../../../client/webview/messages.ts';

describe('What the graph page exports', function () {
  this.timeout(60_000);
  const open = pagesOfSuite();
  const closed = async () => {
    const shown = await open();
    const { page, draw, send, sent } = shown;
    await draw(graphOf(keyValueStore()));
    await page.locator('[data-toggle="disk1"]').click();
    await page.locator('[data-node="disk1.block1"]').waitFor({ state: 'detached' });
    const ids = await page
      .locator('[data-node]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-node') ?? '').sort());
    const contentAs = async (format: GraphFormat): Promise<string> => {
      await send({ type: 'export', format });
      await page.waitForFunction(
        (wanted) => JSON.stringify(window.sent.at(-1)).includes(`"format":"${wanted}"`),
        format,
      );
      const answer = (await sent()).at(-1);
      assert.ok(answer?.type === 'exported');
      return answer.content;
    };
    return { page, ids, contentAs };
  };

  it('is as SVG well-formed, light, and has the nodes that are shown where they are shown', async () => {
    const { page, ids, contentAs } = await closed();
    const svg = await contentAs('svg');
    const found = await page.evaluate(
      (text) => {
        const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
        return {
          isBroken: parsed.querySelector('parsererror') !== null,
          nodes: [...parsed.querySelectorAll('[data-node]')].map((one) => one.getAttribute('data-node') ?? ''),
          places: [...parsed.querySelectorAll('[data-node]')].map((one) => one.getAttribute('transform')),
          ground: parsed.querySelector('rect')?.getAttribute('fill'),
        };
        // The policy of the page would count its style as one of the page's own.
      },
      svg.replace(/<style>.*?<\/style>/su, ''),
    );
    assert.deepEqual([found.isBroken, found.ground, found.nodes.toSorted()], [false, '#ffffff', ids]);
    const places = await page
      .locator('[data-node]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('transform')));
    assert.deepEqual(found.places.toSorted(), places.toSorted());
  });

  it('is as PNG a picture of twice that size', async () => {
    const { page, contentAs } = await closed();
    const width = Number(/width="(\d+)"/u.exec(await contentAs('svg'))?.[1]);
    const png = await contentAs('png');
    const size = await page.evaluate(async (data) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      return image.width;
    }, png);
    assert.equal(size, 2 * width);
  });

  it('names in every language of graphs the nodes that are shown, and no others', async () => {
    const { ids, contentAs } = await closed();
    const mermaid = await contentAs('mermaid');
    assert.match(mermaid, /^flowchart LR\n/u);
    assert.ok(mermaid.includes('disk1 (+1)') && !mermaid.includes('block1"'));
    assert.equal((mermaid.match(/^ +e\d+[[({]/gmu) ?? []).length, ids.length);
    const dot = await contentAs('dot');
    assert.match(dot, /^digraph /u);
    assert.equal((dot.match(/^ +e\d+ \[label/gmu) ?? []).length, ids.length);
    const json = JSON.parse(await contentAs('json')) as { readonly format: string; readonly nodes: { id: string }[] };
    assert.equal(json.format, 'aftermath-graph');
    assert.deepEqual(json.nodes.map(({ id }) => id).sort(), ids);
  });
});
