/** The time until garbage is freed, cycles over many nodes included, and what keeps it forever. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { runs } from '../../../properties.ts';
import { chainText, freedTimes, leaseText, namesOf, playText } from './lease-runs.ts';

const example = await readFile(new URL('../../../../language/examples/keepalive.aft', import.meta.url), 'utf8');
const program = example.slice(0, example.indexOf('scenario'));

describe('a ring of boxes that has lost its root', () => {
  for (const [boxes, delay, bound] of [
    [2, '100ms', 20.2],
    [2, '1s', 22],
    [8, '100ms', 20.8],
    [8, '1s', 28],
    [16, '100ms', 21.6],
    [16, '1s', 36],
  ] as const) {
    // The longest of the three takes as long as all else here; eight boxes show the rule, sixteen are for "npm run fuzz".
    if (boxes > runs(4, 16)) continue;
    it(`of ${boxes} boxes is freed ${bound}s after the last tick at ${delay} a hop`, async () => {
      const text = `${leaseText({ sweep: 0.01, delay })}${chainText(boxes, true)}
scenario "this" { run 8s  destroy home.main  run 50s }`;
      const { run, broken, failures } = await playText(text, { judges: true });
      const times = Object.values(freedTimes(run));
      assert.deepEqual(failures, []);
      assert.equal(times.length, boxes);
      assert.equal(Math.max(...times), 8 + bound);
      assert.deepEqual(broken, []);
    });
  }

  for (const forward of ['sequence', 'deadline']) {
    it(`is also freed when keepalives are recognized by ${forward}`, async () => {
      const text = `${leaseText({ more: `forward: ${forward}` })}${chainText(4, true)}
scenario "this" { run 8s  destroy home.main  run 25s  expect n0.b, n1.b, n2.b, n3.b destroyed }`;
      const { failures, broken } = await playText(text, { judges: true });
      assert.deepEqual(failures, []);
      assert.deepEqual(broken, []);
    });
  }
});

describe('garbage', () => {
  it('lives forever when keepalives begin at all references', async () => {
    const text = `${program.replace('sweep: 1s', 'sweep: 1s  origin: references')}
scenario "this" { at 60s destroy x.main, y.sleeper  at 600s expect x.q, x.r, y.s, y.t alive }`;
    const { failures, broken, run } = await playText(text, { judges: true });
    assert.deepEqual(failures, []);
    assert.equal(run.state.leases?.tally.counts?.travelled, 1524);
    assert.deepEqual(namesOf(broken), ['L1', 'L2']);
    const [first] = broken;
    assert.equal(first?.cause, 'keepalives begin at all references, so garbage keeps itself alive');
  });

  const busy = (more: string): string => `${leaseText({ more })}
machine Busy for object {
  var content: object = none
  initial state Changing {
    after 1600ms do { content := if content == none then x.idle else none } -> Changing
  }
}
node x {
  phase: 500ms
  pd main { refers busy, idle }
  object busy runs Busy
  object idle
  object g1 { refers y.g2 }
}
node y { object g2 { refers x.g1 } }
scenario "this" { run 600s }`;

  it('lives forever beside a box that changes faster than it is indexed', async () => {
    const { run, broken } = await playText(busy('index: 3s  indexLimit: 500ms'), { judges: true });
    assert.deepEqual(freedTimes(run), {});
    assert.ok((run.state.leases?.tally.counts?.fallbacks ?? 0) >= 75);
    const leak = broken.find(({ property }) => property === 'L1');
    assert.equal(leak?.cause, 'keepalives went along all references of a node because an index was late');
  });

  it('is freed beside it when indexes are in time', async () => {
    const { run, broken } = await playText(busy(''), { judges: true });
    assert.deepEqual(freedTimes(run), { 'x.g1': 20, 'y.g2': 20 });
    assert.deepEqual(broken, []);
  });

  it('is kept by an object that the text marks as a root, and not by one on no node that nothing keeps', async () => {
    const text = `${leaseText({})}
object durable { refers x.a }
node x {
  object a
  object b
  root object log { refers b }
}
scenario "this" { run 60s }`;
    const { run, broken } = await playText(text, { judges: true });
    assert.deepEqual(freedTimes(run), { 'x.a': 20 });
    assert.deepEqual(broken, []);
  });
});
