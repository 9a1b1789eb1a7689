/**
 * Sentences of the language page that scenarios rely on and that are easily forgotten.
 */
import { assertPasses } from '../run-scenarios.ts';

describe('a scenario', () => {
  it('asks for a relation by what it says after "as"', async () => {
    await assertPasses(`
space s { resource r }
pd m { manages s  holds s.r }
pd p { holds s.r as rw }
object a { refers b }
object b
object c
a owns c as nonblocking
scenario "as declared" {
  expect p holds s.r
  expect p holds s.r as rw
  expect not p holds s.r as r
  expect not m holds s.r as rw
  expect a refers b as in
  expect not a refers b as out
  expect a owns c as nonblocking
}
scenario "as linked" {
  unlink p holds s.r
  link p holds s.r as r
  expect p holds s.r as r and not p holds s.r as rw
}`);
  });

  it('goes through the predefined and the declared policies, and no other', async () => {
    await assertPasses(`scenario "none declared" { expect (count q in policies: true) == 4 }`);
    await assertPasses(`
policy default { pdDepth: 1 }
policy mine { pdDepth: 2 }
scenario "two declared" { expect (count q in policies: true) == 6 }`);
  });

  it('enters again all that it has left, by a history that remembers nothing before', async () => {
    await assertPasses(`
event E
machine M for pd {
  var entered: int = 0
  initial parallel state P {
    enter { entered := entered + 1 }
    deep history Deep -> A
    state A { initial state A1 { on E -> Deep } }
  }
}
pd p runs M
scenario "from within" {
  send E to p
  expect p in P and p in A and p in A1
  expect p.entered == 2
}`);
  });

  it('gives a parameter one set from a list of copies', async () => {
    await assertPasses(`
machine M for pd { param peers: set<pd> = []  initial state S }
pd w[2]
pd x
pd m runs M { peers: [w[*], x] }
scenario "flat" { expect m.peers == [w[0], w[1], x] }`);
  });

  it('sets the delay of a channel to a range', async () => {
    await assertPasses(`
event Go
machine Sender for pd { initial state S { on Go do { send Go to b.r } } }
node a { pd s runs Sender }
node b { pd r }
channel c { delay: 10ms }
scenario "range" {
  set c.delay = 600ms..700ms
  send Go to s
  at 599ms expect not b.r received Go
  at 700ms expect b.r received Go
}`);
  });

  it('offers deferred events in machines without any "always"', async () => {
    await assertPasses(`
event E
event Go
machine M for pd {
  initial state Wait { defer E  on Go -> Ready }
  state Ready { on E -> Done }
  final state Done
}
pd m runs M
scenario "deferred" { send E to m  send Go to m  expect m in Done }`);
  });

  it('leaves a final state through the enclosing state, running its "leave"', async () => {
    await assertPasses(`
event Go
event Done
machine M for pd {
  var n: int = 0
  on Done -> Later
  initial state Outer {
    on Go do { n := n + 10 }
    initial state A { on Go -> F }
    final state F { enter { send Done to self } leave { n := n + 1 } }
  }
  state Later
}
pd m runs M
scenario "left" { send Go to m  expect m in Later and m.n == 1 }`);
    await assertPasses(`
event Go
machine M for pd {
  var n: int = 0
  initial state Outer {
    after 2s do { n := n + 1 } -> Outer
    on Go do { n := n + 10 }
    initial state A { after 1s -> F }
    final state F { leave { n := n + 100 } }
  }
}
pd m runs M
scenario "reacting around" { at 1s send Go to m  expect m in F and m.n == 10  run 1s  expect m in A and m.n == 111 }`);
  });

  it('ends a machine in a final state at its top level, with its transitions, timers and deferred events', async () => {
    await assertPasses(`
event Go
event X
event Later
machine M for pd {
  var n: int = 0
  defer Later
  on X do { n := n + 1 } -> A
  on Go do { n := n + 1 }
  after 3s do { n := n + 1 } -> A
  always when n > 5 -> A
  initial state A { on Go -> F  on Later do { n := n + 1 } }
  final state F { enter { n := 7 } }
}
pd m runs M
scenario "over" {
  send Go to m
  expect m in F
  send X to m
  send Go to m
  send Later to m
  run 5s
  expect m in F and m.n == 7
}`);
    await assertPasses(`
machine M for pd { var n: int = 0  after 1s do { n := 1 }  always when n == 0 -> F  initial state E  final state F }
pd m runs M
scenario "from the start" { run 5s  expect m in F and m.n == 0 }`);
  });
});
