/** The files that the graph page writes: the shown graph, in each format. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { planOf } from '../../../language/src/analysis/plan/plan.ts';
import { defaultPolicyOf } from '../../../language/src/analysis/facts/policies.ts';
import { planOverlay } from '../../../language/src/view/report/plan-overlay.ts';
import { themed } from '../../../language/src/drawing/themed.ts';
import { buildModel } from '../../language/build-model.ts';
import type { GraphEdge } from '../../../language/src/view/graph-edge.ts';
import { everything, keyValueStore } from '../../language/view/sample-model.ts';
import { graphOf, pagesOfSuite } from './graph-page.ts';
import type { GraphFormat } from '../../../client/webview/graph/messages.ts';

describe('What the graph page exports', () => {
  const open = pagesOfSuite();
  const closed = async () => {
    const shown = await open();
    const { page, draw, send, sendRaw, sent } = shown;
    await draw(graphOf(keyValueStore()));
    await page.locator('[data-toggle="disk1"]').click();
    await page.locator('[data-node="disk1.block1"]').waitFor({ state: 'detached' });
    const ids = await page
      .locator('[data-node]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-node') ?? '').sort());
    const contentAs = async (format: GraphFormat): Promise<string> => {
      await send({ type: 'export', format });
      await page.waitForFunction(
        (wanted) => JSON.stringify(window.sent.at(-1) ?? '').includes(`"format":"${wanted}"`),
        format,
      );
      const answer = (await sent()).at(-1);
      assert.ok(answer?.type === 'exported');
      return answer.content;
    };
    const setTheme = (theme: string): Promise<void> => sendRaw({ type: 'exportTheme', theme });
    return { page, ids, contentAs, setTheme };
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

  it('has the theme of the settings, as the command line has', async () => {
    const { contentAs, setTheme } = await closed();
    const light = { svg: await contentAs('svg'), png: await contentAs('png') };
    for (const theme of ['dark', 'auto', 'light'] as const) {
      await setTheme(theme);
      assert.equal(await contentAs('svg'), themed(light.svg, theme), theme);
      assert.equal((await contentAs('png')) === light.png, theme !== 'dark', theme);
    }
    assert.notEqual(themed(light.svg, 'dark'), light.svg);
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

  it('has as JSON the fields that its page documents, and no others; so has the example there', async () => {
    const { page, draw, send, sent } = await open();
    const found = new Set<string>();
    const note = (text: string): void => {
      for (const path of pathsOf(JSON.parse(text), '')) found.add(path);
    };
    const exported = async (): Promise<string> => {
      await send({ type: 'export', format: 'json' });
      await page.waitForFunction(() => JSON.stringify(window.sent).includes('"exported"'));
      const answer = (await sent()).at(-1);
      assert.ok(answer?.type === 'exported');
      await page.evaluate(() => (window.sent.length = 0));
      return answer.content;
    };
    await draw(graphOf(everything()));
    await page.locator('[data-toggle="pool"]').click();
    await page.locator('[data-node="pool.page"]').waitFor({ state: 'detached' });
    note(await exported());
    const copies = buildModel('space s\nabsent object gone\nresource s.r[20]\npd p\np manages s\np holds s.r[*]');
    const graph = graphOf(copies);
    const span = graph.edges[0]?.span ?? assert.fail('it has relations');
    const talk = (source: string, target: string): GraphEdge => {
      return { id: `${source}|sends|${target}`, kind: 'sends', source, target, as: 'Go', count: 2, span };
    };
    await draw({ ...graph, edges: [...graph.edges, talk('p', 'gone'), talk('gone', 'p')] });
    const [target] = copies.model.entities.filter(({ name }) => name === 'p');
    const plan = planOf(copies.model, { kind: 'crash', targets: [target?.id ?? 0] }, defaultPolicyOf(copies.model));
    const question = { kind: 'plan', end: 'crash', of: 'p' } as const;
    await send({ type: 'plan', plan: planOverlay(plan, { sources: copies.sources, question }) });
    await page.locator('[data-status="destroyed"]').first().waitFor();
    note(await exported());
    const chapter = readFileSync('language/docs/reference/formats.md', 'utf8')
      .split('## `aftermath-graph`')[1]
      ?.split('\n## ')[0];
    assert.ok(chapter !== undefined);
    assert.deepEqual([...found].toSorted(), documentedIn(chapter).toSorted());
    const example = /```json\n(.*?)```/su.exec(chapter)?.[1] ?? '';
    for (const path of pathsOf(JSON.parse(example), '')) assert.ok(found.has(path), path);
  });
});

/** The paths of all fields, down to those of the nodes and relations. */
function pathsOf(value: unknown, at: string): readonly string[] {
  if (Array.isArray(value))
    return at === 'nodes' || at === 'edges' ? value.flatMap((one) => pathsOf(one, `${at}[]`)) : [];
  if (typeof value !== 'object' || value === null || at.includes('.')) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = at === '' ? name : `${at}.${name}`;
    return [path, ...pathsOf(inner, path)];
  });
}

/** The paths in the first column of a table; `.name` stands for one beside the path before it. */
function documentedIn(chapter: string): readonly string[] {
  return chapter.split('\n').flatMap((line) => {
    const names = [...(/^\| (`[^|]*)\|/u.exec(line)?.[1]?.matchAll(/`([^`]+)`/gu) ?? [])].map(([, name = '']) => name);
    const around = names[0]?.replace(/\.[^.]*$/u, '') ?? '';
    return names.map((name) => (name.startsWith('.') ? around + name : name));
  });
}
