/** The numbers of keepalives in one period: known graphs, and random ones compared with plain walks. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { keepaliveCosts } from '../../../../language/src/analysis/leases/keepalive-cost.ts';
import { countFlooding, countKeepalives } from '../../../../language/src/analysis/leases/keepalive-paths.ts';
import { buildDigraph, type Digraph } from '../../../../language/src/graph/digraph.ts';
import { modelOfText } from '../../dsl/load-text.ts';

type Edges = readonly (readonly [from: number, to: number])[];

const graphOf = (count: number, edges: Edges): Digraph =>
  buildDigraph(
    count,
    Int32Array.from(edges, ([from]) => from),
    Int32Array.from(edges, ([, to]) => to),
  );

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const chain = (count: number): Edges => range(count - 1).map((box) => [box, box + 1] as const);
const ring = (count: number): Edges => range(count).map((box) => [box, (box + 1) % count] as const);
const bothWays = (count: number): Edges => chain(count).flatMap(([a, b]) => [[a, b] as const, [b, a] as const]);
const complete = (count: number): Edges =>
  range(count).flatMap((a) => range(count).flatMap((b) => (a === b ? [] : [[a, b] as const])));
const diamonds = (count: number): Edges =>
  range(count).flatMap((each) => {
    const top = 3 * each;
    return [[top, top + 1] as const, [top, top + 2] as const, [top + 1, top + 3] as const, [top + 2, top + 3] as const];
  });
const grid = (size: number): Edges =>
  range(size * size).flatMap((box) => [
    ...(box % size < size - 1 ? [[box, box + 1] as const] : []),
    ...(box < size * (size - 1) ? [[box, box + size] as const] : []),
  ]);

interface Row {
  readonly name: string;
  readonly boxes: number;
  readonly edges: Edges;
  readonly processed: bigint;
  readonly sent: bigint;
  readonly carried: bigint | undefined;
  readonly flooding: number;
}

const row = (
  name: string,
  boxes: number,
  edges: Edges,
  numbers: readonly (bigint | undefined)[],
  flooding: number,
): Row => ({
  name,
  boxes,
  edges,
  processed: numbers[0] ?? 0n,
  sent: numbers[1] ?? 0n,
  carried: numbers[2],
  flooding,
});

const table: readonly Row[] = [
  row('a chain of 10', 10, chain(10), [10n, 10n, 45n], 10),
  row('a ring of 4', 4, ring(4), [4n, 5n, 10n], 5),
  row('a ring of 10', 10, ring(10), [10n, 11n, 55n], 11),
  row('a list of 10 linked both ways', 10, bothWays(10), [10n, 19n, 99n], 19),
  row('4 diamonds', 13, diamonds(4), [61n, 61n, 362n], 17),
  row('10 diamonds', 31, diamonds(10), [4093n, 4093n, 71_690n], 41),
  row('15 diamonds', 46, diamonds(15), [131_069n, 131_069n, 3_604_490n], 61),
  row('20 diamonds', 61, diamonds(20), [4n * 2n ** 20n - 3n, 4n * 2n ** 20n - 3n, undefined], 81),
  row('30 diamonds', 91, diamonds(30), [4n * 2n ** 30n - 3n, 4n * 2n ** 30n - 3n, undefined], 121),
  row('a grid of 10 by 10', 100, grid(10), [184_755n, 184_755n, undefined], 181),
  row('5 boxes that all refer to each other', 5, complete(5), [65n, 261n, 1044n], 21),
  row('10 boxes that all refer to each other', 10, complete(10), [986_410n, 8_877_691n, undefined], 91),
  row('12 boxes that all refer to each other', 12, complete(12), [108_505_112n, 1_193_556_233n, undefined], 133),
];

describe('the keepalives of one period', () => {
  for (const { name, boxes, edges, processed, sent, carried, flooding } of table) {
    it(`are counted exactly for ${name}`, () => {
      const graph = graphOf(boxes, edges);
      const count = countKeepalives(graph, [0]);
      assert.deepEqual([count.processed, count.sent, count.dropped], [processed, sent, sent - processed]);
      if (carried !== undefined) assert.equal(count.carried, carried);
      assert.equal(count.isExact, true);
      assert.equal(countFlooding(graph, [0]), flooding);
    });
  }

  it('are counted exactly for one large cycle, and for two that share a box', () => {
    assert.equal(countKeepalives(graphOf(500, ring(500)), [0]).sent, 501n);
    const shared = [
      ...ring(20),
      [0, 20] as const,
      ...range(19).map((box) => [20 + box, 21 + box] as const),
      [39, 0] as const,
    ];
    assert.deepEqual(countKeepalives(graphOf(40, shared), [0]), {
      processed: 40n,
      sent: 42n,
      dropped: 2n,
      carried: 441n,
      isExact: true,
    });
  });

  it('are at least as many as were found if the budget runs out', () => {
    const count = countKeepalives(graphOf(20, complete(20)), [0], { budget: 1000 });
    assert.equal(count.isExact, false);
    assert.ok(count.processed > 20n && count.processed < 1000n);
  });

  it('are those that plain walking finds, from several boxes at once', () => {
    const graphs = fc.integer({ min: 1, max: 7 }).chain((count) =>
      fc.record({
        count: fc.constant(count),
        edges: fc.uniqueArray(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { selector: String, maxLength: 16 }),
        roots: fc.uniqueArray(fc.nat(count - 1), { minLength: 1, maxLength: 3 }),
      }),
    );
    fc.assert(
      fc.property(graphs, ({ count, edges, roots }) => {
        const found = countKeepalives(graphOf(count, edges), roots);
        const walked = { processed: 0n, sent: 0n, carried: 0n };
        const walk = (box: number, path: readonly number[]): void => {
          walked.sent += 1n;
          walked.carried += BigInt(path.length);
          if (path.includes(box)) return;
          walked.processed += 1n;
          for (const [from, to] of edges) if (from === box) walk(to, [...path, box]);
        };
        for (const root of roots) walk(root, []);
        assert.deepEqual({ processed: found.processed, sent: found.sent, carried: found.carried }, walked);
      }),
    );
  });
});

describe('the cost of a model', () => {
  it('is that of the example, by the node whose roots name boxes', async () => {
    const text = await readFile(new URL('../../../../language/examples/boxes.aft', import.meta.url), 'utf8');
    const model = await modelOfText(text);
    const names = keepaliveCosts(model).map(({ node, roots, count, flooding }) => ({
      node: model.entities[node ?? -1]?.name,
      roots: roots.map((box) => model.entities[box]?.name),
      sent: count.sent,
      flooding,
    }));
    assert.deepEqual(names, [{ node: 'y', roots: ['y.t'], sent: 5n, flooding: 5 }]);
  });

  it('is nothing without a collector', async () => {
    assert.deepEqual(keepaliveCosts(await modelOfText('node x { object q  pd main { refers q } }')), []);
  });

  it('counts boxes that roots mark, what is owned, and roots on no node, and omits what is absent', async () => {
    const model = await modelOfText(`collector lease { duration: 20s }
pd main { refers x.a }
node x {
  object a { object inner }
  root object b { refers a, c }
  absent object c
}`);
    const costs = keepaliveCosts(model).map(({ node, count }) => [model.entities[node ?? -1]?.name, count.sent]);
    // a > inner > a: an owned box keeps its owner too.
    assert.deepEqual(costs, [
      [undefined, 3n],
      ['x', 4n],
    ]);
  });
});
