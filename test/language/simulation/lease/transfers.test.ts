/** Events around transfers: PDs that move, and messages that name boxes. */
import assert from 'node:assert/strict';
import { isAlive } from '../../../../language/src/simulation/kernel/graph-now.ts';
import { namedByRoots } from '../../../../language/src/simulation/kernel/lease/references.ts';
import type { Run } from '../../../../language/src/simulation/kernel/run.ts';
import {
  environmentOf,
  makeMove,
  movesOf,
  nothingSpent,
} from '../../../../language/src/simulation/play/environment.ts';
import { freedTimes, type Heard, leaseText, namesOf, playText, runUntil } from './lease-runs.ts';

const idOf = ({ program }: Run, name: string): number =>
  program.model.entities.find((each) => each.name === name)?.id ?? -1;

const nodeNameOf = (run: Run, name: string): string | undefined =>
  run.program.model.entities[run.state.places.get(idOf(run, name)) ?? -1]?.name;

const loggedIn = (heard: readonly Heard[]): string[] =>
  heard.flatMap(({ at, effect }) => (effect.kind === 'logged' ? [`${at} ${effect.text}`] : []));

const oneMove = `${leaseText({ delay: '2s' })}
node x { object q  pd main { refers q } }
node y { }
`;

const scenario = (steps: string): string => `scenario "this" { ${steps} }`;

describe('a PD that moves', () => {
  it('is where it was, and a root there, until it arrives', async () => {
    const { run } = await playText(oneMove + scenario('at 3s move x.main to y  run 1999ms'));
    assert.equal(nodeNameOf(run, 'x.main'), undefined);
    assert.deepEqual(namedByRoots(run, idOf(run, 'x')), [idOf(run, 'x.q')]);
    const { run: later } = await playText(oneMove + scenario('at 3s move x.main to y  run 2s'));
    assert.equal(nodeNameOf(later, 'x.main'), 'y');
    assert.deepEqual(namedByRoots(later, idOf(later, 'x')), []);
    assert.deepEqual(later.state.leases?.remote.get(idOf(later, 'y')), new Set([idOf(later, 'x.q')]));
    assert.deepEqual(later.state.leases.transfers, []);
  });

  it('makes the node it came from renew its boxes once more', async () => {
    const once = await playText(oneMove + scenario('at 3s move x.main to y  run 3s'));
    assert.equal(once.run.state.leases?.boxes.get(idOf(once.run, 'x.q'))?.until, 25_000_000);
    const never = await playText(oneMove + scenario('set lease.handover = false  at 3s move x.main to y  run 3s'));
    assert.equal(never.run.state.leases?.boxes.get(idOf(never.run, 'x.q'))?.until, 20_000_000);
  });

  it('stays where it was when its connection is interrupted', async () => {
    const { run, heard } = await playText(oneMove + scenario('set net.loss = 1  move x.main to y  run 30s'));
    assert.equal(nodeNameOf(run, 'x.main'), undefined);
    assert.deepEqual(freedTimes(run), {});
    assert.ok(
      heard.some(
        ({ effect }) => effect.kind === 'remarked' && effect.remark.message.includes('its move to "y" was interrupted'),
      ),
    );
  });

  it('stays where it was when the other node has crashed meanwhile', async () => {
    const { run } = await playText(oneMove + scenario('move x.main to y  run 1s  crash y  run 30s'));
    assert.equal(nodeNameOf(run, 'x.main'), undefined);
    assert.ok(isAlive(run.state, idOf(run, 'x.main')));
    assert.deepEqual(freedTimes(run), {});
  });

  it('is refused a second move before it has arrived', async () => {
    const { heard, run } = await playText(oneMove + scenario('move x.main to y  run 1s  move x.main to x  run 5s'));
    assert.equal(nodeNameOf(run, 'x.main'), 'y');
    assert.ok(
      heard.some(({ effect }) => effect.kind === 'remarked' && effect.remark.message.includes('already on its way')),
    );
  });

  it('is suspended in transit: timers and messages wait for its arrival', async () => {
    const text = `event Ping
machine Traveller for pd {
  initial state Here {
    on Ping do { log "pinged" }
    after 1s do { log "timer" }
  }
}
${leaseText({ delay: '2s' })}
node x { pd main runs Traveller }
node y { }
scenario "this" { move x.main to y  run 500ms  send Ping to x.main  run 5s }`;
    const { heard } = await playText(text);
    assert.deepEqual(loggedIn(heard), ['2 pinged', '2 timer']);
  });

  it('moves at once if no channel says otherwise', async () => {
    const { run } = await playText(oneMove.replace(/channel.*/, '') + scenario('move x.main to y'));
    assert.equal(nodeNameOf(run, 'x.main'), 'y');
  });
});

const mail = `event Carry(box: object)
machine Sender for pd {
  param to: pd
  var box: object = none
  initial state Holding {
    enter { box := x.q }
    after 7s do { send Carry(box) to to  box := none } -> Done
  }
  final state Done { }
}
machine Receiver for pd {
  var box: object = none
  initial state Waiting {
    on Carry(b) do { box := b }
  }
}
node x { object q  pd from runs Sender { to: y.to } }
node y { phase: 5s  pd to runs Receiver }
`;

describe('a message that names boxes', () => {
  it('makes its sender keep them until it arrives, and renews their leases then', async () => {
    const run = await runUntil(leaseText({ delay: '10s', sweep: 0.1 }) + mail, 16.9);
    assert.deepEqual(namedByRoots(run, idOf(run, 'x')), [idOf(run, 'x.q')]);
    // The tick of x at 16 s counts, for the message is under way until 17 s.
    assert.equal(run.state.leases?.boxes.get(idOf(run, 'x.q'))?.until, 36_000_000);
    const later = await runUntil(leaseText({ delay: '10s', sweep: 0.1 }) + mail, 17);
    assert.deepEqual(namedByRoots(later, idOf(later, 'x')), []);
    assert.equal(later.state.leases?.boxes.get(idOf(later, 'x.q'))?.until, 37_000_000);
    assert.deepEqual(later.state.leases.remote.get(idOf(later, 'y')), new Set([idOf(later, 'x.q')]));
  });

  it('keeps all properties though leases are short', async () => {
    const text = `${leaseText({ duration: 12, delay: '1s', sweep: 0.1 })}${mail}scenario "this" { run 100s }`;
    const { run, broken } = await playText(text, { judges: true });
    assert.deepEqual(freedTimes(run), {});
    assert.deepEqual(broken, []);
  });

  it('is forgotten when its receiver is not alive, and when it is lost', async () => {
    for (const step of ['destroy y.to', 'set net.loss = 1']) {
      const { run } = await playText(`${leaseText({})}${mail}scenario "this" { ${step}  run 40s }`);
      assert.deepEqual(run.state.leases?.transfers, []);
      assert.deepEqual(freedTimes(run), { 'x.q': 20 });
    }
  });

  it('is forgotten when a fault loses it, and not while a duplicate of it is under way', async () => {
    const faults = 'check "c" { fault lose up to 2  fault duplicate  never false }';
    const run = await runUntil(leaseText({ delay: '10s', sweep: 0.1 }) + mail + faults, 16.9);
    const [declared] = run.program.model.checks;
    assert.ok(declared !== undefined);
    const environment = environmentOf(run.program, declared, run);
    const kept: number[] = [];
    for (const kind of ['duplicate', 'lose', 'lose']) {
      const move = movesOf(run, environment, nothingSpent(environment)).find(
        (each) => each.kind === kind && 'entry' in each && each.entry.due.kind === 'message',
      );
      assert.ok(move !== undefined, kind);
      makeMove(run, environment, nothingSpent(environment), move);
      kept.push(run.state.leases?.transfers.length ?? -1);
    }
    assert.deepEqual(kept, [1, 1, 0]);
    assert.deepEqual(namedByRoots(run, idOf(run, 'x')), []);
  });
});

describe('a box', () => {
  it('that is created again is a new one: keepalives for the first do not keep it', async () => {
    const text = `${leaseText({ period: 25, delay: '3s' })}
node x { object q }
node y { phase: 18s  pd main { refers x.q } }
scenario "this" { at 20s expect x.q destroyed  create x.q  at 39999ms expect x.q alive  at 40s expect x.q destroyed }`;
    const { failures, broken } = await playText(text, { judges: true });
    assert.deepEqual(failures, []);
    assert.deepEqual(namesOf(broken), ['S1', 'S2']);
  });

  it('that is freed runs its "on destroy" block, has reasons, and leaves references dangling', async () => {
    const text = `${leaseText({})}
node x {
  object q { on destroy { log "q goes" } }
  object r { refers q }
}
node y { object s { refers x.q } }
root object anchor { refers y.s }
scenario "this" {
  set net.loss = 1
  at 20s expect x.q, x.r destroyed
  expect y.s dangling
  run 1s
  expect y.s destroyed
}`;
    const { run, heard, failures } = await playText(text);
    assert.deepEqual(failures, []);
    assert.deepEqual(loggedIn(heard), ['20 q goes']);
    // The last keepalive for s left its root before the interruption.
    assert.deepEqual(freedTimes(run), { 'x.q': 20, 'x.r': 20, 'y.s': 21 });
    const reasons = run.state.lastEnd?.because(idOf(run, 'y.s')).map(({ text: reason }) => reason);
    assert.deepEqual(reasons, [
      'its lease ended at 20.1s, and nothing on "y" reaches "y.s"',
      'a root still reached "y.s": keepalives were lost',
    ]);
  });

  it('on a node that crashes has no lease any more, and after a restart of the node ticks continue', async () => {
    const text = `${leaseText({})}
node x { object q }
node y { pd main { refers x.q } }
scenario "this" { at 10s crash y  run 1s  restart y  run 60s  expect x.q alive  crash x  run 30s }`;
    const { failures, run } = await playText(text);
    assert.deepEqual(failures, []);
    assert.equal(run.state.leases?.boxes.size, 0);
  });
});
