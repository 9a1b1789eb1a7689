/**
 * Tests of the W3C SCXML 1.0 implementation report about parallel states and history, translated into machines that
 * end in `Pass`. Those about several initial states at once (364 in part, 576), about content of the first transition
 * of a history (579) and about a history as a state that could be active (580) have no translation.
 */
import type { ScxmlCase } from './scxml-cases.ts';

const histories: readonly ScxmlCase[] = [
  {
    test: '387 (shallow)',
    rule: 'before its state has been left, a shallow history stands for its first state with what is initial there',
    members: `initial state Start { after 1s -> Shallow }
      state S { on E -> Pass  on * -> Fail
        history Shallow -> A
        initial state A { initial state A1 { enter { raise E } } state A2 { enter { raise F } } }
        state B { initial state B1 { enter { raise F } } state B2 { enter { raise F } } } }`,
  },
  {
    test: '387 (deep)',
    rule: 'before its state has been left, a deep history stands for its first state, at any depth',
    members: `initial state Start { after 1s -> Deep }
      state S { on E -> Pass  on * -> Fail
        deep history Deep -> B2
        initial state A { initial state A1 { enter { raise F } } state A2 { enter { raise F } } }
        state B { initial state B1 { enter { raise F } } state B2 { enter { raise E } } } }`,
  },
  {
    test: '388',
    rule: 'a deep history stands for the innermost state that was active, a shallow one for the state around it',
    members: `var n: int = 0
      initial state Start { always -> A2 }
      state S { enter { n := n + 1 } after 2s -> Fail
        on F when n == 1 -> ToDeep  on F when n == 2 -> ToShallow  on E when n == 3 -> Pass  on * -> Fail
        history Shallow -> B  deep history Deep -> B2
        initial state A { initial state A1 { enter { raise E } } state A2 { enter { raise F } } }
        state B { initial state B1 { enter { raise G } } state B2 { enter { raise G } } } }
      state ToDeep { always -> Deep } state ToShallow { always -> Shallow }`,
  },
];

const conflicts: readonly ScxmlCase[] = [
  {
    test: '403b',
    rule: 'a transition that several active states inherit is taken once, and before that of a state further out',
    members: `var n: int = 0
      initial state S { on E do { n := n + 1 }
        initial parallel state P { enter { raise E  raise F } on E do { n := n + 1 }
          state A { on F when n == 1 -> Pass  on F -> Fail } state B } }`,
  },
  {
    test: '403c',
    rule: 'a transition is preempted by an earlier one that leaves the same states, unless its source is further in',
    members: `var n: int = 0
      initial state S { enter { raise E } on F -> Fail  after 1s -> Fail
        initial parallel state P {
          state A { on E  on F }
          state B { on E do { raise F } -> A }
          state C { on E -> Fail  on F -> T }
          state D { on * do { n := n + 1 } } } }
      state T { always when n == 2 -> Pass  always -> Fail }`,
  },
];

const orders: readonly ScxmlCase[] = [
  {
    test: '404 (parallel)',
    rule: 'states are left last ones first, inner ones before outer ones, and before the content of the transition',
    members: `initial parallel state P { leave { raise G } always do { raise H } -> T1
        state A { leave { raise F } } state B { leave { raise E } } }
      state T1 { on E -> T2  on * -> Fail } state T2 { on F -> T3  on * -> Fail }
      state T3 { on G -> T4  on * -> Fail } state T4 { on H -> Pass  on * -> Fail }`,
  },
  {
    test: '405 (parallel)',
    rule: 'all contents of transitions that are taken together come after all that is left, in document order',
    members: `initial parallel state P { on E -> T1  after 1s -> Fail
        state A { initial state A1 { leave { raise F } always do { raise G } -> A2 } state A2 }
        state B { initial state B1 { leave { raise E } always do { raise H } -> B2 } state B2 } }
      state T1 { on F -> T2  on * -> Fail } state T2 { on G -> T3  on * -> Fail } state T3 { on H -> Pass  on * -> Fail }`,
  },
  {
    test: '406 (parallel)',
    rule: 'states are entered outer ones first and in document order, after the content of the transition',
    members: `initial state S { always do { raise E } -> P }
      parallel state P { enter { raise F } on E -> T1  after 1s -> Fail
        state A { enter { raise G } } state B { enter { raise H } } }
      state T1 { on F -> T2  on * -> Fail } state T2 { on G -> T3  on * -> Fail } state T3 { on H -> Pass  on * -> Fail }`,
  },
  {
    test: '504 (parallel)',
    rule: 'an external transition from a parallel state to a state in it leaves all of it, and nothing around it',
    members: `var p: int = 0  var a: int = 0  var b: int = 0  var taken: int = 0  var outer: int = 0
      initial state Start { enter { raise E  raise F } always -> P }
      state S { leave { outer := outer + 1 }
        initial parallel state P { leave { p := p + 1 }
          on E do { taken := taken + 1 } -> A  on F when taken == 1 -> T  on F -> Fail
          state A { leave { a := a + 1 } } state B { leave { b := b + 1 } } } }
      state T { always when p == 2 and a == 2 and b == 2 and outer == 1 -> Pass  always -> Fail }`,
  },
  {
    test: '533',
    rule: 'an internal transition of a parallel state leaves it like an external one',
    members: `var p: int = 0  var a: int = 0  var b: int = 0  var taken: int = 0
      initial state Start { enter { raise E  raise F } always -> P }
      parallel state P { leave { p := p + 1 }
        on E do { taken := taken + 1 } -> A as internal  on F when taken == 1 -> T  on F -> Fail
        state A { leave { a := a + 1 } } state B { leave { b := b + 1 } } }
      state T { always when p == 2 and a == 2 and b == 2 -> Pass  always -> Fail }`,
  },
];

const completion: readonly ScxmlCase[] = [
  {
    test: '417',
    rule: 'a parallel state is done when all its states are',
    members: `initial state S { after 1s -> Fail
        initial parallel state P { on done -> Pass
          state A { initial state A1 { always -> A2 } final state A2 }
          state B { initial state B1 { always -> B2 } final state B2 } } }`,
  },
  {
    test: '570',
    rule: 'each state of a parallel one is done by itself, and the parallel one after the last of them',
    members: `var n: int = 0
      initial parallel state P { enter { raise E  raise F } after 2s -> Fail  on done when n == 12 -> Pass
        state A { on done do { n := n * 10 + 1 } initial state A1 { on E -> A2 } final state A2 }
        state B { on done do { n := n * 10 + 2 } initial state B1 { on F -> B2 } final state B2 } }`,
  },
  {
    test: '310 (parallel)',
    rule: 'In() holds for every active state',
    members: `initial parallel state P { state A { always when self in B and self in P -> Pass  always -> Fail } state B }`,
  },
  {
    test: '436',
    rule: 'In() does not hold for a state that is not active',
    members: `initial parallel state P { state A { always when self in C -> Fail  always when self in B -> Pass  always -> Fail } state B }
      state C`,
  },
];

/** All tests about parallel states and history. */
export const scxmlParallelCases: readonly ScxmlCase[] = [...histories, ...conflicts, ...orders, ...completion];
