/** The checks of the examples pass; an error seeded in a copy of them is found, by a shortest counterexample. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { unreachedFindings } from '../../../../language/src/simulation/explore/judgement/check-findings.ts';
import { findingPage } from '../../../../language/src/model/finding-codes.ts';
import type { ExploreLimits } from '../../../../language/src/simulation/explore/explore-limits.ts';
import { runs } from '../../../properties.ts';
import { type Explored, exploreText, replayed } from './explored.ts';

const read = (path: string): string => readFileSync(new URL(`../../../../language/${path}`, import.meta.url), 'utf8');
const example = (name: string): string => read(`examples/${name}.aft`);

/** Spoils a text; what is to be replaced must be there once. */
function spoilt(text: string, from: string, to: string): string {
  assert.equal(text.split(from).length, 2, from);
  return text.replace(from, to);
}

async function only(text: string, limits?: ExploreLimits): Promise<Explored> {
  const [first, ...rest] = await exploreText(text, limits);
  assert.deepEqual(rest, []);
  assert.ok(first);
  return first;
}

const left = ({ exploration }: Explored): string[] => exploration.unexplored.map(({ limit }) => limit);

describe('the check of the example', () => {
  it('kv-store holds in each of its combinations', async () => {
    const explored = await only(example('kv-store'));
    assert.equal(explored.verdict, 'passed');
    assert.deepEqual(explored.exploration.unexplored, []);
    assert.equal(explored.exploration.variants, 5 * 5);
  });

  it('machine holds in all runs', async () => {
    const explored = await only(example('machine'));
    assert.equal(explored.verdict, 'passed');
    assert.deepEqual(explored.exploration.unexplored, []);
  });

  it('boxes holds up to its horizon', async () => {
    const explored = await only(example('boxes'));
    assert.equal(explored.verdict, 'bounded');
    assert.deepEqual(left(explored), ['horizon']);
  });

  // The whole has nearly a million states, few enough only because steps are remembered: `npm run fuzz` explores it.
  const bounds: readonly (readonly [bound: number, states: number, transitions: number, reduces: boolean])[] = [
    [1, 145_975, 792_809, false],
    [1, 89_877, 384_077, true],
    [3, 849_440, 4_430_074, false],
    [3, 354_738, 1_535_894, true],
  ];
  for (const [bound, states, transitions, reduces] of bounds.slice(0, runs(2, 4)))
    it(`streams holds within a bound of ${bound}, whatever two faults there are${reduces ? ', in fewer states' : ''}`, async () => {
      const text = example('streams');
      const given = 'bound orders.current <= 3';
      assert.ok(text.includes(given));
      const explored = await only(text.replace(given, `bound orders.current <= ${bound}`), { reduces });
      assert.equal(explored.verdict, 'bounded');
      assert.deepEqual(left(explored), ['bound']);
      assert.equal(explored.exploration.states, states);
      assert.equal(explored.exploration.transitions, transitions);
    }).timeout(600_000);
});

describe('in a copy of the example', () => {
  it('kv-store, that the first disk is not lost with the file server is found false', async () => {
    const explored = await only(spoilt(example('kv-store'), 'or disk2 alive', 'or disk1 alive'));
    assert.equal(explored.verdict, 'failed');
    for (const { kind, counterexample } of explored.exploration.broken) {
      assert.equal(kind, 'expectation');
      assert.equal(counterexample.steps, 2);
    }
    assert.deepEqual([...new Set(replayed(explored).flat())], ['acted', 'judged']);
  });

  it('machine, one try too many is found: both deadlines pass, and the third is begun', async () => {
    const explored = await only(
      spoilt(example('machine'), 'always when attempt < tries do', 'always when attempt <= tries do'),
    );
    assert.equal(explored.verdict, 'failed');
    assert.equal(explored.exploration.broken[0]?.kind, 'never');
    // Begin and its arrival are the plain step; then both deadlines pass, before a request arrives.
    assert.deepEqual(replayed(explored), [['acted', 'due', 'due', 'due']]);
  });

  it('boxes, a period longer than the lease is found to free a box that a root reaches', async () => {
    const explored = await only(spoilt(example('boxes'), 'period: 8s', 'period: 25s'));
    assert.equal(explored.verdict, 'failed');
    assert.ok(explored.exploration.broken.length > 0);
    replayed(explored);
  });
});

describe('the page of', () => {
  it('check/unreached shows its finding alone, on the line that says so', async () => {
    const text = /```aftermath\n([^]*?)```/.exec(read(`docs/findings/${findingPage('check/unreached')}`))?.[1] ?? '';
    const { exploration, sources } = await only(text);
    const marked = text.split('\n').findIndex((line) => line.includes('// reported'));
    assert.deepEqual(
      unreachedFindings(exploration, sources).map(({ code, span }) => [code, span.start.line]),
      [['check/unreached', marked]],
    );
  });

  for (const code of ['check/broken', 'check/not-broken', 'check/not-all'] as const) {
    it(`${code} shows its finding alone, on the line that says so`, async () => {
      const text = /```aftermath\n([^]*?)```/.exec(read(`docs/findings/${findingPage(code)}`))?.[1] ?? '';
      const { findings } = await only(text);
      const marked = text.split('\n').findIndex((line) => line.includes('reported'));
      assert.deepEqual(
        findings.map((finding) => [finding.code, finding.span.start.line]),
        [[code, marked]],
      );
    });
  }
});
