/**
 * Tests of the W3C SCXML 1.0 implementation report, and of the SCION test framework (a name instead of a number), that
 * are about raised and delayed events, `done`, wildcards and internal transitions, translated into machines that end in `Pass`.
 */
import type { ScxmlCase } from './scxml-cases.ts';

const raised: readonly ScxmlCase[] = [
  {
    test: '144',
    rule: 'raised events are taken in the order in which they were raised',
    members: `initial state A { enter { raise E  raise F } on E -> B  on * -> Fail } state B { on F -> Pass  on * -> Fail }`,
  },
  {
    test: '158',
    rule: 'raised content is done in document order',
    members: `initial state A { enter { raise E } enter { raise F } on E -> B  on * -> Fail } state B { on F -> Pass  on * -> Fail }`,
  },
  {
    test: '377',
    rule: 'leave blocks raise in document order',
    members: `initial state A { leave { raise E } leave { raise F } always -> B }
      state B { on E -> C  on * -> Fail } state C { on F -> Pass  on * -> Fail }`,
  },
  {
    test: '401',
    rule: 'what is raised comes before what is from outside, though it is raised second',
    members: `initial state A { enter { send E to self  raise F } on E -> Fail  on F -> Pass }`,
  },
  {
    test: '402',
    rule: 'events are taken off the internal queue in order',
    members: `initial state S { after 1s -> Fail
        initial state A { enter { raise E  raise F } on E do { raise G } -> B  on * -> Fail }
        state B { on F -> C  on * -> Fail } state C { on G -> Pass  on * -> Fail } }`,
  },
  {
    test: '404',
    rule: 'leaving, inner states first, comes before the content of the transition',
    members: `initial state A { leave { raise F } initial state B { leave { raise E } always do { raise G } -> C } }
      state C { on E -> D  on * -> Fail } state D { on F -> D2  on * -> Fail } state D2 { on G -> Pass  on * -> Fail }`,
  },
  {
    test: '406',
    rule: 'the content of the transition comes before entering, outer states first',
    members: `initial state A { always do { raise E } -> C }
      state B { enter { raise F } initial state C { enter { raise G } on E -> D  on * -> Fail }
        state D { on F -> D2  on * -> Fail } state D2 { on G -> Pass  on * -> Fail } }`,
  },
  {
    test: '419',
    rule: 'eventless transitions come before raised events and those from outside',
    members: `initial state A { enter { raise E  send F to self } on * -> Fail  always -> Pass }`,
  },
  {
    test: '421',
    rule: 'internal events are taken off until one is matched, before any external one',
    members: `initial state A { enter { send E to self  raise F  raise G  raise H } on E -> Fail
        initial state B { on G -> C } state C { on H -> Pass } }`,
  },
  {
    test: 'actionSend/send4',
    rule: 'an eventless transition comes first, and what was raised goes on to the next state',
    members: `initial state A { enter { raise E } on E -> Fail  always -> B } state B { on E -> Pass }`,
  },
  {
    test: 'actionSend/send7',
    rule: 'a choice within the state that is entered comes before what was raised on the way',
    members: `initial state A { always do { raise E } -> B }
      state B { initial state B1 { on E -> Fail  always -> B3 } state B3 { on E -> Pass } }`,
  },
  {
    test: 'actionSend/send7b',
    rule: 'without a choice, what was raised on the way is taken by the state that was entered',
    members: `initial state A { always do { raise E } -> B } state B { initial state B1 { on E -> Pass } state B2 { on E -> Fail } }`,
  },
];

const doneAndAny: readonly ScxmlCase[] = [
  {
    test: '372',
    rule: 'done comes after the enter block of the final state, and before it is left',
    members: `var n: int = 1
      initial state A { after 1s -> Fail  on done when n == 2 -> Pass  on done -> Fail  on * -> Fail
        initial final state End { enter { n := 2 } leave { n := 3 } } }`,
  },
  {
    test: '416',
    rule: 'done comes when a final state within has been entered',
    members: `initial state S { after 1s -> Fail
        initial state A { on done -> Pass  initial state B { always -> End } final state End } }`,
  },
  {
    test: '416b',
    rule: 'done is only for the state directly around',
    members: `initial state S { on done -> Fail  after 1s -> Pass
        initial state A { on E -> Fail  initial state B { always -> End } final state End } }`,
  },
  {
    test: '417 (one part)',
    rule: 'done comes among raised events in its order',
    members: `initial state S { enter { raise E } on E -> Next  on done -> Fail
        initial state A { always do { raise F } -> End } final state End }
      state Next { on F -> Pass  on * -> Fail }`,
  },
  {
    test: '399 (wildcard)',
    rule: 'a wildcard matches any event',
    members: `initial state A { enter { raise E } on * -> B } state B { enter { send F to self } on * -> Pass }`,
  },
  {
    test: '403a (wildcard)',
    rule: 'a wildcard of an inner state comes before a named event of an outer one',
    members: `initial state A { enter { raise E } on E -> Fail  initial state B { on * -> Pass } }`,
  },
];

const internal: readonly ScxmlCase[] = [
  {
    test: '505',
    rule: 'an internal transition to a state within does not leave its source',
    members: `var a: int = 0  var b: int = 0  var c: int = 0
      initial state S1 { enter { raise E  raise F } leave { a := a + 1 }
        on E do { c := c + 1 } -> S11 as internal  on F when c == 1 -> S2  on F -> Fail
        initial state S11 { leave { b := b + 1 } } }
      state S2 { always when a == 1 -> S3  always -> Fail } state S3 { always when b == 2 -> Pass  always -> Fail }`,
  },
  {
    test: '506',
    rule: 'an internal transition whose target is not within is external',
    members: `var a: int = 0  var b: int = 0  var c: int = 0
      initial state S1 { enter { raise E  raise F } always -> S2 }
      state S2 { leave { a := a + 1 } on E do { c := c + 1 } -> S2 as internal  on F when c == 1 -> S3  on F -> Fail
        initial state S21 { leave { b := b + 1 } } }
      state S3 { always when a == 2 -> S4  always -> Fail } state S4 { always when b == 2 -> Pass  always -> Fail }`,
  },
  {
    test: 'internal-transitions/test0',
    rule: 'the state stays entered once, and is left once',
    members: `var x: int = 0
      on * do { log "\${x}" }
      initial state A { enter { x := x + 1 } leave { x := x + 1 }
        initial state A1 { enter { raise E } } state A2 { enter { raise F } on F when x == 1 -> B }
        on E when x == 1 -> A2 as internal }
      state B { enter { raise G } on G when x == 2 -> Pass }`,
  },
];

const delayed: readonly ScxmlCase[] = [
  {
    test: '175 (send)',
    rule: 'the delay has the value of the moment of sending',
    members: `var d: duration = 1s
      initial state A { enter { send F to self after 500ms  send E to self after d  d := 3s } on F -> B  on * -> Fail }
      state B { on E -> Pass  after 1s -> Fail }`,
  },
  {
    test: '185 (send)',
    rule: 'what is sent with a delay comes after what is sent later without one',
    members: `initial state A { enter { send F to self after 1s  send E to self } on E -> B  on * -> Fail }
      state B { on F -> Pass  on * -> Fail }`,
  },
  {
    test: '186',
    rule: 'the values are those of the moment of sending',
    members: `var n: int = 1  event N(n: int)
      initial state A { enter { send N(n) to self after 1s  n := 2 } on N(k) when k == 1 -> Pass  on * -> Fail }`,
  },
  {
    test: '208',
    rule: 'a delayed event that is cancelled does not come',
    members: `initial state A { enter { send E to self after 1s  send F to self after 1500ms  cancel E } on F -> Pass  on * -> Fail }`,
  },
  {
    test: '210 (by its event)',
    rule: 'what is sent after cancelling comes',
    members: `initial state A { enter { send E to self after 2s  cancel E  send E to self after 1s } on E -> B }
      state B { on E -> Fail  after 3s -> Pass }`,
  },
  {
    test: '423 (delayed)',
    rule: 'external events are taken off until one is matched',
    members: `initial state A { enter { send E to self  send F to self after 1s  raise G } on G -> B  on * -> Fail }
      state B { on F -> Pass  on G -> Fail }`,
  },
  ...['on E do { send F to self after 10ms } -> B', 'leave { send F to self after 10ms } on E -> B'].map(
    (first, index) => ({
      test: `delayedSend/send${index + 1}`,
      rule: 'what is sent on the way waits in the next state',
      members: `initial state A { enter { send E to self } ${first} } state B { on F -> C } state C { after 1s -> Pass  on F -> Fail }`,
    }),
  ),
];

const sent: readonly ScxmlCase[] = [
  {
    test: '176',
    rule: 'what is sent along is taken at the moment of sending',
    members: `var n: int = 1  var taken: int = 0  event N(n: int)
      initial state A { enter { n := 2  send N(n) to self } on N(k) do { taken := k } -> B  on * -> Fail }
      state B { always when taken == 2 -> Pass  always -> Fail }`,
  },
  {
    test: '179',
    rule: 'an event carries its content',
    members: `event Content(text: int)
      initial state A { enter { send Content(123) to self } on Content(n) when n == 123 -> Pass  on * -> Fail }`,
  },
  {
    test: '189',
    rule: 'an internal event comes before one that was sent earlier',
    members: `initial state A { enter { send F to self  raise E } on E -> Pass  on F -> Fail }`,
  },
  {
    test: '190',
    rule: 'what a machine sends to itself comes from outside, in order',
    members: `initial state A { enter { send F to self  raise E  send G to self } on E -> B  on * -> Fail }
      state B { on F -> Pass  on * -> Fail }`,
  },
  {
    test: '193',
    rule: 'what is sent waits for its turn among what comes from outside',
    members: `initial state A { enter { send E to self  send F to self  send G to self after 1s } on F -> Fail  on E -> B }
      state B { on F -> Pass  on G -> Fail }`,
  },
  {
    test: '349',
    rule: 'an answer goes back to whoever sent the event',
    members: `event Asked(by: pd)  var asker: pd = none
      initial state A { enter { send Asked(self) to self } on Asked(by) do { asker := by } -> B  on * -> Fail }
      state B { enter { send E to asker } on E -> Pass  on * -> Fail }`,
  },
  {
    test: '350',
    rule: 'a machine can send to itself',
    members: `initial state A { enter { send F to self after 5s  send E to self } on E -> Pass  on * -> Fail }`,
  },
];

/** All tests, in the order of the chapters of SCXML. */
export const scxmlEventCases: readonly ScxmlCase[] = [...[...raised, ...doneAndAny, ...internal, ...delayed, ...sent]];
