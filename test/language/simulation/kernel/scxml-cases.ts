/**
 * Tests of the W3C SCXML 1.0 implementation report, translated into machines that end in `Pass`. Inside
 * the subset is what needs no invoked service, no other datamodel,
 * no events of the platform (`error.*`) and no transition inside `<initial>`. Those about raised events, `done`,
 * wildcards and internal transitions are in `scxml-event-cases.ts`, those about parallel states and history in
 * `scxml-parallel-cases.ts`. The charts of SCION's own suite are in the folder `scxml-charts`.
 *
 * Outside of it, and so not here:
 * 152, 156, 159, 286, 311–314, 344, 376, 378, 401, 402, 487: an error ends the run, no `error.*` is raised.
 * 172–174, 178, 183, 191, 192, 194–201, 205, 207–210, 216–253, 318–348, 351–354, 422, 496–567: parts of `<send>`,
 * `<invoke>`, `_event`, I/O.
 * 276–280, 302–309, 444–446, 448, 449, 451, 452, 456–460, 550–562, 569: data models and scripts.
 * 294, 298, 415, 527–530: data of `done` events, and `done` of the machine itself.
 * 579: content of a history's first transition. 580: a history that could be active. 364 (in part), 576: several initial states.
 * 399 (in part): prefixes of event names. 412: transitions of `<initial>`.
 */

export interface ScxmlCase {
  /** The number in the report, and a letter where one test became several. */
  readonly test: string;
  readonly rule: string;
  /** The members of the machine; the states `Pass` and `Fail` are added. */
  readonly members: string;
}

const content: readonly ScxmlCase[] = [
  {
    test: '144',
    rule: 'events are taken in the order in which they were raised',
    members: `initial state A { enter { send E to self  send F to self } on E -> B  on F -> Fail }
      state B { on F -> Pass }`,
  },
  {
    test: '147',
    rule: 'the first true branch of an if is done and no other',
    members: `var n: int = 0
      initial state A { enter {
        if false { send E to self  n := n + 1 } else if true { send F to self  n := n + 1 } else { send G to self  n := n + 1 }
        send H to self
      } on F when n == 1 -> Pass  on E -> Fail  on G -> Fail  on H -> Fail }`,
  },
  {
    test: '148',
    rule: 'the else branch is done where no condition is true',
    members: `var n: int = 0
      initial state A { enter {
        if false { send E to self  n := n + 1 } else if false { send F to self  n := n + 1 } else { send G to self  n := n + 1 }
      } on G when n == 1 -> Pass  on E -> Fail  on F -> Fail }`,
  },
  {
    test: '149',
    rule: 'nothing is done where no condition is true and there is no else',
    members: `var n: int = 0
      initial state A { enter {
        if false { send E to self  n := n + 1 } else if false { send F to self  n := n + 1 }
        send H to self
      } on H when n == 0 -> Pass  on E -> Fail  on F -> Fail }`,
  },
  {
    test: '153',
    rule: 'for goes over its items in order',
    members: `var last: int = 0  var good: bool = true
      initial state A { enter { for x in [1, 2, 3] { if x <= last { good := false } last := x } }
        always when good and last == 3 -> Pass  always -> Fail }`,
  },
  {
    test: '155',
    rule: 'for does its content once for each item',
    members: `var sum: int = 0
      initial state A { enter { for x in [1, 2, 3] { sum := sum + x } } always when sum == 6 -> Pass  always -> Fail }`,
  },
  {
    test: '525',
    rule: 'for goes over the items that there are when it begins',
    members: `var n: int = 0  var s: set<int> = [1, 2, 3]
      initial state A { enter { for x in s { s := s + [x + 10]  n := n + 1 } } always when n == 3 -> Pass  always -> Fail }`,
  },
  {
    test: '158',
    rule: 'content is done in document order',
    members: `initial state A { enter { send E to self } enter { send F to self } on E -> B  on F -> Fail }
      state B { on F -> Pass  on E -> Fail }`,
  },
  {
    test: '175',
    rule: 'a delay has the value of the moment it begins',
    members: `var d: duration = 3s
      initial state A { enter { d := 1s } on E -> Fail  always -> B }
      state B { enter { d := 2s } after d -> Pass  after 3s -> Fail }`,
  },
  {
    test: '185',
    rule: 'what is delayed comes after what is not',
    members: `initial state A { enter { send F to self } after 1s -> Fail  on F -> B } state B { after 1s -> Pass }`,
  },
  {
    test: '287',
    rule: 'an assignment writes its place',
    members: `var n: int = 0  initial state A { enter { n := 1 } always when n == 1 -> Pass  always -> Fail }`,
  },
  {
    test: '310',
    rule: 'In() says whether a state is active',
    members: `initial state A { always when self in A and not (self in B) -> Pass  always -> Fail } state B { always -> Fail }`,
  },
];

const configurations: readonly ScxmlCase[] = [
  {
    test: '355',
    rule: 'the machine starts in its initial state',
    members: 'state B { always -> Fail } initial state A { always -> Pass }',
  },
  {
    test: '364',
    rule: 'initial states are entered down to an atomic one',
    members: `initial state A { after 1s -> Fail
        state B { always -> Fail }
        initial state C { state D { always -> Fail } initial state E1 { always -> Pass } } }`,
  },
  {
    test: '375',
    rule: 'enter blocks are done in document order',
    members: `initial state A { enter { send E to self } enter { send F to self } on E -> B  on F -> Fail } state B { on F -> Pass }`,
  },
  {
    test: '377',
    rule: 'leave blocks are done in document order',
    members: `initial state A { leave { send E to self } leave { send F to self } always -> B }
      state B { on E -> C  on F -> Fail } state C { on F -> Pass }`,
  },
  {
    test: '396',
    rule: 'an event is matched by its name',
    members: 'initial state A { enter { send E to self } on F -> Fail  on E -> Pass }',
  },
  {
    test: '403a',
    rule: 'the transition of the inner state comes first, that of the outer one where its guard fails',
    members: `initial state A { enter { send E to self  send F to self } on E -> Fail  on F -> Pass
        initial state B { on E -> C } state C { on F when false -> Fail } }`,
  },
  {
    test: '404',
    rule: 'inner states are left before outer ones, and before the content of the transition',
    members: `initial state A { leave { send F to self }
        initial state B { leave { send E to self } always do { send G to self } -> C } }
      state C { on E -> D  on F -> Fail  on G -> Fail } state D { on F -> F1  on G -> Fail } state F1 { on G -> Pass }`,
  },
  {
    test: '405',
    rule: 'the content of a transition comes after leaving',
    members: `initial state A { leave { send E to self } always do { send F to self } -> B }
      state B { on E -> C  on F -> Fail } state C { on F -> Pass }`,
  },
  {
    test: '406',
    rule: 'states are entered after the content of the transition, outer ones first',
    members: `initial state A { always do { send E to self } -> C }
      state B { enter { send F to self } initial state C { enter { send G to self } on E -> D  on F -> Fail  on G -> Fail } 
        state D { on F -> H1  on G -> Fail } state H1 { on G -> Pass } }`,
  },
  {
    test: '407',
    rule: 'leave blocks are done',
    members: `var n: int = 0
      initial state A { leave { n := 1 } always -> B } state B { always when n == 1 -> Pass  always -> Fail }`,
  },
  {
    test: '409',
    rule: 'a state is inactive once it is left, while the outer one is being left',
    members: `initial state A { leave { if self in B { send E to self } else { send F to self } }
        initial state B { always -> C } }
      state C { on E -> Fail  on F -> Pass }`,
  },
  {
    test: '411',
    rule: 'a state is active when its enter block is done, the inner ones not yet',
    members: `initial state A { enter { if self in B { send E to self } }
        initial state B { enter { if self in B and self in A { send F to self } } on E -> Fail  on F -> Pass } }`,
  },
  {
    test: '413',
    rule: 'a target within compound states enters all around it',
    members: `initial state Start { always -> C }
      state A { initial state X { always -> Fail } state B { state C { always when self in A and self in B -> Pass } initial state Y { always -> Fail } } }`,
  },
];

const selection: readonly ScxmlCase[] = [
  {
    test: '419',
    rule: 'eventless transitions come before events',
    members: 'initial state A { enter { send E to self } on E -> Fail  always -> Pass }',
  },
  {
    test: '423',
    rule: 'events are taken off until one is matched',
    members: 'initial state A { enter { send E to self } after 1s do { send F to self } on F -> Pass }',
  },
  {
    test: '503',
    rule: 'a transition without target leaves and enters nothing',
    members: `var left: int = 0  var entered: int = 0
      initial state A { enter { entered := entered + 1  send E to self } leave { left := left + 1 }
        on E do { send F to self }  on F when left == 0 and entered == 1 -> B }
      state B { always when left == 1 -> Pass  always -> Fail }`,
  },
  {
    test: '504',
    rule: 'an external transition leaves all that is within the innermost state around both ends',
    members: `var outer: int = 0  var a: int = 0  var b: int = 0
      initial state S { enter { send E to self  send F to self } leave { outer := outer + 1 }
        initial state A { leave { a := a + 1 } on E -> B
          initial state X state B { leave { b := b + 1 } on F -> C } }
        state C { always when outer == 0 and a == 2 and b == 1 -> Pass  always -> Fail } }`,
  },
  {
    test: '504b',
    rule: 'an external transition to a state within leaves and enters its source',
    members: `var left: int = 0
      initial state A { enter { if left == 0 { send E to self } } leave { left := left + 1 } on E -> C
        initial state B state C { always when left == 1 -> Pass  always -> Fail } }`,
  },
  {
    test: '504c',
    rule: 'a transition to its own source leaves and enters it',
    members: `var log1: int = 0
      initial state A { enter { log1 := log1 + 1 } leave { log1 := log1 + 10 }
        always when log1 == 1 -> A  always when log1 == 12 -> Pass  always -> Fail }`,
  },
];

/** All tests, in the order of the chapters of SCXML. */
export const scxmlCases: readonly ScxmlCase[] = [...content, ...configurations, ...selection];
