/** Models that reach what few random models do; they are compared before the random ones. */

/** A raised event that is deferred, "done", a history that remembers. */
const remembering = `event Go
event Away
event Tick
machine M for pd {
  initial state A { defer Tick  on Go do { raise Tick }  on Away -> B }
  state B {
    on done -> F
    initial state C { on Tick -> D }
    state D { on Go -> S  on Tick -> E }
    final state E
    history H -> C
  }
  state S { on Away -> H }
  final state F
}
pd p runs M
check "it" { send Go to p  send Away to p  send Go to p  send Away to p  send Tick to p  never p crashed }`;

/** An object that only a variable keeps. */
const keeping = `event Tick
machine M for pd { var kept: object = none  initial state A { on Tick do { kept := b } } }
pd p runs M
root object r
object b
r owns b
check "it" { may send Tick to p up to 1  may unlink r owns b up to 1  may collect up to 1  never p crashed }`;

/** A raised event that is taken, a deferred one that is dropped. */
const dropping = `event Go
event Tick
event Late
machine M for pd { initial state A { defer Late  on Go do { raise Tick }  on Tick -> B } state B { } }
pd p runs M
check "it" { send Late to p  send Go to p  never p crashed }`;

/** States that are active together: histories, an end in each, an event that one of them defers. */
const together = `event Go
event Tick
machine M for pd {
  initial state A { on Go -> B  on restarted -> J  after 3ms -> H }
  parallel state B {
    on Go -> A
    state X { initial state C { on Tick -> D }  state D { defer Tick  after 3ms -> E }  final state E  history H -> D }
    state Y { initial state G { on Tick -> K }  state K { on Tick -> L }  final state L }
    persistent deep history J -> D
  }
}
pd p runs M
check "it" { fault crash of p up to 1  may send Go to p up to 1  may send Tick to p up to 2  never p broken }`;

/** States that are active together, of which only one can take an event. */
const conflicting = `event Tick
machine M for pd {
  initial parallel state B {
    state X { initial state C { on Tick -> A } }
    state Y { initial state G { on Tick -> A } }
  }
  state A
}
pd p runs M
check "it" { may send Tick to p up to 1  never p broken }`;

/** A delayed message, and another one that is cancelled. */
const delayed = `event Tick
machine M for pd {
  param other: pd
  initial state A { enter { send Tick to other after 6ms }  after 3ms -> B }
  state B { enter { cancel Tick } }
}
machine N for pd { initial state A { on Tick } }
pd q runs N
pd p runs M { other: q }
check "it" { never q broken }`;

/** Nodes with a clock each, one of which pauses; a PD that moves over a channel that loses; a crash under a policy. */
const travelling = `event Tick
channel wan { delay: 6ms  loss: 1/3  between: [x, y] }
policy hard { pdDepth: 1 }
machine M for pd {
  param other: pd
  initial state A { after 3ms do { send Tick to other } -> B }
  state B { on Tick }
}
node x { clockRate: 2  pd p runs M { other: y.q } }
node y { pd q runs M { other: x.p } }
check "it" {
  fault pause of x up to 1
  horizon: 12ms
  may restart x up to 1
  move x.p to y
  crash y.q under hard
  never y.q broken
}`;

/** Keepalives that a channel loses. */
const leasing = `channel net { delay: 3ms  loss: 1/4 }
collector lease { duration: 6ms  period: 3ms  sweep: 3ms }
node x { object far { refers near }  object near  pd side }
node y { pd main { refers far } }
check "it" { horizon: 9ms  never far destroyed and main alive }`;

/** Needs with a number, met and unmet, and what ends because something else does. */
const needing = `node x { pd p { pd h } }
pd a { manages s }
root pd q
space s { resource s0 }
object b0
object b1 { finalizers: [hold] }
x.p stops with q
a needs 3 of b0, s, b1 as soft
x.p.h needs 2 of a, q as start
q needs 2 of s, x.p, x.p.h
check "it" {
  fault crash of x.p up to 1
  fault halt of a up to 1
  may collect after up to 1
  may destroy q up to 1
  may restart x.p.h up to 1
  never q broken
}`;

/** A link that is made, and a protector that is being torn down. */
const linking = `root object r
object b0 { on destroy { destroy b1 } }
object b1
b0 protects b1
r owns b0
r owns b1
check "it" { may link b0 refers b1 up to 1  may destroy b0 up to 1  never b1 broken }`;

/** A deletion that orphans, and a bound beyond which nothing is explored. */
const orphaning = `root object r
object a
object b
r owns a
a owns b
check "it" { bound b alive  may delete a orphan up to 1  may destroy b up to 1  never r broken }`;

/** Moves that wait, because a message is ignored in every state. */
const waiting = `event Go
event Noise
machine Receiver for pd { initial state A { on Noise  on Go -> B }  state B { on Noise } }
machine Sender for pd { param to: pd  initial state A { on Go do { send Noise to to  send Go to to } } }
pd p runs Receiver
pd s runs Sender { to: p }
pd r runs Sender { to: p }
check "it" { may send Go to s up to 1  may send Go to r up to 1  fault crash of s up to 1  never p crashed }`;

/** Rules that are compiled: machines without time that only take what the environment sends. */
const compiled = `event Go
machine M for pd { var n: 0..2 = 0  initial state A { on Go do { n := (n + 1) % 3 } -> B }  state B { on Go -> A } }
pd p runs M
pd q runs M
check "it" { may send Go to p  may send Go to q  never p.n == 3 }`;

/** The first one is compared in every way, the others in some. */
export const examples: readonly string[] = [
  waiting,
  ...[remembering, keeping, dropping],
  ...[together, conflicting, delayed, travelling, leasing, needing, linking, orphaning, compiled],
];
