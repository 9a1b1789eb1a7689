/** What a check watches for by name is found by a shortest run, and is not found where it does not come about. */
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
  it('a deadlock finds where nothing leads on, unless every machine is meant to stay', async () => {
    const stuck = 'deadlock 1: Nothing more can happen, and "taker" stays in "Off".';
    assert.deepEqual(await broken('watch: [deadlock]  may send Go to giver up to 1'), [stuck]);
    const both = 'may send Go to giver up to 1  may send Go to taker up to 1';
    const worn = stuck.replace('1', '4').replace('Off', 'Worn');
    assert.deepEqual(await broken(`watch: [deadlock]  ${both}`), [worn]);
    const meant = machines.replace('state Worn', 'final state Worn');
    assert.deepEqual(await broken(`watch: [deadlock]  ${both}`, meant), []);
    assert.deepEqual(await broken('watch: [deadlock]  may send Go to giver', machines.split('pd taker')[0]), []);
  });

  it('unhandled events finds the step in which one is dropped, and none that is ignored', async () => {
    const both = 'may send Go to giver up to 1  may send Go to taker up to 1';
    const dropped = '"Stop" reaches "giver", and "Giver" neither takes nor ignores it there.';
    assert.deepEqual(await broken(`watch: [unhandled]  ${both}`), [`unhandled 3: ${dropped}`]);
    assert.deepEqual(await broken('watch: [unhandled]  may send Go to taker up to 1'), []);
  });

  it('the order of ends finds an owner that goes first', async () => {
    const owners = `policy usual { }
policy turned { conflict: dependency }
root object o { owns part }
object part { destroyed after o }
`;
    const message = 'It can come about that any owner in objects: (any part in owner.owned: (owner before part)).';
    const ending = (policy: string): string => `watch: [teardown]  may destroy o under ${policy} up to 1`;
    assert.deepEqual(await broken(ending('usual'), owners), []);
    assert.deepEqual(await broken(ending('turned'), owners), [`never 1: ${message}`]);
  });

  it('checkpoints finds counts of a region that are wrong', async () => {
    const region = `import "std/consistent-region"
pd source runs ProcessingElement { }
region orders runs ConsistentRegion { contains source  trigger: periodic  period: 30s }
`;
    const found = await broken('watch: [checkpoints]  set orders.lastCompleted = 7', region);
    assert.deepEqual(found, ['always 1: It does not always hold that orders.lastCompleted < orders.current.']);
    const calm = 'watch: [checkpoints]  bound orders.current <= 2';
    assert.deepEqual(await broken(calm, region), []);
  });
});
