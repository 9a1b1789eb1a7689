/** Findings that a check watches for by name are found by a shortest run, and only if they occur. */
import assert from 'node:assert/strict';
import { exploreText, replayed } from './explored.ts';

const machines = `event Go
event Stop
machine Giver for pd { initial state Idle { on Go -> Done  on Stop }  final state Done { } }
machine Taker for pd { initial state Off { on Go do { send Stop to giver } -> On }  state On { after 1s -> Worn }  state Worn { } }
pd giver runs Giver
pd taker runs Taker
`;

async function broken(members: string, text = machines): Promise<string[]> {
  const [explored] = await exploreText(`${text}check "it" { ${members} }`);
  assert.ok(explored);
  replayed(explored);
  return explored.exploration.broken.map(
    ({ kind, message, counterexample: { steps } }) => `${kind} ${String(steps)}: ${message}`,
  );
}

describe('a check that watches for', () => {
  it('a deadlock finds a dead end, unless every machine is in a final state', async () => {
    const stuck = 'deadlock 1: Nothing more can happen, and "taker" stays in "Off".';
    assert.deepEqual(await broken('watch: [deadlock]  may send Go to giver up to 1'), [stuck]);
    const both = 'may send Go to giver up to 1  may send Go to taker up to 1';
    const worn = stuck.replace('1', '4').replace('Off', 'Worn');
    assert.deepEqual(await broken(`watch: [deadlock]  ${both}`), [worn]);
    const meant = machines.replace('state Worn', 'final state Worn');
    assert.deepEqual(await broken(`watch: [deadlock]  ${both}`, meant), []);
    assert.deepEqual(await broken('watch: [deadlock]  may send Go to giver', machines.split('pd taker')[0]), []);
    // All that are stuck are named.
    const three = `${machines}pd another runs Taker\npd third runs Giver\n`;
    assert.deepEqual(await broken('watch: [deadlock]  send Go to giver', three), [
      'deadlock 2: Nothing more can happen, and "taker" stays in "Off", "another" in "Off" and "third" in "Idle".',
    ]);
  });

  it('unhandled events finds the step in which one is dropped, and none that is ignored', async () => {
    const both = 'may send Go to giver up to 1  may send Go to taker up to 1';
    const dropped = '"Stop" reaches "giver", and "Giver" neither takes nor ignores it there.';
    assert.deepEqual(await broken(`watch: [unhandled]  ${both}`), [`unhandled 3: ${dropped}`]);
    assert.deepEqual(await broken('watch: [unhandled]  may send Go to taker up to 1'), []);
  });

  it('unhandled events finds one that is dropped at the start, before any step', async () => {
    const raising = `event Late
machine Raiser for pd { initial state Up { enter { raise Late } } }
machine Other for pd { initial state Up { on Late } }
pd raiser runs Raiser
pd other runs Other
`;
    const dropped = 'unhandled 0: "Late" reaches "raiser", and "Raiser" neither takes nor ignores it there.';
    for (const members of ['', 'send Late to other', 'may send Late to other', 'clock: exact  fault crash'])
      assert.deepEqual(await broken(`watch: [unhandled]  ${members}`, raising), [dropped]);
  });

  it('the order of ends finds an owner that is destroyed first', async () => {
    const owners = `policy usual { }
policy turned { conflict: dependency }
root object o { owns part }
object part { destroyed after o }
`;
    const message = '"any owner in objects: (any part in owner.owned: (owner before part))" can become true.';
    const ending = (policy: string): string => `watch: [teardown]  may destroy o under ${policy} up to 1`;
    assert.deepEqual(await broken(ending('usual'), owners), []);
    assert.deepEqual(await broken(ending('turned'), owners), [`never 1: ${message}`]);
  });

  it('properties of keepalive collection judges those that it names, and without any those of safety', async () => {
    const early = `channel net { delay: 1s }
collector lease { duration: 4s  period: 6s  sweep: 1s }
node x { object box }
node y { pd main { refers x.box } }
`;
    const freed = `built-in 12: S1: "x.box" was freed at 5s although a root reached it. Cause: the period is not shorter than the lease.`;
    assert.deepEqual(await broken('clock: exact  horizon: 9s', early), [freed]);
    assert.deepEqual(await broken('clock: exact  horizon: 9s  watch: [S1, S2]', early), [freed]);
    assert.deepEqual(await broken('clock: exact  horizon: 9s  watch: [S3, S4, S5]', early), []);
    const reached = 'built-in 18: S2: A keepalive reached "x.box" after it was freed.';
    assert.deepEqual(await broken('clock: exact  horizon: 9s  watch: [S2, S3, S4, S5]', early), [reached]);
    assert.deepEqual(await broken('clock: exact  horizon: 6s  watch: [S2]', early), []);
    // Without times every lease may run out first, so only what is named is judged.
    const sound = early.replace('period: 6s', 'period: 1s');
    assert.deepEqual(await broken('clock: any  horizon: 1s', sound), []);
    assert.match(String(await broken('clock: any  horizon: 9s  watch: [S1]', sound)), /S1: "x\.box" was freed/);
    assert.deepEqual(await broken('clock: exact  horizon: 9s  watch: [S1]', sound), []);
  });

  it('properties of keepalive collection about the past makes states record it', async () => {
    const circle = (origin: string): string => `channel net { delay: 1s }
collector lease { duration: 4s  period: 2s  sweep: 1s  origin: ${origin} }
node x { object first { refers y.second }  pd last { refers first } }
node y { object second { refers x.first } }
`;
    const members = (name: string): string => `destroy x.last  clock: exact  horizon: 12s  watch: [${name}]`;
    const because = 'Cause: keepalives begin at all references, so garbage keeps itself alive.';
    const left = 'No root has reached "x.first" since 0s; it should have been freed by 7s.';
    assert.deepEqual(await broken(members('L1'), circle('references')), [`built-in 46: L1: ${left} ${because}`]);
    const goesOn = 'A keepalive for "y.second" is under way although no root has reached it since 0s.';
    assert.deepEqual(await broken(members('L2'), circle('references')), [`built-in 22: L2: ${goesOn} ${because}`]);
    for (const name of ['L1', 'L2']) assert.deepEqual(await broken(members(name), circle('roots')), []);
    // Rounds go as the formula says; that they are known at all, more states show.
    const statesOf = async (name: string): Promise<number> => {
      const [explored] = await exploreText(`${circle('roots')}check "it" { ${members(name)} }`);
      assert.deepEqual(explored?.exploration.broken, []);
      return explored.exploration.states;
    };
    assert.ok((await statesOf('C1')) >= (await statesOf('S1')));
  });

  it('checkpoints finds counts of a region that are wrong', async () => {
    const region = `import "std/consistent-region"
pd source runs ProcessingElement { }
region orders runs ConsistentRegion { contains source  trigger: periodic  period: 30s }
`;
    const found = await broken('watch: [checkpoints]  set orders.lastCompleted = 7', region);
    assert.deepEqual(found, ['always 1: "orders.lastCompleted < orders.current" can become false.']);
    const calm = 'watch: [checkpoints]  bound orders.current <= 2';
    assert.deepEqual(await broken(calm, region), []);
  });
});
