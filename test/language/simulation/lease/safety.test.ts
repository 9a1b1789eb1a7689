/** The conditions under which needed boxes stay alive: just inside and just outside of each limit. */
import assert from 'node:assert/strict';
import type { Draw } from '../../../../language/src/simulation/kernel/draw.ts';
import { chainText, freedTimes, inMs, leaseText, type LeaseText, namesOf, playText } from './lease-runs.ts';

/** Returns the boxes that were freed in a run, and what explains the first. */
async function freedIn(settings: LeaseText, graph: string, steps: string, draw?: Draw) {
  const text = `${leaseText({ sweep: 0.05, ...settings })}${graph}\nscenario "this" { ${steps} }`;
  const { run, broken, failures } = await playText(text, { judges: true, ...(draw === undefined ? {} : { draw }) });
  assert.deepEqual(failures, []);
  const cause = broken.find(({ property }) => property === 'S1')?.cause;
  return { freed: Object.keys(freedTimes(run)), broken: namesOf(broken), cause };
}

const slower = (seconds: number): string => `run 1s  set net.delay = ${inMs(0.1 + seconds)}  run 60s`;

describe('a box that a root reaches', () => {
  for (const [hops, jitter, isSafe] of [
    [4, 2.9, true],
    [4, 3.1, false],
    [8, 1.4, true],
    [8, 1.6, false],
  ] as const) {
    it(`${isSafe ? 'lives' : 'is freed'} at ${hops} hops when each takes ${jitter}s longer from now on`, async () => {
      const { freed, broken, cause } = await freedIn({}, chainText(hops), slower(jitter));
      if (isSafe) {
        assert.deepEqual([freed, broken], [[], []]);
        return;
      }
      assert.equal(freed.at(-1), `n${hops - 1}.b`);
      assert.ok(broken.includes('S1'));
      assert.equal(cause, 'a lease is shorter than a period plus the delays of the path');
    });
  }

  it('dies farthest from the root first when delays grow', async () => {
    const { freed } = await freedIn({}, chainText(8), 'run 1s  set net.delay = 1700ms  run 27s');
    assert.deepEqual(freed, ['n7.b']);
  });

  it('survives one lost round if the lease lasts for two periods, and not otherwise', async () => {
    const lost = (period: number): string =>
      `at ${inMs(period - 0.5)} set net.loss = 1  run 1s  set net.loss = 0  run 60s`;
    assert.deepEqual((await freedIn({ period: 9.5 }, chainText(2), lost(9.5))).freed, []);
    const { freed, cause } = await freedIn({ period: 10.5 }, chainText(2), lost(10.5));
    assert.deepEqual(freed, ['n0.b', 'n1.b']);
    assert.equal(cause, 'keepalives were lost');
  });

  it('survives that its path gets longer only as far as the lease covers the difference', async () => {
    // 8 s + h2 * 3 s - 1 * 3 s against 20 s.
    const run = async (hops: number) => {
      const last = `n${hops - 1}.b`;
      const between = Array.from({ length: hops - 2 }, (_, index) => `n${index + 1}.b`);
      const graph = between
        .reduce(
          (text, box) => text.replace(`node ${box.slice(0, -2)} { object`, `node ${box.slice(0, -2)} { absent object`),
          chainText(hops),
        )
        .replace('refers n0.b }', `refers n0.b, ${last} }`);
      const switching = between
        .reverse()
        .map((box) => `create ${box}`)
        .join('  ');
      const steps = `at 11500ms ${switching}  link n0.b refers n1.b  unlink home.main refers ${last}  run 60s`;
      return freedIn({ delay: '3s' }, graph, steps);
    };
    assert.deepEqual((await run(4)).freed, []);
    assert.deepEqual((await run(6)).freed, ['n5.b']);
  });

  for (const [period, handover, isSafe] of [
    [18.9, true, true],
    [19.5, true, false],
    [9, false, true],
    [12, false, false],
  ] as const) {
    it(`${isSafe ? 'lives' : 'is freed'} when its root moves ${handover ? 'and sends once more' : 'without sending once more'}, with ${period}s between ticks`, async () => {
      // The move ends just before the next tick of x and just after one of y.
      const graph = `node x { object q  pd main { refers q } }\nnode y { phase: ${inMs(period - 0.2)} }`;
      const { freed, cause } = await freedIn(
        { period, delay: '1s', more: `handover: ${handover}` },
        graph,
        `at ${inMs(period - 1.1)} move x.main to y  run 60s`,
      );
      assert.deepEqual(freed, isSafe ? [] : ['x.q']);
      assert.equal(cause?.startsWith('a lease is shorter than'), isSafe ? undefined : true);
    });
  }

  it('is freed by an interruption longer than the lease, and not by one within its margin', async () => {
    const apart = (seconds: number): string =>
      `at 7s set net.loss = 1  run ${inMs(seconds)}  set net.loss = 0  run 60s`;
    assert.deepEqual((await freedIn({}, chainText(3), apart(8.5))).freed, []);
    assert.deepEqual((await freedIn({}, chainText(3), apart(21.5))).freed, ['n0.b', 'n1.b', 'n2.b']);
  });

  it('is freed after a long pause of its root or of its owner, and not after a short one', async () => {
    const pause = (node: string, seconds: number): string =>
      `at 7s set ${node}.paused = true  run ${inMs(seconds)}  set ${node}.paused = false  run 60s`;
    for (const node of ['home', 'n0']) {
      assert.deepEqual((await freedIn({}, chainText(2), pause(node, 10))).freed, []);
      const { freed, cause } = await freedIn({}, chainText(2), pause(node, 25));
      assert.deepEqual(freed, ['n0.b', 'n1.b']);
      assert.equal(cause, 'a node was paused for too long');
    }
  });

  it('loses its margin to a slow clock of the root and to a fast one of the owner', async () => {
    const clocks = (home: string, owner: string): string =>
      chainText(1)
        .replace('node home {', `node home { clockRate: ${home} `)
        .replace('node n0 {', `node n0 { clockRate: ${owner} `);
    assert.deepEqual((await freedIn({}, clocks('1/2', '1'), 'run 90s')).freed, []);
    assert.deepEqual((await freedIn({}, clocks('1', '2'), 'run 90s')).freed, []);
    const { freed, cause } = await freedIn({}, clocks('2/3', '2'), 'run 90s');
    assert.deepEqual(freed, ['n0.b']);
    assert.equal(cause, 'clocks run at different rates');
  });

  it('is never missed while it is moved to and fro between two boxes of one node', async () => {
    const text = `machine Shuttle for pd {
  param first: object
  param second: object
  initial state First {
    after 700ms do { unlink first refers y.z  link second refers y.z } -> Second
  }
  state Second {
    after 700ms do { unlink second refers y.z  link first refers y.z } -> First
  }
}
node x {
  object a { refers y.z }
  object b
  pd main { refers a, b }
  pd shuttle runs Shuttle { first: a  second: b }
}
node y { object z }`;
    const { freed, broken } = await freedIn({ period: 7.3 }, text, 'run 120s');
    assert.deepEqual([freed, broken], [[], []]);
  });

  it('is rightly freed when a node on its only path crashes', async () => {
    const { freed, broken } = await freedIn({}, chainText(3), 'at 9s crash n0  run 30s  expect n0.b destroyed');
    assert.deepEqual(freed, ['n1.b', 'n2.b']);
    assert.deepEqual(broken, []);
  });
});
