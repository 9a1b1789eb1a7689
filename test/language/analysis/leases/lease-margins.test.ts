/** The conditions on leases: just inside and just outside of each, and what a run does there. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { shortLease } from '../../../../language/src/analysis/leases/lease-margins.ts';
import { lowered, modelOfText } from '../../dsl/load-text.ts';
import { chainText, freedTimes, inMs, leaseText, playText } from '../../simulation/lease/lease-runs.ts';
import { runs } from '../../../properties.ts';

/** The condition that is not met, with what is needed in seconds, or `met`. */
async function judged(text: string): Promise<string> {
  const model = await modelOfText(text);
  const found = shortLease(model);
  if (found === undefined) return 'met';
  const box = found.condition === 'path' ? ` ${model.entities[found.box]?.name ?? ''}` : '';
  return `${found.condition}${box}: ${found.duration / 1000} ${found.needed / 1000}`;
}

describe('the condition', () => {
  it('"period" asks for a lease that is longer than a period, the defaults included', async () => {
    assert.equal(await judged('collector lease { }'), 'met');
    assert.equal(await judged('collector lease { duration: 6s }'), 'period: 6 6');
    assert.equal(await judged('collector lease { period: 20s }'), 'period: 20 20');
    assert.equal(await judged('collector lease { duration: 6001ms }'), 'met');
  });

  it('"path" adds up how much each hop may vary, by its own channel', async () => {
    const graph = `node x { pd main { refers y.a } }\nnode y { object a { refers z.b } }\nnode z { object b }\n`;
    const text = (fast: string, slow: string): string => `${graph}collector lease { period: 8s }
channel fast { delay: ${fast} }
channel slow { delay: ${slow}  between: [y, z] }`;
    assert.equal(await judged(text('5s', '1s..12s')), 'met');
    assert.equal(await judged(text('5s', '0s..12s')), 'path z.b: 20 20');
    assert.equal(await judged(text('1s..3s', '0s..10s')), 'path z.b: 20 20');
    assert.equal(await judged(text('0s..12s', '5s')), 'path y.a: 20 20');
  });

  it('"path" counts by how much clocks differ', async () => {
    const graph = (home: string, far: string): string =>
      `collector lease { period: 8s }\nnode x { clockRate: ${home}  pd main { refers y.a } }\nnode y { clockRate: ${far}  object a }`;
    assert.equal(await judged(graph('1', '2')), 'met');
    assert.equal(await judged(graph('1', '2.5')), 'path y.a: 8 8');
    assert.equal(await judged(graph('1/4', '1')), 'path y.a: 20 32');
  });

  it('"path" counts the wait for indexes on the way, up to the limit, and for deadlines the way itself', async () => {
    const text = (settings: string): string => leaseText({ period: 8, more: settings, delay: '1s' }) + chainText(4);
    assert.equal(await judged(text('index: 3900ms')), 'met');
    assert.equal(await judged(text('index: 4s')), 'path n3.b: 20 20');
    assert.equal(await judged(text('index: 9s  indexLimit: 1s')), 'met');
    assert.equal(await judged(text('index: 2700ms  forward: deadline')), 'path n3.b: 20 20.1');
  });

  it('"path" takes the best of several ways, and omits what a root on the same node holds', async () => {
    const text = (main: string, local: string): string => `channel net { delay: 0s..7s }
collector lease { period: 8s }
node x { pd main { refers ${main} } }
node y { object a { refers z.b } }
node z { object b { refers c }  object c ${local} }`;
    assert.equal(await judged(text('y.a', '')), 'path z.b: 20 22');
    assert.equal(await judged(text('y.a, z.b', '')), 'met');
    assert.equal(await judged(text('y.a', 'pd other { refers b }')), 'met');
    assert.equal(await judged(text('y.a', 'pd other { refers c }')), 'path z.b: 20 22');
  });

  it('"hand-over" is required only if something is handed over', async () => {
    const text = (more: string): string => `channel net { delay: 1s }
collector lease { period: 19s }
node x { object box  pd main { refers box } }
node y { pd other }
${more}`;
    const event =
      'machine M for pd { initial state A { after 1s do { send E(THING) to y.other } -> B } final state B }';
    assert.equal(await judged(text('')), 'met');
    assert.equal(await judged(text('scenario "s" { move x.main to y }')), 'hand-over: 20 20');
    assert.equal(await judged(text(`event E(n: int)\n${event.replace('THING', '1')}`)), 'met');
    const sent = event.replace('THING', 'none');
    assert.equal(await judged(text(`event E(box: object)\n${sent}`)), 'hand-over: 20 20');
    assert.equal(
      await judged(text(`event E(boxes: set<object>)\n${event.replace('THING', '[]')}`)),
      'hand-over: 20 20',
    );
    const once = text('scenario "s" { move x.main to y }').replace('period: 19s', 'period: 9400ms');
    assert.equal(await judged(once), 'met');
    assert.equal(await judged(once.replace('9400ms', '9500ms  handover: false')), 'hand-over: 20 20');
  });

  it('is judged of values that are known before a run, computed or not', async () => {
    assert.equal(shortLease(await modelOfText('node x { object a }')), undefined);
    assert.equal(
      await judged('collector lease { duration: 2 * 3s }'),
      await judged('collector lease { duration: 6s }'),
    );
    const graph = 'node x { pd main { refers y.a } }\nnode y { object a }\n';
    const net = (delay: string): string => `${graph}channel net { delay: ${delay} }\ncollector lease { }`;
    assert.notEqual(await judged(net('0s..18s')), 'met');
    assert.equal(await judged(net('0s..2 * 9s')), await judged(net('0s..18s')));
    const running = 'machine M for pd { var v: duration = 18s  initial state A }\npd p runs M\n';
    assert.equal(await judged(`${running}${net('0s..p.v')}`), 'met');
  });
});

describe('a model that meets the conditions', () => {
  it('never frees a box that is needed, however long each keepalive takes', async () => {
    const models = fc.record({
      boxes: fc.integer({ min: 1, max: 4 }),
      edges: fc.uniqueArray(fc.tuple(fc.nat(3), fc.nat(3)), { selector: String, maxLength: 6 }),
      period: fc.integer({ min: 2, max: 19 }),
      most: fc.integer({ min: 0, max: 8 }),
      seed: fc.nat(1000),
    });
    let met = 0;
    await fc.assert(
      fc.asyncProperty(models, async ({ boxes, edges, period, most, seed }) => {
        const nodes = Array.from({ length: boxes }, (_, box) => {
          const to = edges.flatMap(([from, target]) => (from === box && target < boxes ? [`n${target}.b`] : []));
          return `node n${box} { object b { ${to.length === 0 ? '' : `refers ${to.join(', ')}`} } }`;
        });
        const text = `${leaseText({ period, delay: `0s..${inMs(most)}`, sweep: 0.5 }).replace('loss: 0', 'ordered: false')}
node home { pd main { refers n0.b } }
${nodes.join('\n')}
scenario "this" { run 120s }`;
        if (shortLease(await lowered(text)) !== undefined) return;
        met += 1;
        const { broken } = await playText(text, { judges: true, draw: { pick: picks(seed) } });
        assert.deepEqual(
          broken.filter(({ property }) => property === 'S1' || property === 'S2'),
          [],
          text,
        );
      }),
      { numRuns: runs(10, 600) },
    );
    assert.ok(met > runs(2, 100), String(met));
  });

  it('is not reported too early: outside of "path", a chain with slower and slower keepalives loses its end', async () => {
    const text = (jitter: number): string =>
      leaseText({ delay: `100ms..${inMs(0.1 + jitter)}`, sweep: 0.05 }) + chainText(4);
    for (const [jitter, isMet] of [
      [2.9, true],
      [3.1, false],
    ] as const) {
      assert.equal((await judged(text(jitter))) === 'met', isMet);
      // The first rounds are as fast as can be, the later ones as slow.
      let picked = 0;
      const draw = { pick: (count: number) => (picked++ < 4 ? 0 : count - 1) };
      const { run } = await playText(`${text(jitter)}scenario "this" { run 60s }`, { draw });
      assert.equal(Object.keys(freedTimes(run)).length === 0, isMet);
    }
  });
});

/** The least or the most each time, as chance has it: what is worst for leases. */
function picks(seed: number): (count: number) => number {
  let state = seed + 1;
  return (count) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % 2 === 0 ? 0 : count - 1;
  };
}
