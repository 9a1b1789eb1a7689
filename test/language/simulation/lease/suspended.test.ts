/** Paused nodes, and clocks that run fast or slow. */
import assert from 'node:assert/strict';
import { type Heard, leaseText, playText } from './lease-runs.ts';

const loggedIn = (heard: readonly Heard[]): string[] =>
  heard.flatMap(({ at, effect }) => (effect.kind === 'logged' ? [`${at} ${effect.text}`] : []));

const ticksIn = (heard: readonly Heard[]): number[] =>
  heard.flatMap(({ at, effect }) => (effect.kind === 'keepalive' && effect.what === 'sent' ? [at] : []));

const machines = `event Ping(number: int)
machine Worker for pd {
  var open: bool = false
  initial state Waiting {
    on Ping(n) do { log "ping \${n}" }
    after 3s do { log "timer" }
    always when now > 4s and not open do { open := true  log "always" }
  }
}
node x { pd worker runs Worker }
`;

describe('a paused node', () => {
  it('does nothing until it continues, and then what was due, in order', async () => {
    const steps =
      'set x.paused = true  at 1s send Ping(1) to x.worker  at 2s send Ping(2) to x.worker  at 6s set x.paused = false  run 4s';
    const { heard } = await playText(`${machines}scenario "this" { ${steps} }`);
    // Its clock stood, so the timer has all of its 3 s to go.
    assert.deepEqual(loggedIn(heard), ['6 always', '6 ping 1', '6 ping 2', '9 timer']);
  });

  it('forgets the timers of what crashes meanwhile', async () => {
    const steps = 'set x.paused = true  at 5s crash x.worker  run 1s  restart x.worker  set x.paused = false  run 2s';
    const { heard } = await playText(`${machines}scenario "this" { ${steps} }`);
    assert.deepEqual(loggedIn(heard), ['6 always']);
  });

  it('begins nothing at the start, if it is declared paused, until it continues', async () => {
    const text = `event Go
machine M for pd {
  initial state Up { enter { log "\${self} is up" }  on Go do { log "\${self} goes" }  after 2s do { log "\${self} waited" } }
}
node x { paused: true  pd p runs M }
node y { pd q runs M }
scenario "this" {
  send Go to x.p
  expect not x.p in Up
  at 3s set x.paused = false
  expect x.p in Up
  run 2s
}`;
    const { heard } = await playText(text);
    assert.deepEqual(loggedIn(heard), ['0 y.q is up', '2 y.q waited', '3 x.p is up', '3 x.p goes', '5 x.p waited']);
  });

  it('begins nothing at the start that a machine before it has sent away, until it arrives', async () => {
    const text = `channel net { delay: 2s }
machine Mover for pd { initial state Up { enter { log "\${self} is up"  move self to y } } }
node x { pd p runs Mover { pd inside runs Mover } }
node y
scenario "this" {
  run 1s
  expect not x.p.inside in Up
  run 1s
  expect x.p.inside in Up
}`;
    const { heard } = await playText(text);
    assert.deepEqual(loggedIn(heard), ['0 x.p is up', '2 x.p.inside is up']);
  });

  it('begins what came back meanwhile when it continues, before what it holds back', async () => {
    const text = `event Go
machine M for pd {
  initial state Up {
    enter { log "\${self} is up" }
    on restarted do { log "\${self} restarted" }
    on Go do { log "\${self} goes" }
  }
}
node x {
  pd host runs M { pd part runs M }
  absent pd late runs M
}
scenario "this" {
  set x.paused = true
  send Go to x.host
  at 1s crash x.host
  at 2s restart x.host
  create x.late
  send Go to x.late
  expect not x.host in Up and not x.late in Up
  at 3s set x.paused = false
  expect x.host, x.host.part, x.late in Up
}`;
    const { heard } = await playText(text);
    assert.deepEqual(loggedIn(heard).slice(2), [
      ...['3 x.host is up', '3 x.host restarted', '3 x.host.part is up', '3 x.host.part restarted', '3 x.late is up'],
      ...['3 x.host goes', '3 x.late goes'],
    ]);
  });

  it('keeps what begins and ends meanwhile from beginning', async () => {
    const text = `machine M for pd { initial state Up { enter { log "up" } on restarted do { log "restarted" } } }
node x { pd p runs M }
scenario "this" {
  crash x.p
  set x.paused = true
  restart x.p
  crash x.p
  set x.paused = false
  create x.p
}`;
    const { heard } = await playText(text);
    assert.deepEqual(loggedIn(heard), ['0 up', '0 up']);
  });

  it('sends one keepalive when it continues, and the next in time with those before', async () => {
    const text = `${leaseText({})}node x { object q  pd main { refers q } }
scenario "this" { at 9s set x.paused = true  at 35s set x.paused = false  run 20s }`;
    const { heard } = await playText(text);
    assert.deepEqual(ticksIn(heard), [0, 8, 35, 40, 48]);
  });

  it('takes keepalives when it continues, and not what another node holds back', async () => {
    const text = `${leaseText({ sweep: 60 })}node home { pd main { refers x.q } }
node x { object q }
scenario "this" { at 7s set x.paused = true  at 18s set x.paused = false  run 1s }`;
    const { run } = await playText(text);
    // Those of 8 s and 16 s have waited.
    assert.deepEqual(
      [...(run.state.leases?.boxes.values() ?? [])].map(({ until }) => until),
      [38_000_000],
    );
    assert.deepEqual(run.state.held, []);
  });
});

describe('the clock of a node', () => {
  it('measures phase and period: half as fast, they take twice as long', async () => {
    const text = `${leaseText({ period: 3 })}node x { phase: 1s  clockRate: 1/2  object q  pd main { refers q } }
scenario "this" { run 21s }`;
    assert.deepEqual(ticksIn((await playText(text)).heard), [2, 8, 14, 20]);
  });

  it('is read when it is used next', async () => {
    const text = `${leaseText({ period: 3 })}node x { object q  pd main { refers q } }
scenario "this" { at 4s set x.clockRate = 3  run 7s }`;
    assert.deepEqual(ticksIn((await playText(text)).heard), [0, 3, 6, 7, 8, 9, 10, 11]);
  });
});
