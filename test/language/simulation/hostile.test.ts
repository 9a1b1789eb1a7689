/** Malicious models: no run hangs or overflows the stack; each ends in an error with a line. */
import assert from 'node:assert/strict';
import type { Machine, DeclaredState } from '../../../language/src/model/machines/machine.ts';
import { initial } from '../../../language/src/simulation/kernel/kernel.ts';
import { compileModel } from '../../../language/src/simulation/program/program.ts';
import { within } from '../../within.ts';
import { assertEnds } from './run-errors.ts';
import { assertPasses } from './run-scenarios.ts';
import { modelWith } from './kernel/random-machine.ts';

const hostile: Readonly<Record<string, readonly [code: string, text: string]>> = {
  'eventless transitions without end': [
    'run/endless',
    `machine M { initial state A {\n always -> B // here\n} state B { always -> A } }
     pd p runs M scenario "s" { run 1s }`,
  ],
  'eventless transitions without target': [
    'run/endless',
    `machine M { var n: int = 0 initial state A {\n always do { n := n + 1 } // here\n} }
     pd p runs M scenario "s" { run 1s }`,
  ],
  'two machines that keep each other going': [
    'run/endless',
    `machine M { param o: pd  param lag: int = 0  var n: int = 0 initial state A {\n always when o.n + lag > n do { n := n + 1 } // here\n} }
     pd p runs M { o: q  lag: 1 } pd q runs M { o: p } scenario "s" { run 1s }`,
  ],
  'messages to itself without end': [
    'run/endless',
    `machine M { initial state A { on E do {\n send E to self // here\n} } }
     pd p runs M scenario "s" { send E to p }`,
  ],
  'messages to and fro without end': [
    'run/endless',
    `machine M { param o: pd  initial state A { on E do {\n send E to o // here\n} } }
     pd p runs M { o: q } pd q runs M { o: p } scenario "s" { send E to p }`,
  ],
  'messages that multiply': [
    'run/endless',
    `machine M { initial state A { on E do {\n for x in 1..100 { send E to self } // here\n} } }
     pd p runs M scenario "s" { send E to p }`,
  ],
  'messages that pile up over time': [
    'run/endless',
    `channel wan { delay: 1s }
     machine M { param o: pd  initial state A { on E do {\n for x in 1..1000 { send E to o } // here\n} } }
     pd p runs M { o: q } pd q runs M { o: p } scenario "s" { send E to p run 1h }`,
  ],
  'a timer that takes no time': [
    'run/endless',
    `machine M { initial state A {\n after 0s -> A // here\n} }
     pd p runs M scenario "s" { run 1s }`,
  ],
  'a number that no longer fits': [
    'run/number',
    `machine M { initial state A {\n always when 99999999999999 * 99999 > 1 -> B // here\n} state B }
     pd p runs M scenario "s" { run 1s }`,
  ],
  'a number that grows too large': [
    'run/number',
    `machine M { var n: int = 2 initial state A {\n always do { n := n * n } // here\n} }
     pd p runs M scenario "s" { run 1s }`,
  ],
  'a fraction that grows too fine': [
    'run/number',
    `machine M { var n: number = 1/3 initial state A {\n always do { n := n * n } // here\n} }
     pd p runs M scenario "s" { run 1s }`,
  ],
  'a delay beyond all clocks': [
    'run/number',
    `machine M { initial state A {\n after 99999d * 99999 -> B // here\n} state B }
     pd p runs M scenario "s" { run 1s }`,
  ],
  'delays that add up beyond all clocks': [
    'run/number',
    `machine M { initial state A {\n after 100000d -> A // here\n} }
     pd p runs M scenario "s" { run 100000d run 100000d }`,
  ],
  'a text that doubles': [
    'run/range',
    `machine M { var t: text = "aftermath" initial state A {\n always do { t := "\${t}\${t}" } // here\n} }
     pd p runs M scenario "s" { run 1s }`,
  ],
  'a map with too many keys': [
    'run/number',
    `machine M { var m: map<int, int> = 0 initial state A { on E do {\n for i in 1..100000 { m[i] := i } // here\n} } }
     pd p runs M scenario "s" { send E to p }`,
  ],
  'a range with too many numbers': [
    'run/work',
    `machine M { initial state A { on E do {\n for i in 1..9000000000 { log "\${i}" } // here\n} } }
     pd p runs M scenario "s" { send E to p }`,
  ],
  'values of two entities that are computed from each other': [
    'run/endless',
    `machine M { param o: pd = none  let d = if o == none then 0 else o.d + 1  initial state A {\n on E when d > 3 -> B // here\n} state B }
     pd p runs M { o: q } pd q runs M { o: p } scenario "s" { send E to p }`,
  ],
};

/** Forty `let`s, each of which needs the one before twice. */
const doubling = (first: string, next: (before: string) => string): string =>
  Array.from({ length: 40 }, (_, index) => `let l${index + 1} = ${next(`l${index}`)}`)
    .join(' ')
    .replace(/^/, `let l0 = ${first} `);

/** Models with more work in one step than is done in one: each ends at its line. */
const laborious: Readonly<Record<string, string>> = {
  'lets that double a number': `machine M { var x: int = 1 ${doubling('x', (l) => `${l} + ${l}`)}
     initial state A {\n on E when l40 > 0 -> A // here\n} }`,
  'lets that choose': `machine M { var x: int = 1 ${doubling('x', (l) => `if ${l} > 0 then ${l} else 0`)}
     initial state A {\n on E when l40 > 0 -> A // here\n} }`,
  'lets that double a set': `machine M { ${doubling('[1]', (l) => `${l} + ${l}`)}
     initial state A {\n on E when 1 in l40 -> A // here\n} }`,
  'lets that quote each other': `machine M { ${doubling('""', (l) => `"\${${l}}\${${l}}"`)}
     initial state A { on E do {\n log l40 // here\n} } }`,
  'quantifiers in quantifiers': `machine M {
     initial state A {\n on E when all a in 1..999: all b in 1..999: all c in 1..999: a + b + c > 0 -> A // here\n} }`,
  'loops in loops': `machine M { var x: int = 0
     initial state A { on E do { for a in 1..9999 {\n for b in 1..9999 { x := a } // here\n} } } }`,
  'a range without end': `machine M { initial state A {\n on E when (count a in 0..1000000000000: true) > 0 -> A // here\n} }`,
  'a loop over a range without end': `machine M { initial state A { on E do {\n for a in 0..9007199254740991 { } // here\n} } }`,
  'sums of large sets': `machine M { var s: set<int> = []
     initial state A { on E do {\n ${Array.from({ length: 9 }, (_, n) => `s := s + [${n}, 0] for a in 0..500000 { s := s + [a] }`).join(' ')} // here\n} } }`,
  'differences of large sets': `pd q[4000] machine M {
     initial state A {\n on E when all a in pds: a in (pds - [p] + [a]) or true -> A // here\n} }`,
  'a set in a set, each asked for': `pd q[3000] machine M { initial state A {\n on E when (pds - [p]) in (pds - [p]) -> A // here\n} }`,
  'a text of texts': `machine M { initial state A {\n on E when all a in 0..999999: "\${a} \${a}" != "" -> A // here\n} }`,
  'what every pair can reach': `pd q[300] machine M {
     initial state A {\n on E when all a in pds: all b in pds: tcb(a) == impact(b) or true -> A // here\n} }`,
  'crashes one after the other': `object o[2000] machine M {
     initial state A { on E do { for a in 0..9999 {\n create o[0] destroy o[0] // here\n} } } }`,
};

describe('a run of a hostile model', () => {
  for (const [what, text] of Object.entries(laborious)) {
    it(`ends in run/work at its line: ${what}`, () =>
      within(20, () => assertEnds(`event E\n${text} pd p runs M scenario "s" { send E to p }`, 'run/work')));
  }

  it('ends in run/work where its combinations are too many', async () => {
    for (const sets of [
      'a in pds, b in pds, c in pds, d in pds',
      'a in 0..1000000000000',
      'a in 0..999999, b in 0..3',
    ]) {
      await assertEnds(`pd p[100] scenario "s" {\n for ${sets} { crash p[0] } // here\n}`, 'run/work');
    }
  });

  it('may evaluate very many values, and as many again in the next step', () =>
    within(20, () =>
      assertPasses(`pd p[1000] scenario "s" {
      ${'expect all a in pds: (count b in pds: a == b) == 1 and (any b in pds: a == b) '.repeat(3)}
    }`),
    ));

  for (const [what, [code, text]] of Object.entries(hostile)) {
    it(`ends in ${code} at its line: ${what}`, () => assertEnds(`event E\n${text}`, code));
  }

  it('enters a machine of a thousand levels', () => {
    const states = Array.from({ length: 1000 }, (_, index): DeclaredState => ({
      name: `S${index}`,
      parent: index === 0 ? undefined : index - 1,
      initial: true,
      final: false,
      enter: [],
      leave: [],
      transitions: [],
      deferred: [],
      place: 0,
    }));
    const machine: Machine = {
      name: 'Deep',
      for: undefined,
      parameters: [],
      variables: [],
      lets: [],
      requirements: [],
      transitions: [],
      deferred: [],
      states,
      documentation: undefined,
      place: 0,
    };
    const { run, started } = initial(compileModel(modelWith(machine)), {
      draw: { pick: () => 0 },
      tell: undefined,
      keepsHistory: false,
    });
    assert.deepEqual([started.error, run.state.active[0]], [undefined, 999]);
  });

  it('takes ten thousand steps in a row over many instants', () =>
    assertPasses(`machine M { var n: int = 0 initial state A { after 1ms do { n := n + 1 } -> A } }
      pd p runs M scenario "s" { run 20s expect p.n == 20000 }`));
});
