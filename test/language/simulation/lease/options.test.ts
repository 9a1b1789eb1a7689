/** The options of a collector: enter boxes at their first transfer, send indexes with them, wait for indexes. */
import assert from 'node:assert/strict';
import type { Run } from '../../../../language/src/simulation/kernel/run.ts';
import { freedTimes, goOn, leaseText, playText, runUntil } from './lease-runs.ts';

const leaseOf = ({ state, program }: Run, name: string): number | undefined =>
  state.leases?.boxes.get(program.model.entities.find((each) => each.name === name)?.id ?? -1)?.until;

describe('boxes that are entered at their first transfer', () => {
  const more = 'enter: transferred';

  it('have no lease before, and are freed by the first sweep that finds them unused', async () => {
    const text = `${leaseText({ more })}node x { object unused  object used { refers inner }  object inner  pd main { refers used } }`;
    const run = await runUntil(text, 0);
    goOn(run, 30);
    assert.deepEqual(freedTimes(run), { 'x.unused': 1 });
    assert.equal(leaseOf(run, 'x.used'), 0);
  });

  it('have a lease from the moment on in which another node refers to them', async () => {
    const text = `${leaseText({ more })}node x { object q  pd main { refers q } }
node y { phase: 1s  object elsewhere { refers x.r } }
node z { pd other { refers y.elsewhere } }
machine Mover for pd { initial state Here { after 3s do { move x.main to y } } }
node w { pd mover runs Mover }`;
    const withR = text.replace('node x { object q', 'node x { object r  object q');
    const run = await runUntil(withR, 0);
    assert.equal(leaseOf(run, 'x.r'), 20_000_000);
    assert.equal(leaseOf(run, 'x.q'), 0);
    goOn(run, 3);
    assert.equal(leaseOf(run, 'x.q'), 23_000_000);
    goOn(run, 60);
    assert.deepEqual(freedTimes(run), {});
  });

  it('are those created after a scenario has set it, and not those before', async () => {
    const text = `${leaseText({})}node x { object before  absent object after }
scenario "this" {
  set lease.enter = transferred
  create x.after
  at 19999ms expect x.before alive
  expect x.after destroyed
  run 1ms
  expect x.before destroyed
}`;
    const { run, failures } = await playText(text);
    assert.deepEqual([failures, freedTimes(run)], [[], { 'x.before': 20, 'x.after': 1 }]);
  });
});

const boxes = `event Put(value: object)
machine Box for object {
  var content: object = none
  initial state Holding { on Put(value) do { content := value } }
}
machine Putter for pd {
  var value: object = none
  initial state Idle {
    enter { value := y.v }
    after 7900ms do { send Put(value) to x.b } -> Done
  }
  final state Done { }
}
node x { object b runs Box  pd main { refers b } }
node y { object v  pd putter runs Putter }
`;

describe('an index', () => {
  it('is taken over with a value if it is sent along, and made again otherwise', async () => {
    const fallbacks = async (isSent: boolean): Promise<number | undefined> => {
      const more = `index: 3s  indexLimit: 1s  sendIndex: ${isSent}`;
      const run = await runUntil(leaseText({ more, delay: '10ms' }) + boxes, 7.85);
      const before = run.state.leases?.tally.counts?.fallbacks ?? 0;
      goOn(run, 9.05);
      return (run.state.leases?.tally.counts?.fallbacks ?? 0) - before;
    };
    assert.equal(await fallbacks(true), 0);
    assert.equal(await fallbacks(false), 1);
  });

  it('that is ready in time only delays what follows from it', async () => {
    const text = `${leaseText({ more: 'index: 500ms  indexLimit: 1s' })}node home { pd main { refers x.a } }
node x { object a { refers y.b } }
node y { object b }
scenario "this" { run 17s }`;
    const { heard, run } = await playText(text);
    const leased = heard.flatMap(({ at, effect }) =>
      effect.kind === 'leased' ? [`${at} ${run.program.model.entities[effect.entity]?.name ?? ''}`] : [],
    );
    // Only the first round waits: the content of a box that does not change stays indexed.
    assert.deepEqual(leased, ['0.1 x.a', '0.7 y.b', '8.1 x.a', '8.2 y.b', '16.1 x.a', '16.2 y.b']);
    assert.equal(run.state.leases?.tally.counts?.fallbacks, 0);
  });

  it('is awaited without end if there is no limit, and then read again if the content has changed', async () => {
    const text = `${leaseText({ more: 'index: 3s', delay: '10ms' })}${boxes}
scenario "this" { run 13s }`;
    const { heard, run } = await playText(text);
    const leased = heard.flatMap(({ at, effect }) =>
      effect.kind === 'leased' && run.program.model.entities[effect.entity]?.name === 'y.v' ? [at] : [],
    );
    // By its own root at 0 s, once more at 7.91 s, by both nodes in the round at 8 s.
    assert.deepEqual(leased, [0, 7.91, 8, 11.01]);
    assert.equal(run.state.leases?.tally.counts?.fallbacks, 0);
  });
});
