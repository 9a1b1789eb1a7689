/** Lines of a graph as few as possible: none is lost, and each bundle is of one kind between the same two. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { GraphEdge } from '../../../language/src/view/graph-edge.ts';
import { graphView, type GraphView } from '../../../language/src/view/graph.ts';
import { edgeLabel } from '../../../language/src/view/edge-words.ts';
import { withBundledLines } from '../../../language/src/view/shown/bundled.ts';
import { buildModel } from '../build-model.ts';
import { systems } from './random-graphs.ts';

const viewOf = (text: string): GraphView => {
  const { model, sources } = buildModel(text);
  return graphView(model, sources);
};

const linesOf = (graph: GraphView, opened: readonly string[] = []): readonly string[] =>
  withBundledLines(graph, new Set(opened)).edges.map((edge) => `${edge.source} ${edgeLabel(edge)} ${edge.target}`);

const membersOf = (edge: GraphEdge): readonly GraphEdge[] => edge.members ?? [edge];

describe('The lines of a graph', () => {
  it('are one line with a count where they lead to the resources of one space, from one or from another space', () => {
    const graph = viewOf(`
      space a\nresource a.r[3]\nspace b\nresource b.r[3]\npd p
      p holds b.r[0], b.r[1] as rw\np requests b
      a.r[0] maps b.r[0]\na.r[1] maps b.r[2]\na maps b`);
    assert.deepEqual(linesOf(graph), ['p holds rw × 2 b', 'p requests b', 'a maps × 3 b']);
    assert.deepEqual(linesOf(graph, ['a.r[0]|maps|b.r[0]']).length, 5);
  });

  it('show a single relation where it is, and from one end if all begin there', () => {
    const graph = viewOf('space a\nresource a.r\nspace b\nresource b.r[2]\npd p\np holds a.r as r\na.r maps b.r[*]');
    assert.deepEqual(linesOf(graph), ['p holds r a.r', 'a.r maps × 2 b']);
  });

  it('have what a manager holds of its space in one line with it', () => {
    const graph = viewOf('space a\nresource a.r[2]\npd p\npd q\np manages a\np holds a.r[*]\nq holds a.r[0]');
    assert.deepEqual(linesOf(graph), ['p manages, holds × 2 a', 'q holds a.r[0]']);
  });

  it('do not repeat what nesting shows', () => {
    assert.deepEqual(linesOf(viewOf('object o\nobject o.x\no owns o.x\no refers o.x')), ['o refers o.x']);
  });

  it('stand for every relation once, between its ends or what is around them', () => {
    let bundles = 0;
    fc.assert(
      fc.property(systems(6), (graph) => {
        const parents = new Map(graph.nodes.map(({ id, parent }) => [id, parent]));
        const isAt = (end: string, id: string): boolean => end === id || parents.get(id) === end;
        const { edges } = withBundledLines(graph);
        const seen = edges.flatMap(membersOf).map(({ id }) => id);
        const repeats = graph.edges.filter(
          ({ kind, source, target }) => kind === 'holds' && parents.get(target) === source,
        );
        assert.deepEqual(
          seen.toSorted(),
          graph.edges
            .filter((edge) => !repeats.includes(edge))
            .map(({ id }) => id)
            .toSorted(),
        );
        for (const edge of edges) {
          const members = membersOf(edge);
          if (members.length > 1) bundles += 1;
          for (const { source, target, kind } of members) {
            assert.ok(isAt(edge.source, source) && isAt(edge.target, target), edge.id);
            assert.ok(kind === edge.kind || (edge.kind === 'manages' && kind === 'holds'));
          }
        }
        const keys = edges.map(({ kind, source, target }) => `${kind} ${source} ${target}`);
        const spaces = new Set(graph.nodes.flatMap(({ id, kind }) => (kind === 'space' ? [id] : [])));
        const toSpaces = keys.filter(
          (_, at) => spaces.has(edges[at]?.target ?? '') && spaces.has(edges[at]?.source ?? ''),
        );
        // Of a space to itself, each line is drawn.
        const others = toSpaces.filter((key) => key.split(' ')[1] !== key.split(' ')[2]);
        assert.equal(new Set(others).size, others.length);
      }),
    );
    assert.ok(bundles > 20, bundles.toString());
  });
});
