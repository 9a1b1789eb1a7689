/** Between two boxes that stand for many there is one line: whatever its kinds one way, of one kind both ways. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { edgeLabel } from '../../../language/src/view/edge-words.ts';
import { graphView, type GraphView } from '../../../language/src/view/graph.ts';
import { atAGlance } from '../../../language/src/view/shown/at-a-glance.ts';
import { withBundledLines } from '../../../language/src/view/shown/bundled.ts';
import { buildModel } from '../build-model.ts';
import { systems } from './random-graphs.ts';

const closed = (text: string, ids: readonly string[], opened: readonly string[] = []): GraphView => {
  const { model, sources } = buildModel(text);
  return atAGlance(graphView(model, sources), { above: 60, closed: ids, opened, asked: [] });
};

const linesOf = ({ edges }: GraphView): readonly string[] =>
  edges.map((edge) => {
    const arrow = edge.isMutual === true ? '<->' : '->';
    return `${edge.source} ${arrow} ${edge.target}: ${edgeLabel(edge)}`;
  });

describe('The lines between groups', () => {
  const text = `
    node a\nnode b\npd a.p[2]\npd b.q[2]\nspace b.s
    a.p[*] needs b.q[*]\na.p[0] manages b.s\na.p[1] requests b.s`;

  it('are one line one way, named by their kinds', () => {
    assert.deepEqual(linesOf(closed(text, ['a', 'b'])), ['a -> b: needs × 4 +2']);
  });

  it('are as many as their kinds when the line is opened', () => {
    const [line] = closed(text, ['a', 'b']).edges;
    const opened = linesOf(closed(text, ['a', 'b'], [line?.id ?? '']));
    assert.deepEqual(opened, ['a -> b: needs × 4', 'a -> b: manages', 'a -> b: requests']);
  });

  it('are one line with two heads where relations of one kind lead both ways, in the direction of most', () => {
    const both = 'node a\nnode b\npd a.p[2]\npd b.q[2]\na.p[0] needs b.q[0]\nb.q[*] needs a.p[*]';
    assert.deepEqual(linesOf(closed(both, ['a', 'b'])), ['b <-> a: needs × 5']);
    const other = `${both}\na.p[0] feeds b.q[0]`;
    assert.deepEqual(linesOf(closed(other, ['a', 'b'])), ['a -> b: needs, feeds', 'b -> a: needs × 4']);
  });

  it('stay as they are at a single thing, and where a number counts', () => {
    const single = 'node a\npd a.p[2]\npd q\nspace s\na.p[*] needs q\nq needs a.p[0]\na.p[0] requests s';
    assert.equal(closed(single, ['a']).edges.length, 3);
    const graph = closed('node a\nnode b\na needs b\na feeds b\na refers b', ['a', 'b']);
    const nodes = graph.nodes.map((node) => ({ ...node, inside: [] }));
    const edges = graph.edges.map((edge) =>
      edge.kind === 'needs' ? { ...edge, quorum: { key: '1', least: 1, of: 2 } } : edge,
    );
    assert.deepEqual(linesOf(withBundledLines({ ...graph, nodes, edges })), [
      'a -> b: needs 1 of 2',
      'a -> b: feeds, refers',
    ]);
  });

  it('stand for every relation once, and between two groups there are two lines at most, in two directions', () => {
    let joined = 0;
    fc.assert(
      fc.property(systems(4), (graph) => {
        const nodes = graph.nodes.map((node) => ({ ...node, inside: [] }));
        const { edges } = withBundledLines({ ...graph, nodes });
        const apart = withBundledLines(graph).edges;
        const membersOf = (all: GraphView['edges']): readonly string[] =>
          all
            .flatMap((edge) => edge.members ?? [edge])
            .map(({ id }) => id)
            .toSorted();
        assert.deepEqual(membersOf(edges), membersOf(apart));
        if (edges.length < apart.length) joined += 1;
        const between = edges.filter(({ source, target, quorum }) => source !== target && quorum === undefined);
        const ways = between.map(({ source, target }) => `${source} ${target}`);
        assert.equal(new Set(ways).size, ways.length);
        const parents = new Map(graph.nodes.map(({ id, parent }) => [id, parent]));
        const isAt = (end: string, id: string): boolean => end === id || parents.get(id) === end;
        for (const { id, source, target, isMutual, members = [], kind } of between) {
          if (isAt(source, target) || isAt(target, source)) continue;
          const back = members.filter((member) => isAt(target, member.source) && isAt(source, member.target));
          if (isMutual === true) assert.ok(members.every((member) => member.kind === kind));
          assert.equal(isMutual === true, back.length > 0, id);
          assert.ok(2 * back.length <= members.length, id);
        }
      }),
    );
    assert.ok(joined > 5, joined.toString());
  });
});
