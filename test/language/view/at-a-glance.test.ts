/** What is closed by itself where there is more than fits at a glance. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { graphView, type GraphView } from '../../../language/src/view/graph.ts';
import { atAGlance, type Glance } from '../../../language/src/view/shown/at-a-glance.ts';
import { buildModel } from '../build-model.ts';
import { systems } from './random-graphs.ts';

const usual: Glance = { above: 60, closed: [], opened: [], asked: [] };

const viewOf = (text: string): GraphView => {
  const { model, sources } = buildModel(text);
  return graphView(model, sources);
};
const labels = (graph: GraphView, glance: Partial<Glance> = {}): readonly string[] =>
  atAGlance(graph, { ...usual, ...glance }).nodes.map(({ label }) => label);

/** Hosts with servers that differ, and one space with many resources. */
const large = viewOf(`
  node left\nnode right
  ${['left', 'right'].flatMap((host) => Array.from({ length: 9 }, (_, at) => `pd ${host}.p${at.toString()}: t${at.toString()}`)).join('\n')}
  space files\n${Array.from({ length: 50 }, (_, at) => `resource files.f${at.toString()}: f${at.toString()}`).join('\n')}`);

describe('A graph at a glance', () => {
  it('is drawn as a whole as long as it is small, with copies in a stack', () => {
    const graph = viewOf('space s\nresource s.r[9]\nspace t\nresource t.r[8]\npd p\np holds s.r[*]');
    assert.deepEqual(labels(graph), [
      's',
      'r × 9',
      't',
      ...Array.from({ length: 8 }, (_, at) => `r[${at.toString()}]`),
      'p',
    ]);
    const [line] = atAGlance(graph, usual).edges;
    assert.deepEqual([line?.source, line?.target, line?.count], ['p', 's.r[0] …', 9]);
    assert.equal(labels(graph, { opened: ['s.r[0] …'] }).length, 20);
  });

  it('is open from the outside as far as there is room', () => {
    const drawn = atAGlance(large, usual).nodes;
    assert.deepEqual(
      drawn.filter(({ inside }) => inside !== undefined).map(({ id }) => id),
      ['files'],
    );
    assert.equal(drawn.length, 21);
    assert.equal(atAGlance(large, { ...usual, above: 100 }).nodes.length, large.nodes.length);
    // Two that are alike are a stack where there is no room for both.
    const pairs = viewOf('pd a: t\npd b: t\nspace s: u\nspace r: u\nspace v: w');
    assert.deepEqual(labels(pairs), ['a', 'b', 's', 'r', 'v']);
    assert.deepEqual(labels(pairs, { above: 4 }), ['t × 2', 'u × 2', 'v']);
  });

  it('shows what was asked for itself, and what was opened or closed by hand', () => {
    assert.ok(labels(large, { asked: ['files.f7'] }).includes('f7'));
    assert.ok(labels(large, { opened: ['files'] }).includes('f7'));
    assert.ok(!labels(large, { closed: ['left'] }).includes('p1') || labels(large, { closed: ['left'] }).length === 12);
  });

  it('of many that are all alike says what distinguishes them: words of names, then lines', () => {
    const pds = (count: number, line: (at: number) => string): GraphView =>
      viewOf(
        [
          ...Array.from({ length: count }, (_, at) => `pd p${at.toString()}`),
          ...Array.from({ length: count - 1 }, (_, at) => line(at + 1)),
        ].join('\n'),
      );
    const needs = (from: number, to: number): string => `p${from.toString()} needs p${to.toString()}`;
    const names = ['web', 'api', 'queue'].flatMap((word) =>
      Array.from({ length: 25 }, (_, at) => `pd ${word}${at.toString()}`),
    );
    assert.deepEqual(labels(viewOf(names.join('\n'))), ['web × 25', 'api × 25', 'queue × 25']);
    // Ten that lead to each other, each with eight that nothing distinguishes.
    const hubs = pds(90, (at) => needs(at, at % 9 === 0 ? at - 9 : at - (at % 9)));
    assert.equal(labels(hubs).filter((label) => label === 'pd × 8').length, 10);
    assert.equal(labels(hubs).length, 20);
    assert.deepEqual(labels(hubs, { above: 19 }), ['p0', 'pd × 80', 'pd × 9']);
    assert.deepEqual(labels(pds(90, (at) => needs(at, at - 1))), ['p0', 'pd × 88', 'p89']);
  });

  it('is one box for each type, then for each kind, where there is no room for more', () => {
    const types = viewOf(
      `${Array.from({ length: 24 }, (_, at) => `pd p${at.toString()}: t${(at % 6).toString()}`).join('\n')}\nspace s\np0 holds s`,
    );
    assert.equal(labels(types, { above: 7 }).length, 7);
    // No more is one box than needed.
    assert.deepEqual(labels(types, { above: 5 }), ['t0 × 4', 't1 × 4', 't2 × 4', 'pd × 12', 's']);
    assert.deepEqual(labels(types, { above: 3 }), ['t0 × 4', 'pd × 20', 's']);
    assert.deepEqual(labels(types, { above: 2 }), ['pd × 24', 's']);
    // What was asked for is shown itself, and what is opened in the steps in which it is closed.
    assert.deepEqual(labels(types, { above: 2, asked: ['p3'] }), ['pd × 23', 'p3', 's']);
    const id = atAGlance(types, { ...usual, above: 2 }).nodes[0]?.id ?? '';
    assert.equal(labels(types, { above: 2, opened: [id] }).length, 3);
  });

  it('has each entity in one box, what was asked for in its own, and few boxes', () => {
    let stacks = 0;
    const cases = fc.tuple(systems(25), fc.nat(), fc.integer({ min: 8, max: 40 }));
    fc.assert(
      fc.property(cases, ([graph, pick, above]) => {
        const asked = graph.nodes[pick % graph.nodes.length]?.id ?? '';
        const { nodes, edges } = atAGlance(graph, { ...usual, above, asked: [asked] });
        assert.ok(
          nodes.some(({ id, stack, inside }) => id === asked && stack === undefined && inside === undefined) ||
            isContainer(graph, asked),
        );
        const names = nodes.flatMap(({ id, stack, inside }) => stack ?? [id, ...(inside ?? [])]);
        assert.deepEqual(names.toSorted(), graph.nodes.map(({ id }) => id).toSorted());
        const drawn = new Set(nodes.map(({ id }) => id));
        for (const { source, target } of edges) assert.ok(drawn.has(source) && drawn.has(target));
        for (const { id, parent } of nodes) assert.ok(parent === undefined || drawn.has(parent), id);
        stacks += nodes.filter(({ stack }) => stack !== undefined).length;
      }),
    );
    assert.ok(stacks > 20, stacks.toString());
  });
});

const isContainer = (graph: GraphView, id: string): boolean => graph.nodes.some(({ parent }) => parent === id);
