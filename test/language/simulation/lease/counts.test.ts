/** The counts of a run equal those of the formula, and what cannot be computed is reported. */
import assert from 'node:assert/strict';
import { initial, takeFirst } from '../../../../language/src/simulation/kernel/kernel.ts';
import { wrongCounts } from '../../../../language/src/simulation/kernel/lease/cost.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import { seeded } from '../../../../language/src/simulation/kernel/seed.ts';
import { modelOfText } from '../../dsl/load-text.ts';
import { chainText, leaseText, runUntil } from './lease-runs.ts';

/** One box on each node, all rooted in the first. */
const graphText = (count: number, edges: readonly (readonly [number, number])[]): string =>
  Array.from({ length: count }, (_, box) => {
    const to = edges.flatMap(([from, target]) => (from === box ? [`n${target}.b`] : []));
    const refers = to.length === 0 ? '' : `refers ${to.join(', ')}`;
    return `node n${box} { object b { ${refers} } ${box === 0 ? 'pd main { refers b }' : ''} }`;
  }).join('\n');

const pairs = (count: number, isEdge: (from: number, to: number) => boolean): (readonly [number, number])[] =>
  Array.from({ length: count * count }, (_, index) => [Math.floor(index / count), index % count] as const).filter(
    ([from, to]) => from !== to && isEdge(from, to),
  );

const diamond = (from: number, to: number): boolean =>
  from % 3 === 0 ? to - from === 1 || to - from === 2 : to === from - (from % 3) + 3;

const graphs = [
  {
    name: 'a chain of 10',
    text: graphText(
      10,
      pairs(10, (a, b) => b === a + 1),
    ),
    sent: 10,
    dropped: 0,
    flooding: 10,
  },
  {
    name: 'a ring of 4',
    text: graphText(
      4,
      pairs(4, (a, b) => b === (a + 1) % 4),
    ),
    sent: 5,
    dropped: 1,
    flooding: 5,
  },
  {
    name: 'a list linked both ways',
    text: graphText(
      10,
      pairs(10, (a, b) => Math.abs(a - b) === 1),
    ),
    sent: 19,
    dropped: 9,
    flooding: 19,
  },
  { name: '4 diamonds', text: graphText(13, pairs(13, diamond)), sent: 61, dropped: 0, flooding: 17 },
  { name: '10 diamonds', text: graphText(31, pairs(31, diamond)), sent: 4093, dropped: 0, flooding: 41 },
  {
    name: '5 boxes that all refer to each other',
    text: graphText(
      5,
      pairs(5, () => true),
    ),
    sent: 261,
    dropped: 196,
    flooding: 21,
  },
];

describe('a round of keepalives', () => {
  for (const { name, text, sent, dropped, flooding } of graphs) {
    it(`takes ${sent} keepalives in ${name}, and ${flooding} by sequences`, async () => {
      const run = await runUntil(leaseText({}) + text, 7);
      const counts = run.state.leases?.tally.counts;
      assert.deepEqual([counts?.sent, counts?.dropped, counts?.processed], [sent, dropped, sent - dropped]);
      // The first one stays on the node of the root.
      assert.equal(counts?.travelled, sent - 1);
      assert.deepEqual(wrongCounts(run), []);
      const flooded = await runUntil(leaseText({ more: 'forward: sequence' }) + text, 7);
      assert.equal(flooded.state.leases?.tally.counts?.sent, flooding);
      assert.deepEqual(wrongCounts(flooded), []);
    });
  }

  it('with deadlines takes no more than one keepalive for each reference, once leases differ from the first', async () => {
    const run = await runUntil(leaseText({ more: 'forward: deadline' }) + graphText(13, pairs(13, diamond)), 15);
    const first = await runUntil(leaseText({ more: 'forward: deadline' }) + graphText(13, pairs(13, diamond)), 7);
    // At the start every lease is as long as it can be, so that nothing is passed on.
    assert.equal(first.state.leases?.tally.counts?.sent, 1);
    assert.equal(run.state.leases?.tally.counts?.sent, 1 + 17);
  });

  it('ends the run when paths multiply without end, and says what to do', async () => {
    const text = leaseText({}) + graphText(61, pairs(61, diamond));
    const { run } = initial(compileModel(await modelOfText(text)), {
      draw: seeded(1),
      tell: undefined,
      keepsHistory: false,
    });
    let message: string | undefined;
    for (
      let stepped = takeFirst(run, 8_000_000);
      stepped !== undefined && message === undefined;
      stepped = takeFirst(run, 8_000_000)
    ) {
      message = stepped.error?.message;
    }
    assert.match(message ?? '', /"n0".*forward: sequence/);
  });

  it('that was disturbed is not judged, and a wrong count is reported', async () => {
    const run = await runUntil(leaseText({}) + chainText(3), 7);
    const { leases } = run.state;
    assert.ok(leases);
    const [place, round] = [...leases.tally.rounds][0] ?? [];
    assert.ok(place !== undefined && round !== undefined);
    const withRound = (part: Partial<typeof round>) => {
      run.state.leases = { ...leases, tally: { ...leases.tally, rounds: new Map([[place, { ...round, ...part }]]) } };
      return wrongCounts(run).map(({ property, message }) => `${property}: ${message}`);
    };
    assert.deepEqual(withRound({}), []);
    assert.deepEqual(withRound({ sent: 4, isDisturbed: true }), []);
    assert.deepEqual(withRound({ sent: 4 }), ['C1: The last round of "home" took 4 keepalives; the formula gives 3.']);
  });
});
