/** What the additions to machines mean. */
import assert from 'node:assert/strict';
import { comesTrue, eachComesTrue, saidOf } from './said.ts';

const events = 'event E  event F  event G  event H  event Back  event Out';
const scenario = (steps: string): string => `pd p runs M  scenario "s" { ${steps} }`;

describe('a parallel state', () => {
  eachComesTrue([
    [
      'has all of its states active together, entered in document order and left in reverse',
      `${events} machine M for pd { initial parallel state S {
          state A { enter { log "A" } leave { log "-A" } initial state A1 { on E -> A2 } state A2 { on E } }
          state B { enter { log "B" } leave { log "-B" } initial state B1 { on E -> B2  on F } state B2 { on E  on F } }
          on Out -> T }
        state T on F on E }
      ${scenario('expect p in A and p in B and p in A1 and p in B1 and p in S  send E to p  expect p in A2 and p in B2  send Out to p  expect p in T and not p in A  expect log "A", "B", "-B", "-A"')}`,
    ],
    [
      'takes in a conflict the transition of the inner source, or else the first one',
      `${events} machine M for pd { initial parallel state S {
          state A { initial state A1 { on E -> X  on F do { log "a" } } }
          state B { initial state B1 { on E -> Y  on F do { log "b" } }  on G -> X }
          on G -> Y }
        state X { on * } state Y { on * } }
      pd p runs M  pd q runs M
      scenario "s" { send F to p  expect log "a", "b"  send E to p  expect p in X and not p in Y  send G to q  expect q in X }`,
    ],
    [
      'is done when all of its states are',
      `${events} machine M for pd { initial parallel state S {
          state A { initial state A1 { on E -> A2 } final state A2 }
          state B { initial state B1 { on F -> B2 } final state B2 }
          on done -> T  on E  on F }
        state T }
      ${scenario('send E to p  expect p in S  send F to p  expect p in T')}`,
    ],
  ]);
});

describe('a history', () => {
  const player = (history: string): string => `${events} machine M for pd {
    initial state S {
      initial state A { initial state A1 { on E -> A2 } state A2 on F -> B }
      state B on Out -> Away
      ${history} }
    state Away { on Back -> H } on E on F }
  `;
  eachComesTrue([
    [
      'stands for what was left last, at first for its default',
      `${player('history H -> B')}
      machine N for pd { initial state X { on E -> H } state S { initial state A state B history H -> B } }
      pd q runs N
      ${scenario('send E to q  expect q in B  send E to p  expect p in A2  send Out to p  send Back to p  expect p in A1')}`,
    ],
    [
      'is deep if it says so',
      `${player('deep history H -> B')} ${scenario('send E to p  send Out to p  send Back to p  expect p in A2')}`,
    ],
  ]);

  it('is lost in a crash, unless it is persistent', async () => {
    const machine = (history: string): string => `${events} machine M for pd {
      initial state X { on E -> H  on F -> C }
      state S { initial state B { on E } state C { on Out -> X } ${history} H -> B } on Out }
      pd p runs M
      scenario "s" { send F to p  send Out to p  crash p  restart p  send E to p  expect p in `;
    await comesTrue(`${machine('history')}B }`);
    await comesTrue(`${machine('persistent history')}C }`);
    await comesTrue(`${machine('persistent deep history')}C }`);
  });
});

describe('what a machine takes', () => {
  eachComesTrue([
    [
      'is in this order: "always", what it raised, what it deferred, what comes from outside',
      `${events} machine M for pd { var go: bool = false
        initial state A { defer F  on E do { raise G  send H to self  go := true } -> B }
        state B { always when go do { log "always"  go := false }  on G do { log "raised" }  on F do { log "deferred" }  on H do { log "outside" } } }
      ${scenario('send F to p  send E to p  run 0s  expect log "always", "raised", "deferred", "outside"')}`,
    ],
    [
      'is deferred only if no active parallel state takes it',
      `${events} machine M for pd { initial parallel state S {
          state A { initial state A1 { defer F  on E -> A2 } state A2 { on F do { log "late" } on E } }
          state B { initial state B1 { on G -> B2 } state B2 { on F do { log "now" } } } on E on G }
      }
      pd q runs M
      ${scenario('send F to p  send E to p  run 0s  expect log "late"  send G to q  send F to q  expect log "late", "now"  send E to q  expect log "late", "now"')}`,
    ],
    [
      'is by "on *" any event but built-in ones that no other transition or "defer" of its state takes',
      `${events} machine M for pd { initial state A { on E do { log "E" }  on * do { log "any" }  defer F  on G -> B }
        state B { on F do { log "F" } on E on H } }
      pd host { pd p runs M }  scenario "s" { send E to host.p  send H to host.p  send F to host.p  expect log "E", "any"
        send G to host.p  expect log "E", "any", "F"  crash host.p  restart host.p  run 0s  expect log "E", "any", "F" }`,
    ],
    [
      'is by "on done" that a final state within has been entered',
      `${events} machine M for pd { initial state S { initial state A { on E -> Z } final state Z  on done -> T  on E } state T { on E } }
      ${scenario('send E to p  expect p in T')}`,
    ],
    [
      'is a declared event "done" before the built-in one',
      `event done  event E
      machine M for pd { initial state S { initial state A { on E -> Z } final state Z  on done -> T  on E } state T { on E on done } }
      ${scenario('send E to p  expect p in Z  send done to p  expect p in T')}`,
    ],
    [
      'stays within its compound source if it is internal',
      `${events} machine M for pd { initial state S { enter { log "in" } leave { log "out" }
          on E -> B as internal  on F -> B  initial state A state B } on E on F }
      ${scenario('send E to p  expect p in B  expect log "in"  send F to p  expect log "in", "out", "in"')}`,
    ],
  ]);

  it('is reported if its internal transition leaves the state', async () => {
    const said = await saidOf(
      'event E\nmachine M { initial state A {\n  on E -> B as internal\n}\nstate B { on E } }\npd p runs M',
    );
    assert.ok(
      said.some((each) => each.startsWith('transition/internal 3:')),
      said.join('\n'),
    );
  });
});

describe('what waits to be sent', () => {
  const sender = `${events} machine S for pd { param to: pd
    initial state A { on E do { send G to to after 2s  send H to to after 3s } on F do { cancel G } } }
    machine R for pd { initial state A { on G on H } }
    pd s runs S { to: r }  pd r runs R  pd t runs S { to: r }
  `;
  eachComesTrue([
    [
      'leaves after its time',
      `${sender} scenario "s" { send E to s  run 1999ms  expect r received []  run 1ms  expect r received [G]  run 1s  expect r received [G, H] }`,
    ],
    [
      'is taken back by "cancel", where it is one of its own',
      `${sender} scenario "s" { send E to s  send E to t  run 1s  send F to s  run 5s  expect r received 1 of G and r received 2 of H }
      scenario "late" { send E to s  run 2s  send F to s  run 5s  expect r received [G, H] }`,
    ],
    [
      'is taken back by a crash of its sender',
      `${sender} scenario "s" { send E to s  run 2500ms  crash s  run 5s  expect r received [G] }`,
    ],
  ]);
});

describe('actions and faults of machines', () => {
  eachComesTrue([
    [
      'set finalizers and any other setting of an object',
      `machine M for pd { param x: object  initial state A { always when x doomed do { set x.size = 7  set x.finalizers = [] } -> B } final state B }
      root object x { finalizers: [f]  size: 1  phase: 2 }  pd p runs M { x: x }
      scenario "s" { delete x  run 0s  expect x destroyed and x.size == 7 }`,
    ],
    [
      'pause a node with its clock and work, until the environment ends it',
      `machine M for pd { initial state A { after 1s -> B } state B { after 1s -> A } }
      node n { pd p runs M }  pd q runs M
      check "it may be late" fails { clock: exact  horizon: 3s  fault pause of n  never q in B and n.p in A }
      check "it goes on" { clock: exact  horizon: 20s  fault pause of n up to 2  n.paused leads to not n.paused }
      check "at most so often" { clock: exact  horizon: 4s  fault pause of n up to 0  never q in B and n.p in A and now > 1s and now < 2s }`,
    ],
    [
      'measure their time by the clock of their node',
      `machine M for pd { initial state A { after 2s -> B } final state B }
      node fast { clockRate: 2  pd p runs M }  node slow { clockRate: 1/2  pd q runs M }  node still { paused: true  pd r runs M }
      scenario "s" { run 1s  expect fast.p in B and slow.q in A  run 3s  expect slow.q in B and not still.r in B
        set still.paused = false  run 2s  expect still.r in B }`,
    ],
  ]);
});
