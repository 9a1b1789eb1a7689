import assert from 'node:assert/strict';
import { edgeStyles } from '../../../language/src/drawing/graph/edge-style.ts';
import { lineKinds } from '../../../language/src/model/drawn-kinds.ts';
import { graphView } from '../../../language/src/view/graph.ts';
import { edgeLabel, edgeWords } from '../../../language/src/view/edge-words.ts';
import { drawable } from '../../../language/src/view/shown/drawable.ts';
import { loadText } from '../dsl/load-text.ts';

async function drawnOf(text: string) {
  const { model, sources, findings } = await loadText(text);
  assert.deepEqual(
    findings.filter(({ severity }) => severity === 'error'),
    [],
  );
  const whole = graphView(model, sources);
  const graph = drawable(whole);
  return { whole, graph, words: graph.edges.map(edgeWords), labels: graph.edges.map(edgeLabel) };
}

const machines = `
  event Save(by: pd)
  event Saved
  machine Worker for pd { initial state A { on Save(who) do { send Saved to who } } }
  machine Boss for pd { param workers: set<pd>  initial state A { enter { for w in workers { send Save(self) to w } } on Saved } }
  machine Watcher for pd { param of: pd  initial state A }
`;

describe('What is drawn of a graph', () => {
  it('has messages as lines, one for both directions, and settings that name an entity', async () => {
    const { words, labels, graph } = await drawnOf(`${machines}
      pd a runs Worker
      pd boss runs Boss { workers: [a] }
      pd w runs Watcher { of: boss }
    `);
    assert.deepEqual(words, ['a sends Saved to boss, which sends Save', 'w names boss as of']);
    assert.deepEqual(labels, ['sends Saved / Save', 'of']);
    assert.deepEqual(
      graph.edges[0]?.because?.map(({ text, span }) => [text, span.start.line]),
      [
        ['send Saved to who', 3],
        ['send Save(self) to w', 4],
        ['boss { workers: [a] }', 8],
      ],
    );
  });

  it('has a channel between its two ends', async () => {
    const { words } = await drawnOf('node x { }\nnode y { }\nchannel wan { delay: 50ms  between: [x, y] }');
    assert.deepEqual(words, ['channel wan between x and y']);
  });

  it('leads a need with a number through one gate beside its subject, without repeating its label', async () => {
    const { whole, graph, words, labels } = await drawnOf(
      'pd api[3]\nnode n { pd lb { needs 2 of api[*] as soft } }\npd one { needs 1 of api[0] }',
    );
    assert.equal(whole.nodes.length, 6);
    const gate = graph.nodes.filter(({ kind }) => kind === 'gate');
    assert.deepEqual(
      gate.map(({ label, parent }) => [label, parent]),
      [['2 of 3', 'n']],
    );
    assert.deepEqual(labels, ['needs soft', '', '', '', 'needs 1 of 1']);
    assert.deepEqual(words, [
      'n.lb needs 2 of 3 as soft',
      'n.lb needs api[0] as soft (2 of 3)',
      'n.lb needs api[1] as soft (2 of 3)',
      'n.lb needs api[2] as soft (2 of 3)',
      'one needs api[0] (1 of 1)',
    ]);
  });

  it('has regions as hulls around their members, in each other where one has all the members of the other', async () => {
    const { graph, words } = await drawnOf(`
      pd a  pd b  pd c  pd d
      region outer { contains a, b, c }
      region inner { contains a, b }
      region across { contains c, d }
    `);
    const parents = new Map(graph.nodes.map(({ id, parent }) => [id, parent]));
    assert.deepEqual(
      ['a', 'b', 'c', 'd', 'inner', 'outer', 'across'].map((id) => parents.get(id)),
      ['inner', 'inner', 'outer', undefined, 'outer', undefined, undefined],
    );
    assert.deepEqual(words, ['across contains c', 'across contains d']);
    const ids = graph.nodes.map(({ id }) => id);
    for (const { id, parent } of graph.nodes)
      if (parent !== undefined) assert.ok(ids.indexOf(parent) < ids.indexOf(id), `${parent} comes before ${id}`);
  });

  it('has lines of which no two kinds look alike', () => {
    assert.equal(new Set(lineKinds.map((kind) => JSON.stringify(edgeStyles[kind]))).size, lineKinds.length);
  });
});
