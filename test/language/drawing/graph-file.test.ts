/** The picture of a graph as a file: everything that is placed is in it, and only text is text. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { graphFile } from '../../../language/src/drawing/graph/graph-file.tsx';
import { graphView } from '../../../language/src/view/graph.ts';
import { simplePlacement } from '../../../language/src/view/layout/layering.ts';
import { layoutGraphOf } from '../../../language/src/view/layout/sizes.ts';
import { required } from '../../../language/src/model/common/lookup.ts';
import { buildModel, makeModel, type Built } from '../build-model.ts';
import { everything } from '../view/sample-model.ts';
import { anyText } from '../../any-text.ts';

function drawn({ model, sources }: Built, title = 'a model'): string {
  const graph = graphView(model, sources);
  return graphFile({ graph, title, placement: simplePlacement(layoutGraphOf(graph)) });
}

describe('The file of a graph', () => {
  it('has each node where it is placed, and each edge once', () => {
    const built = everything();
    const graph = graphView(built.model, built.sources);
    const { boxes, width, height } = simplePlacement(layoutGraphOf(graph));
    const text = drawn(built);
    for (const { id } of graph.nodes) {
      const box = boxes.get(id);
      assert.ok(box);
      const group = `transform="translate(${box.x.toString()} ${box.y.toString()})" data-node="${id}"`;
      assert.equal(text.split(group).length, 2, id);
    }
    assert.equal(text.split('data-edge="').length - 1, graph.edges.length);
    const size = [Math.ceil(width), Math.ceil(height)].map(String);
    assert.ok(
      text.startsWith(`<svg xmlns="http://www.w3.org/2000/svg" width="${size[0] ?? ''}" height="${size[1] ?? ''}"`),
    );
  });

  it('has no controls, and no value that only a browser knows', () => {
    const text = drawn(everything());
    assert.doesNotMatch(text, /tabindex|role="button"|data-vscode-context|var\(|color-mix/u);
  });

  it('has any name as text only, and no character that XML does not allow', () => {
    fc.assert(
      fc.property(anyText({ minLength: 1 }), (name) => {
        const text = drawn(makeModel([{ kind: 'pd', name: `${name}<script>&"` }], []), name);
        assert.doesNotMatch(text, /<script/u);
        assert.match(text, /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u);
        assert.doesNotMatch(text, /&(?!(?:amp|lt|gt|quot|#\d+);)/u);
      }),
    );
  });

  it('has a hull around a region and its members in several containers, and around nothing else', () => {
    const built = buildModel('node a\nnode b\npd a.p\npd b.q\npd b.r\nregion wide\nwide contains a.p, b.q');
    const graph = graphView(built.model, built.sources);
    const { boxes } = simplePlacement(layoutGraphOf(graph));
    const [, hull = ''] = /<g class="hull" data-hull="wide"[^>]*>(.*?)<\/g>/su.exec(drawn(built)) ?? [];
    const places = [...hull.matchAll(/<rect x="([^"]+)" y="([^"]+)"/gu)].map(([, x, y]) => [Number(x), Number(y)]);
    const around = ['wide', 'a.p', 'b.q'].map((id) => required(boxes.get(id)));
    assert.deepEqual(
      places,
      around.map(({ x, y }) => [x - 7, y - 7]),
    );
    assert.equal(hull.split('<path').length - 1, 2);
    assert.doesNotMatch(drawn(everything()).replaceAll('data-hull="group"', ''), /data-hull/u);
  });

  it('is the same for the same picture', () => {
    assert.equal(drawn(everything()), drawn(everything()));
  });
});
