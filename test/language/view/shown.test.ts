/** The part of a graph that a view shows, compared with the literal definitions. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compareTwo } from '../../../language/src/analysis/metrics/pair-table.ts';
import { boxKinds } from '../../../language/src/model/drawn-kinds.ts';
import { graphView, type GraphView } from '../../../language/src/view/graph.ts';
import { withClosed } from '../../../language/src/view/shown/closed.ts';
import { inFocus } from '../../../language/src/view/shown/focus.ts';
import { layerOf, layers } from '../../../language/src/view/shown/layers.ts';
import { everything as all, shownOf } from '../../../language/src/view/shown/shown.ts';
import { buildModel, makeModel, type EntityLiteral, type RelationLiteral } from '../build-model.ts';
import { graphs } from './random-graphs.ts';
import { everything, keyValueStore } from './sample-model.ts';

const idsOf = ({ nodes }: GraphView): readonly string[] => nodes.map(({ id }) => id);
const viewOf = (text: string): GraphView => {
  const { model, sources } = buildModel(text);
  return graphView(model, sources);
};

/** The relations whose target depends on their source; of all others, the source depends on the target. */
const turned = ['manages', 'owns', 'feeds'];

/** Whether one node depends on another: by a relation, or nested in it. */
function steps({ nodes, edges }: GraphView): (from: string, to: string) => boolean {
  const found = new Set<string>();
  for (const { kind, source, target } of edges)
    found.add(turned.includes(kind) ? `${target} ${source}` : `${source} ${target}`);
  for (const { id, parent } of nodes) if (parent !== undefined) found.add(`${id} ${parent}`);
  return (from, to) => found.has(`${from} ${to}`);
}

/** Distances of all pairs, by Floyd and Warshall. */
function distances(ids: readonly string[], isStep: (from: string, to: string) => boolean): readonly number[][] {
  const far = ids.map((from) => ids.map((to) => (from === to ? 0 : isStep(from, to) ? 1 : Infinity)));
  ids.forEach((_, over) => {
    far.forEach((row) => {
      row.forEach((now, to) => {
        row[to] = Math.min(now, (row[over] ?? Infinity) + (far[over]?.[to] ?? Infinity));
      });
    });
  });
  return far;
}

describe('A focus', () => {
  it('has everything within the number of steps, in either direction', () => {
    fc.assert(
      fc.property(graphs(14), fc.nat(), fc.nat(5), (view, start, hops) => {
        const ids = idsOf(view);
        const at = start % ids.length;
        const isStep = steps(view);
        const row = distances(ids, (from, to) => isStep(from, to) || isStep(to, from))[at] ?? [];
        const wanted = ids.filter((_, to) => (row[to] ?? Infinity) <= hops);
        const found = inFocus(view, { kind: 'near', of: ids[at] ?? '', hops });
        assert.deepEqual([...found].sort(), [...wanted].sort());
      }),
    );
  });

  it('downwards has what a node depends on, upwards what depends on it', () => {
    fc.assert(
      fc.property(graphs(14), fc.nat(), (view, start) => {
        const ids = idsOf(view);
        const at = start % ids.length;
        const far = distances(ids, steps(view));
        const of = ids[at] ?? '';
        const down = ids.filter((_, to) => (far[at]?.[to] ?? Infinity) < Infinity);
        const up = ids.filter((_, from) => (far[from]?.[at] ?? Infinity) < Infinity);
        assert.deepEqual([...inFocus(view, { kind: 'down', of })].sort(), [...down].sort());
        assert.deepEqual([...inFocus(view, { kind: 'up', of })].sort(), [...up].sort());
      }),
    );
  });

  it('upwards of a server has its clients, over what it serves, and downwards of a client its servers', () => {
    const view = viewOf(`
      pd server
      space disk
      resource disk.b
      server manages disk
      pd client
      client holds disk.b
      pd app
      app needs client
      pd other
    `);
    assert.deepEqual([...inFocus(view, { kind: 'up', of: 'server' })].sort(), ['app', 'client', 'disk', 'disk.b', 'server']); // oxfmt-ignore
    assert.deepEqual([...inFocus(view, { kind: 'down', of: 'server' })], ['server']);
    assert.deepEqual([...inFocus(view, { kind: 'down', of: 'app' })].sort(), ['app', 'client', 'disk', 'disk.b', 'server']); // oxfmt-ignore
    assert.deepEqual([...inFocus(view, { kind: 'up', of: 'app' })], ['app']);
  });

  it('on what two PDs share has the resources that their comparison has', () => {
    const kinds = ['holds', 'manages', 'maps', 'holds', 'maps'] as const;
    const models = fc.array(fc.tuple(fc.nat(8), fc.nat(8), fc.nat(4)), { maxLength: 24 }).map((picks) => {
      const entities: EntityLiteral[] = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((at) => ({
        kind: at < 3 ? 'pd' : at < 6 ? 'space' : 'resource',
        name: `n${at.toString()}`,
        ...(at >= 6 && { parent: at - 3 }),
      }));
      const relations = picks.flatMap(([source, target, pick]): RelationLiteral[] => {
        const kind = kinds[pick] ?? 'holds';
        const [from, to] = [entities[source]?.kind, entities[target]?.kind];
        const isLegal =
          kind === 'maps' ? from !== 'pd' && from === to : from === 'pd' && (kind === 'holds' || to === 'space');
        return isLegal ? [{ kind, source, target }] : [];
      });
      return makeModel(entities, relations);
    });
    fc.assert(
      fc.property(models, ({ model, sources }) => {
        const view = graphView(model, sources);
        const found = inFocus(view, { kind: 'shared', of: 'n0', with: 'n1' });
        const shared = compareTwo(model, 0, 1).shared.map(({ resource }) => model.entities[resource]?.name ?? '');
        for (const name of shared) assert.ok(found.has(name), `${name} is shared`);
        // What leads to nothing shared is on no way: take any node away that is shown, and less is shared.
        assert.ok(shared.length > 0 || [...found].every((id) => !id.startsWith('n6') || id === 'n0'));
        assert.ok(found.has('n0') && found.has('n1'));
      }),
      { numRuns: 300 },
    );
  });

  it('on what two PDs share omits what only one of them uses', () => {
    const { model, sources } = keyValueStore();
    const found = inFocus(graphView(model, sources), { kind: 'shared', of: 'fileServer', with: 'db' });
    assert.deepEqual([...found].sort(), [
      ...['database', 'database.table1', 'db', 'disk1', 'disk1.block1', 'disk2'],
      ...['fileServer', 'files', 'files.file1'],
    ]);
  });

  it('on two has the shortest ways between them, over any lines and nesting', () => {
    let longest = 0;
    fc.assert(
      fc.property(graphs(12), fc.nat(), fc.nat(), (view, one, other) => {
        const ids = idsOf(view);
        const isStep = steps(view);
        const far = distances(ids, (a, b) => isStep(a, b) || isStep(b, a));
        const [from, to] = [one % ids.length, other % ids.length];
        const [length, between] = [far[from]?.[to] ?? Infinity, { of: ids[from] ?? '', with: ids[to] ?? '' }];
        const expected = ids.filter(
          (_, at) =>
            at === from || at === to || (length < Infinity && (far[from]?.[at] ?? 0) + (far[to]?.[at] ?? 0) === length),
        );
        if (length < Infinity) longest = Math.max(longest, length);
        assert.deepEqual([...inFocus(view, { kind: 'path', ...between })].sort(), [...expected].sort());
      }),
    );
    assert.ok(longest >= 3, `the longest way has ${longest.toString()} steps`);
  });

  it('is empty if there is no such entity', () => {
    assert.equal(inFocus(viewOf('pd a'), { kind: 'path', of: 'a', with: 'b' }).size, 0);
    assert.equal(inFocus(viewOf('pd a'), { kind: 'down', of: 'b' }).size, 0);
    assert.equal(inFocus(viewOf('pd a'), { kind: 'shared', of: 'a', with: 'b' }).size, 0);
  });
});

describe('What is shown of a graph', () => {
  const { model, sources } = everything();
  const whole = graphView(model, sources);

  it('is all of it without a choice', () => {
    assert.deepEqual(shownOf(whole, all), { graph: whole, hidden: 0 });
  });

  it('has relations of the layers that are not hidden, and regions only with theirs', () => {
    for (const layer of layers) {
      const { graph } = shownOf(whole, { ...all, hiddenLayers: [layer] });
      assert.deepEqual(
        graph.edges,
        whole.edges.filter(({ kind }) => layerOf[kind] !== layer),
      );
      assert.equal(
        graph.nodes.some(({ kind }) => kind === 'region'),
        layer !== 'regions',
      );
    }
  });

  it("has the entities with one value of the author's own, and what is around them", () => {
    const value = (text: string) => [{ name: 'team', value: { kind: 'text' as const, parts: [text] } }];
    const { model, sources } = makeModel(
      [
        { kind: 'node', name: 'n' },
        { kind: 'pd', name: 'n.a', parent: 0, data: value('web') },
        { kind: 'pd', name: 'b', data: value('storage') },
        { kind: 'pd', name: 'c' },
      ],
      [],
    );
    const { graph, hidden } = shownOf(graphView(model, sources), { ...all, data: ['team: "web"', 'team: "no"'] });
    assert.deepEqual([idsOf(graph), hidden], [['n', 'n.a'], 2]);
  });

  it('has entities of the kinds, names and types that are wanted, what is around them, and counts the others', () => {
    fc.assert(
      fc.property(fc.subarray([...boxKinds]), fc.constantFrom('', 'o', 'HEAP', 'app.'), (hiddenKinds, name) => {
        const { graph, hidden } = shownOf(whole, { ...all, hiddenKinds, name });
        const isWanted = (id: string): boolean =>
          whole.nodes.some(
            (node) =>
              (node.id === id || node.id.startsWith(`${id}.`)) &&
              !hiddenKinds.includes(node.kind) &&
              node.id.toLowerCase().includes(name.toLowerCase()),
          );
        assert.deepEqual(idsOf(graph), idsOf(whole).filter(isWanted));
        assert.equal(hidden, whole.nodes.length - graph.nodes.length);
        for (const { source, target } of graph.edges)
          assert.ok(idsOf(graph).includes(source) && idsOf(graph).includes(target));
      }),
    );
    assert.deepEqual(idsOf(shownOf(whole, { ...all, types: ['memory'] }).graph), ['pool', 'heap']);
  });
});

describe('A graph with closed containers', () => {
  it('draws what is in them as part of them, and loses no relation but those inside', () => {
    fc.assert(
      fc.property(graphs(16), fc.infiniteStream(fc.boolean()), (view, coin) => {
        const closed = new Set(idsOf(view).filter(() => coin.next().value === true));
        const parents = new Map(view.nodes.map(({ id, parent }) => [id, parent]));
        const path = (id: string): readonly string[] => {
          const parent = parents.get(id);
          return parent === undefined ? [id] : [...path(parent), id];
        };
        const standIn = (id: string): string => path(id).find((one) => closed.has(one)) ?? id;
        const found = withClosed(view, closed);
        assert.deepEqual(
          idsOf(found),
          idsOf(view).filter((id) => standIn(id) === id),
        );
        for (const { id, inside = [] } of found.nodes)
          assert.deepEqual(
            inside,
            idsOf(view).filter((one) => one !== id && standIn(one) === id),
          );
        const wanted = view.edges
          .filter(
            ({ source, target }) =>
              standIn(source) !== standIn(target) || (standIn(source) === source && standIn(target) === target),
          )
          .map(({ source, target, count = 1 }) => [standIn(source), standIn(target), count] as const);
        const sums = (edges: readonly (readonly [string, string, number])[]): Record<string, number> => {
          const by: Record<string, number> = {};
          for (const [source, target, count] of edges)
            by[`${source} ${target}`] = (by[`${source} ${target}`] ?? 0) + count;
          return by;
        };
        assert.deepEqual(
          sums(found.edges.map(({ source, target, count = 1 }) => [source, target, count])),
          sums(wanted),
        );
      }),
    );
  });

  it('keeps the findings of what is in them', () => {
    const problem = { code: 'a/b', severity: 'warning', message: 'Look here.' } as const;
    const view = viewOf('space a\nresource a.b');
    const nodes = view.nodes.map((node) => (node.id === 'a.b' ? { ...node, problems: [problem] } : node));
    assert.deepEqual(withClosed({ ...view, nodes }, new Set(['a'])).nodes[0]?.problems, [problem]);
  });
});
