/** A graph from far: all boxes and lines are in it, those that look alike as one shape, and what is chosen by itself. */
import assert from 'node:assert/strict';
import { renderToString } from 'preact-render-to-string';
import { GraphPicture } from '../../../language/src/drawing/graph/graph-picture.tsx';
import type { NodeStatus } from '../../../language/src/drawing/graph/node-status.ts';
import type { GraphPictureProps } from '../../../language/src/drawing/graph/picture-parts.ts';
import { graphView } from '../../../language/src/view/graph.ts';
import { simplePlacement } from '../../../language/src/view/layout/layering.ts';
import { layoutGraphOf } from '../../../language/src/view/layout/sizes.ts';
import { everything, layeredSystem } from '../view/sample-model.ts';

const fromFar = { nodes: undefined, edges: undefined };

const pictureOf = ({ model, sources }: ReturnType<typeof everything>, props: Partial<GraphPictureProps> = {}) => {
  const graph = graphView(model, sources);
  const placement = simplePlacement(layoutGraphOf(graph));
  return { graph, text: renderToString(GraphPicture({ graph, placement, drawn: fromFar, ...props })) };
};

/** How many boxes or lines are in the shapes of that class. */
const within = (text: string, shape: string): number =>
  [...text.matchAll(new RegExp(`class="${shape}" d="([^"]*)"`, 'gu'))].reduce(
    (sum, [, path = '']) => sum + path.split('M').length - 1,
    0,
  );

describe('A graph from far', () => {
  it('has every box and every line, in few elements', () => {
    const { graph, text } = pictureOf(layeredSystem(300));
    assert.equal(within(text, 'shape'), graph.nodes.length);
    assert.equal(within(text, 'line'), graph.edges.length);
    assert.ok(text.split('<path').length < 40);
    assert.doesNotMatch(text, /<text|data-node|data-edge/u);
  });

  it('keeps what differs apart: kinds, statuses with their patterns, and what is selected', () => {
    const built = layeredSystem(60);
    const { graph } = pictureOf(built);
    const [first, second] = graph.nodes.filter(({ kind }) => kind === 'pd');
    assert.ok(first !== undefined && second !== undefined);
    const dead: NodeStatus = {
      kind: 'destroyed',
      isNotifiedFirst: false,
      isNotified: false,
      count: 1,
      total: 1,
      marks: [],
    };
    const selection = { type: 'node', id: second.id } as const;
    const { text } = pictureOf(built, { statuses: new Map([[first.id, dead]]), selection });
    assert.match(text, /class="node kind-pd status-destroyed"><path class="shape"[^>]*><\/path><path class="pattern"/u);
    assert.match(text, /class="node kind-pd is-selected"><path class="shape"/u);
    assert.match(text, /class="edge relation-manages is-near"/u);
    // It is there to be read and pressed, too.
    assert.deepEqual(
      [...text.matchAll(/data-node="([^"]*)"/gu)].map(([, id]) => id),
      [second.id],
    );
  });

  it('shows which lines have a problem', () => {
    const { model, sources } = everything();
    const graph = graphView(model, sources);
    const [first, ...others] = graph.edges;
    assert.ok(first !== undefined);
    const problems = [{ code: 'a/b', severity: 'warning', message: 'It is wrong.' }] as const;
    const marked = { ...graph, edges: [{ ...first, problems }, ...others] };
    const placement = simplePlacement(layoutGraphOf(marked));
    const text = renderToString(GraphPicture({ graph: marked, placement, drawn: fromFar }));
    assert.equal(text.split('data-problem="warning"').length - 1, 1);
  });
});
