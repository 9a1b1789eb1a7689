/** Machines, sentence by sentence of the language page: states, transitions, timers, deferral, restarts. */
import { assertPasses } from '../run-scenarios.ts';

const prelude = 'event E  event F  event G\n';

/** Each rule with a text whose scenarios must pass. */
const rules: Readonly<Record<string, string>> = {
  'the first of several transitions that apply is taken': `
    machine M { var n: int = 0 initial state A { on E when n == 1 -> C  on E when n == 0 -> B  on E -> C } state B state C }
    pd p runs M
    scenario "a" { send E to p expect p in B }`,
  'a transition of the machine itself holds in every state, and comes last': `
    machine M { on E -> B  on F -> B  initial state A { on E } state B { state X initial state Y } }
    pd p runs M
    scenario "a" { send E to p expect p in A send F to p expect p in Y and p in B }`,
  'a transition of the machine itself leaves all states': `
    machine M { on E -> B  initial state A { leave { log "left A" } state B { leave { log "left B" } } initial state C { leave { log "left C" } } } }
    pd p runs M
    scenario "a" { send E to p expect p in B expect log "left C", "left A" }`,
  'an event that nobody takes is dropped': `
    machine M { initial state A { on F -> B } state B { on E -> C } state C }
    pd p runs M
    scenario "a" { send E to p send F to p expect p in B }`,
  'an event alone is ignored, before what an outer state does with it': `
    machine M { initial state A { on E -> C  initial state B { on E } } state C }
    pd p runs M
    scenario "a" { send E to p expect p in B }`,
  'names of parameters may be left out, all or the last': `
    event Pair(a: int, b: int)
    machine M { var n: int = 0 initial state A { on Pair(x) do { n := x } -> B } state B { on Pair do { n := 9 } } }
    pd p runs M
    scenario "a" { send Pair(1, 2) to p expect p.n == 1 send Pair(1, 2) to p expect p.n == 9 }`,
  'a state comes before its deferral, and both before outer states': `
    machine M { var open: bool = false initial state A { on E do { log "outer" } initial state B { on E when open do { log "inner" }  defer E } } }
    pd p runs M
    scenario "a" { send E to p set p.open = true send E to p expect log "inner" }`,
  'deferred events are offered oldest first, after the eventless transitions of the new state': `
    machine M { initial state A { defer E, F  on G -> B } state B { always -> C  on E do { log "in B" } }
      state C { on F do { log "F" }  on E do { log "E" } } }
    pd p runs M
    scenario "a" { send E to p send F to p send E to p send G to p expect log "E", "F", "E" }`,
  'a deferred event that changes the state has the others offered again': `
    machine M { initial state A { defer E, F  on G -> B } state B { defer F  on E -> C } state C { on F do { log "F" } defer E } }
    pd p runs M
    scenario "a" { send F to p send E to p send E to p send G to p expect p in C expect log "F" }`,
  'a deferred event comes before everything else that is due': `
    machine M { initial state A { defer E  on G do { send F to self } -> B } state B { on E do { log "E" }  on F do { log "F" } } }
    pd p runs M
    scenario "a" { send E to p send G to p expect log "E", "F" }`,
  'without a change of state nothing deferred is offered': `
    machine M { var open: bool = false initial state A { on E when open do { log "E" }  defer E  on F do { open := true  log "open" } on G do { log "again" } -> A } }
    pd p runs M
    scenario "a" { send E to p send F to p send G to p expect log "open", "again", "E" }`,
  'a deferred event that nobody takes any more is dropped': `
    machine M { initial state A { defer E  on G -> B } state B { on G -> A } }
    pd p runs M
    scenario "a" { send E to p send G to p send G to p send G to p expect p in B }`,
  'a timer of an outer state spans the inner ones': `
    machine M { initial state A { after 3s -> B  initial state X { after 2s -> Y } state Y { after 2s -> X } } state B }
    pd p runs M
    scenario "a" { at 2s expect p in Y at 3s expect p in B run 10s expect p in B }`,
  'a timer is cancelled when its state is left, and armed again when it is entered': `
    machine M { initial state A { after 3s -> B  on E -> A } state B }
    pd p runs M
    scenario "a" { at 2s send E to p at 4s expect p in A at 5s expect p in B }`,
  'a timer has the value that its delay has on entry, enter blocks included': `
    machine M { var d: duration = 9s initial state A { enter { d := 2s } after d -> B  on E do { d := 5s } } state B }
    pd p runs M
    scenario "a" { send E to p at 2s expect p in B }`,
  'the guard of a timer is judged when it fires, and a timer whose guard fails is spent': `
    machine M { var open: bool = false initial state A { after 2s when open -> B } state B }
    pd p runs M pd q runs M
    scenario "a" { at 1s set p.open = true at 2s expect p in B expect q in A at 3s set q.open = true run 10s expect q in A }`,
  'a timer without target fires once': `
    machine M { var n: int = 0 initial state A { after 1s do { n := n + 1 } } }
    pd p runs M
    scenario "a" { run 10s expect p.n == 1 }`,
  'a timer of the machine itself runs from its start': `
    machine M { after 3s -> B  initial state A { after 1s -> C } state C { after 1s -> A } state B }
    pd p runs M
    scenario "a" { at 3s expect p in B }`,
  'timers of the same time fire in the order in which they were armed': `
    machine M { initial state A { after 2s do { log "outer" }  initial state B { after 2s do { log "inner" } after 2s do { log "second" } } } }
    pd p runs M
    scenario "a" { run 2s expect log "outer", "inner", "second" }`,
  'an always fires as soon as its guard holds, whatever made it hold': `
    machine M { param other: pd = none var n: int = 0 initial state A { always when other != none and other.n == 3 -> B  on E do { n := 3 } } state B }
    pd p runs M { other: q } pd q runs M
    scenario "a" { send E to q expect p in B }
    scenario "b" { set q.n = 3 expect p in B }
    scenario "c" { destroy q expect p in A }`,
  'the always of all machines are tried in the order of declaration': `
    machine M { param go: pd = none initial state A { always when go in Started do { log "\${self}" } -> B } state B }
    machine S { initial state Idle { on E -> Started } state Started }
    pd b runs M { go: s } pd a runs M { go: s } pd s runs S
    scenario "a" { send E to s expect log "b", "a" }`,
  'machines enter their initial states in the order of declaration': `
    machine M { initial state A { enter { log "\${self}" } always -> B } state B { enter { log "\${self} B" } } }
    pd b runs M pd a runs M
    scenario "a" { expect log "b", "b B", "a", "a B" }`,
  'a variable is lost in a crash, unless it is persistent': `
    machine M { var n: int = 1 persistent var m: int = 1 initial state A { on E do { n := 2  m := 2 } -> B } state B }
    pd p runs M
    scenario "a" { send E to p crash p expect not (p in B) restart p expect p in A and p.n == 1 and p.m == 2 }`,
  'a crash stops the machine at once: no leave, no timers, no deferred events': `
    machine M { initial state A { leave { log "left" } after 3s do { log "timer" } defer E  on F -> B } state B { on E do { log "deferred" } } }
    pd p runs M
    scenario "a" { send E to p at 1s crash p at 5s restart p send F to p expect p in B expect log "left" }`,
  'restarted is taken first in the initial states': `
    machine M { initial state A { on restarted -> C  always -> B } state B state C }
    pd p runs M
    scenario "a" { crash p restart p expect p in C }`,
  'restarted is offered once more behind the eventless transitions if nobody took it': `
    machine M { initial state A { always -> B } state B { on restarted -> C } state C { on restarted -> B } }
    pd p runs M
    scenario "a" { expect p in B crash p restart p expect p in C }`,
  'what is hosted restarts with its host, and takes restarted': `
    machine M { initial state A { on restarted -> B } state B }
    pd p { pd q runs M }
    scenario "a" { crash p expect q destroyed restart p expect q in B }`,
  'a parameter comes from the setting of the entity, and stays as it was set': `
    machine M { param d: duration = 1s initial state A { after d -> B } state B }
    pd p runs M { d: 2s }
    scenario "a" { set p.d = 3s at 2s expect p in B crash p restart p at 4s expect p in A at 5s expect p in B }`,
  'a let is computed when it is read': `
    machine M { var n: int = 1 let twice = n * 2 initial state A }
    pd p runs M
    scenario "a" { expect p.twice == 2 set p.n = 4 expect p.twice == 8 }`,
  'a machine that destroys its own entity does nothing more': `
    machine M { initial state A { leave { log "A" } leave { destroy self } on E do { log "E" } -> B } state B { enter { log "B" } } }
    pd p runs M
    scenario "a" { send E to p expect p destroyed expect log "A" }`,
  'a machine whose entity is destroyed before its start never starts': `
    machine M { param victim: pd = none initial state A { enter { if victim != none { destroy victim } } enter { log "\${self}" } } }
    pd a runs M { victim: b } pd b runs M
    scenario "a" { expect b destroyed and not (b in A) expect log "a" }`,
  'what is created starts its machine within the instant, without restarted': `
    machine M { initial state A { on restarted -> B } state B }
    absent pd p runs M
    scenario "a" { create p expect p in A }`,
  'a machine may be run by entities of every kind': `
    machine M { initial state A { on E -> B } state B }
    node n runs M  root object o runs M  pd s { space sp : t runs M { resource r : t runs M } }  region g runs M { contains s }
    scenario "a" { send E to [n, o, sp, r, g] expect n, o, sp, r, g in B }`,
};

describe('a machine', () => {
  for (const [rule, text] of Object.entries(rules)) {
    it(`follows the rule: ${rule}`, () => assertPasses(prelude + text));
  }
});
