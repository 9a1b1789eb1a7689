/**
 * Random machines of pure rules as texts: finite variables, guards, assignments, nested states, `let`,
 * `always`, and a check whose environment sends every event.
 */
import fc from 'fast-check';

interface Pieces {
  readonly int: string;
  readonly bool: string;
  readonly word: string;
  readonly action: string;
}

const words = ['x', 'y', 'z'] as const;

const pieces = fc.letrec<Pieces>((part: (name: string) => fc.Arbitrary<unknown>) => {
  const tie = (name: keyof Pieces): fc.Arbitrary<string> => part(name) as fc.Arbitrary<string>;
  return {
    int: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('0', '1', '2', '3', 'a', 'b', 'm[0]', 'm[1]', 'sum', 'p'),
      fc.tuple(tie('int'), fc.constantFrom('+', '-', '*'), tie('int')).map(([x, o, y]) => `(${x} ${o} ${y})`),
      tie('int').map((x) => `((${x}) % 3)`),
      fc.tuple(tie('bool'), tie('int'), tie('int')).map(([c, x, y]) => `(if ${c} then ${x} else ${y})`),
      tie('bool').map((c) => `(count i in 0..2: m[i] > 1 and ${c})`),
      tie('int').map((x) => `m[(${x}) % 3]`),
    ),
    bool: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('true', 'f', 'g', 'self in Left', 'self in Right', 'high', '1 in s', 'p in s'),
      fc
        .tuple(tie('int'), fc.constantFrom('==', '!=', '<', '<=', '>', '>='), tie('int'))
        .map((e) => `(${e.join(' ')})`),
      fc
        .tuple(tie('bool'), fc.constantFrom('and', 'or', '==', '!='), tie('bool'))
        .map(([x, o, y]) => `((${x}) ${o} (${y}))`),
      tie('bool').map((x) => `(not (${x}))`),
      fc.tuple(fc.constantFrom('==', '!='), tie('word')).map(([o, w]) => `(w ${o} ${w})`),
      fc
        .tuple(fc.constantFrom('all', 'any'), fc.constantFrom('0..2', 's', '[0, 2]'))
        .map(([q, set]) => `(${q} i in ${set}: m[i] >= b)`),
    ),
    word: fc.constantFrom(...words),
    action: fc.oneof(
      { depthSize: 'small' },
      fc.tuple(fc.constantFrom('a', 'b', 'm[0]', 'm[p]', 'm[b]'), tie('int')).map(([v, x]) => `${v} := (${x}) % 3`),
      fc.tuple(fc.constantFrom('a', 'm[1]'), tie('int')).map(([v, x]) => `${v} := ${x}`),
      fc.tuple(fc.constantFrom('f', 'g'), tie('bool')).map(([v, x]) => `${v} := ${x}`),
      tie('word').map((x) => `w := ${x}`),
      fc.constantFrom('s := s + [p]', 's := s - [1]', 's := [0, 2]', 's := []'),
      fc.tuple(tie('bool'), tie('action'), tie('action')).map(([c, x, y]) => `if ${c} { ${x} } else { ${y} }`),
      tie('action').map((x) => `for p in 0..2 { ${x} }`),
    ),
  };
});

/** `p` is the event's parameter; it is replaced by 1 if there is none. */
const withoutParameter = (text: string): string => text.replace(/\bfor p in/g, 'for q in').replace(/\bp\b/g, '1');

const transition = fc
  .tuple(
    fc.constantFrom('E', 'F'),
    fc.option(pieces.bool),
    fc.array(pieces.action, { maxLength: 3 }),
    fc.option(fc.constantFrom('Left', 'Right', 'Inner', 'Other')),
  )
  .map(([event, guard, actions, target]) => {
    const when = guard === null ? '' : ` when ${guard}`;
    const block = actions.length === 0 ? '' : ` do { ${actions.join('  ')} }`;
    const to = target === null ? '' : ` -> ${target}`;
    const text = `on ${event}(p)${when}${block}${to}`;
    return event === 'E' ? text : withoutParameter(text).replace('on F(1)', 'on F');
  });

const block = fc.array(pieces.action.map(withoutParameter), { maxLength: 2 }).map((actions) => actions.join('  '));

const transitions = fc.array(transition, { maxLength: 3 }).map((all) => all.join('\n    '));

/** A choice that fires at most once, because it makes its own guard false. */
const always = fc
  .option(pieces.bool.map(withoutParameter))
  .map((guard) => (guard === null ? '' : `always when g and ${guard} do { g := false } -> Left`));

/** A text with one machine and the check "rules". */
export const randomRules = fc
  .record({
    left: transitions,
    right: transitions,
    inner: transitions,
    machine: transitions,
    enter: block,
    leave: block,
    always,
    sum: pieces.int,
    high: pieces.bool,
  })
  .map(
    ({ left, right, inner, machine, enter, leave, always: choice, sum, high }) => `
event E(p: 0..2)
event F
machine M for pd {
  param k: int = 2
  var a: 0..5 = 0
  var b: 0..2 = 1
  var f: bool = false
  var g: bool = true
  var w: {x, y, z} = y
  var m: map<0..2, 0..3> = 1
  var s: set<0..2> = [0]
  let sum = a + b + k
  let high = ${withoutParameter(high).replace(/\bhigh\b/g, 'f')}
  ${machine}
  initial state Left {
    enter { ${enter} }
    leave { ${leave} }
    ${left}
    initial state Inner {
      ${choice}
      ${inner}
    }
    state Other { }
  }
  state Right {
    ${right}
  }
}
pd one runs M { k: ${sum.length % 3} }
pd two runs M
check "rules" {
  may send E(0) to one  may send E(1) to one  may send E(2) to one  may send F to one
  may send E(1) to two  may send F to two
  never one.a == one.k and (any i in 0..2: two.m[i] == 3)
}
`,
  );
