/** Models in which messages are found to be ignored while several threads search. */

/** Noise is ignored in each state, which is seen in one after the other only. */
export const ignoredLater = `event Go
event Noise
machine Receiver for pd {
  initial state A { on Noise  on Go -> B }
  state B { on Noise  on Go -> C }
  state C { on Noise  on Go -> D }
  state D { on Noise  on Go -> E }
  state E { on Noise }
}
machine Sender for pd { param to: pd  initial state A { on Go do { send Noise to to  send Go to to } } }
pd p runs Receiver
pd s runs Sender { to: p }
pd r runs Sender { to: p }
pd q runs Sender { to: p }
check "it" {
  may send Go to s up to 3  may send Go to r up to 2  may send Go to q up to 2  may send Noise to p up to 2
  fault crash of s up to 1
  never p in E and s crashed and q crashed
}`;

/** Long after threads have begun, an ignored message comes before all else, on the way to what is broken. */
export const ignoredAtLast = `event Noise
machine Counter for pd {
  param other: pd
  var n: int = 0
  initial state A {
    after 1ms when n < 5 do { n := n + 1 } -> A
    after 1ms when n == 5 do { send Noise to other } -> B
  }
  state B { after 1ms -> C }
  state C { }
}
machine Ignoring for pd { initial state S { } }
pd a runs Counter { other: d }
pd b runs Counter { other: d }
pd c runs Counter { other: d }
pd d runs Ignoring
check "it" { never a in C }`;
