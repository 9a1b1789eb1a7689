/** The bench itself: a contender that cannot run is reported, and tables say what was measured. */
import assert from 'node:assert/strict';
import { disagreement } from './agreement.ts';
import { duel } from './duel.ts';
import { median } from './stopwatch.ts';
import { suites } from './suites.ts';
import { countOf, formatTable, milliseconds } from './tables.ts';

const both = { suite: 'graph', names: ['aftermath', 'graphology'] };
const once = { rounds: 1 };

describe('a duel', () => {
  it('times each contender, and requires the same answers', async () => {
    const results = await duel(both, { shape: 'near', nodeCount: 500 }, once);
    assert.deepEqual([...results.keys()], both.names);
    const [ours, theirs] = [...results.values()];
    assert.ok(ours !== undefined && theirs !== undefined && !('failure' in ours) && !('failure' in theirs));
    assert.deepEqual(Object.keys(ours.times), ['build', 'components', 'reach']);
    assert.deepEqual(ours.answers, theirs.answers);
    assert.ok(ours.total > 0 && theirs.total > 0 && ours.peakMegabytes > 10);
  });

  it('ends if a contender is missing', async () => {
    await assert.rejects(duel({ ...both, names: ['aftermath', 'nobody'] }, { shape: 'near', nodeCount: 10 }, once), {
      message:
        'The contender "nobody" of the suite "graph" cannot run: Error: There is no contender "nobody" in the suite "graph".',
    });
  });

  it('ends if a contender fails, unless the failure is known', async () => {
    const chain = { shape: 'chain', nodeCount: 50_000 };
    await assert.rejects(duel(both, chain, once), /"graphology".* cannot run: RangeError: Maximum call stack/);
    const results = await duel(both, chain, { ...once, knownFailures: { graphology: /call stack/ } });
    assert.match(JSON.stringify(results.get('graphology')), /Maximum call stack/);
    assert.ok('times' in (results.get('aftermath') ?? {}));
  });

  it('ends if a contender does not answer in time', async () => {
    const input = { shape: 'near', nodeCount: 100_000 };
    await assert.rejects(
      duel({ ...both, names: ['graphology'] }, input, { ...once, patience: 0.1 }),
      /No answer after 0.1 s/,
    );
  });
});

describe('answers', () => {
  it('must be the same for all contenders, and in every run', () => {
    const said = (name: string, ...counts: number[]) => ({
      name,
      runs: counts.map((count) => ({ answers: { count } })),
    });
    assert.equal(disagreement([said('one', 3, 3), said('other', 3)]), undefined);
    assert.equal(disagreement([said('one', 3), said('other', 4)]), '"count" differs: one says 3, other says 4.');
    assert.equal(disagreement([said('one', 3, 5)]), '"count" differs: one says 3, one says 5.');
  });
});

describe('the tables of the bench', () => {
  it('align numbers to the right, under their columns', () => {
    const table = { title: 'Times', columns: ['', 'ms'], rows: [['long name', '5.00']], notes: ['A note.'] };
    assert.deepEqual(formatTable(table).split('\n'), [
      'Times',
      '',
      '             ms',
      '─────────  ────',
      'long name  5.00',
      '',
      'A note.',
    ]);
  });

  it('print times with significant digits only, and counts in full', () => {
    assert.deepEqual([0.1234, 12.34, 1234.5].map(milliseconds), ['0.12', '12.3', '1235']);
    assert.deepEqual([500, 1000, 100_000, 1_000_000].map(countOf), ['500', '1k', '100k', '1M']);
    assert.equal(median([5, 1, 3]), 3);
    assert.equal(median([4, 1, 3, 2]), 2);
  });
});

describe('the suites of the bench', () => {
  it('all load, each with a line that says what it measures', async () => {
    for (const load of Object.values(suites)) {
      const { summary, contenders } = await load();
      assert.ok(summary.length > 0 && Object.keys(contenders).length > 0);
    }
  });
});
