/** Expressions and values, sentence by sentence of the language page. */
import assert from 'node:assert/strict';
import { assertPasses, runScenarios } from '../run-scenarios.ts';
import { assertEnds } from '../run-errors.ts';

/** Conditions that hold in the world below. */
const facts: Readonly<Record<string, readonly string[]>> = {
  'numbers are exact': [
    '1/7 + 2/7 + 4/7 == 1',
    '0.1 + 0.2 == 0.3',
    '1/3 * 3 == 1',
    '10 / 4 == 5/2',
    '1/3 < 0.34 and 1/3 > 0.33',
    '-7 % 3 == 2',
    '7/2 % 1 == 1/2',
    '9007199254740991 - 1 == 9007199254740990',
  ],
  'durations are added, scaled and divided by each other': [
    '1min + 30s == 90s',
    '1s / 3 * 3 == 1s',
    '2 * 1s == 2s',
    '90s / 1min == 3/2',
    '90s % 1min == 30s',
    '1s - 2s < 0s',
    '-1s + 1s == 0s',
    '1s > 999ms and 1h == 3600s',
  ],
  'plus and minus join and take away sets': [
    '[a, b] + [b, c] == [a, b, c]',
    '[a, b] - [b, c] == [a]',
    '[b, a] == [a, b]',
    '[a, a] == [a]',
    '[] + [a] - [a] == []',
  ],
  'and, or and if look only at what matters': [
    'not (false and 1 / zero.n == 1)',
    'true or 1 / zero.n == 1',
    'if true then true else 1 / zero.n == 1',
  ],
  'a quantifier reaches as far as it can': [
    'all x in [1, 2]: x > 5 or true',
    'any x in [1, 2]: x == 2 and true',
    '(count x in [1, 2, 3]: x > 1 and x < 3 or x == 1) == 2',
    'not (any x in []: true) and (all x in []: false)',
    '(count x in pds: x alive) == count x in pds: true',
    'all x in [1, 2]: any y in [1, 2]: x == y',
  ],
  'in asks for an element, a place in a range, or a state': [
    '2 in [1, 2] and not (3 in [1, 2])',
    '3 in 1..3 and not (4 in 1..3) and not (1/2 in 0..1)',
    '1500ms in 1s..2s and not (3s in 1s..2s)',
    'a in [a, b] and [a, b] in pds',
    'a in A and a in Inner and not (a in B)',
    '5 in 1..1000000000',
  ],
  'a state goes before a set of the same name': ['world in Won'],
  'none equals only none': ['a.peer == none', 'a != none', 'not (none in [a])', 'b.peer == a'],
  'maps have their first value for every key': [
    'a.m[a] == open and a.m[b] == done',
    'a.m[none] == open',
    'a.counts[7] == 0',
  ],
  'the members of a region and what an object owns are what the text declares': [
    'r.members == [a, b]',
    'top.owned == [top.part]',
    'a.type == kind',
  ],
  'texts have the values of expressions in them': [
    '"${a} ${top.part} ${none} ${1/7} ${90s} ${1500ms} ${100us} ${true}" == "a top.part none 1/7 90s 1.5s 100us true"',
    '"${[b, a]} ${a.m} ${a.m[b]}" == "[a, b] {b: done, otherwise open} done"',
  ],
};

const world = `
  machine W {
    param peer: pd = none
    var m: map<pd, {open, done}> = open
    var counts: map<int, int> = 0
    initial state A { enter { m[b] := done } initial state Inner } state B
  }
  machine Z { var n: int = 0 initial state A }
  machine U { var Both: set<pd> = [] initial state Both { always when self in Both -> Won } state Won }
  pd a : kind runs W
  pd b runs W { peer: a }
  pd c
  pd zero runs Z
  pd world runs U
  region r { contains a, b }
  root object top { object part }
`;

describe('an expression', () => {
  for (const [rule, conditions] of Object.entries(facts)) {
    it(`follows the rule: ${rule}`, () =>
      assertPasses(`${world} scenario "s" {\n${conditions.map((each) => `expect ${each}\n`).join('')} }`));
  }

  const errors: Readonly<Record<string, readonly [code: string, members: string]>> = {
    'a range that is left': ['run/range', 'var n: 0..2 = 2  initial state A { on E do {\n n := n + 1 // here\n} }'],
    'a key that is out of its range': [
      'run/range',
      'var n: int = 5 var m: map<0..2, int> = 0  initial state A { on E do {\n m[n] := 1 // here\n} }',
    ],
    'a fraction for a whole number': [
      'run/range',
      'var n: int = 1  initial state A { on E do {\n n := n / 2 // here\n} }',
    ],
    'an argument out of its range': [
      'run/range',
      'var n: int = 12  initial state A { on E do {\n send Small(n) to self // here\n} on Small }',
    ],
    'division by zero in an action': [
      'run/number',
      'var n: int = 0  initial state A { on E do {\n n := 1 / n // here\n} }',
    ],
    'division by zero in a guard': [
      'run/number',
      'var n: int = 0  initial state A {\n on E when 1 % n == 0 -> B // here\n}  state B',
    ],
    'division of a duration by zero': [
      'run/number',
      'var n: int = 0  initial state A { on E -> B } state B {\n after 1s / n -> A // here\n}',
    ],
    'a timer in the past': [
      'run/range',
      'var d: duration = 1s  initial state A { on E -> B } state B {\n after d - 2s -> A // here\n}',
    ],
    'a name of none': ['run/value', 'var p: pd = none  initial state A { on E do {\n log "${p.type}" // here\n} }'],
    'a requirement that does not hold': [
      'run/requirement',
      'var n: int = 0\n require n > 0 else "n is positive" // here\n initial state A { on E }',
    ],
  };
  for (const [what, [code, members]] of Object.entries(errors)) {
    it(`ends the run at its line: ${what}`, () =>
      assertEnds(
        `event E  event Small(n: 0..9)\nmachine M { ${members} }\npd p runs M\nscenario "s" { send E to p }`,
        code,
      ));
  }

  it('names the operator, its operands and their entities', async () => {
    const text = `pd a { data { tier: 1 } }  pd b { data { tier: "x" } }  pd c
      scenario "s" { expect any p in pds: p.tier <= 0 }
      scenario "t" { expect all p in [c]: p.tier + 1 > 0 }`;
    const found = (await runScenarios(text)).flatMap(({ errors }) => errors.map(({ error }) => error.message));
    assert.deepEqual(found, [
      '"<=" has no meaning for b.tier, which is "x", and 0.',
      '"+" has no meaning for c.tier, which is none, and 1.',
    ]);
  });
});
