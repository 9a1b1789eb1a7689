/**
 * Random models with copies of a PD in which the environment says who of them does what, how often, and what ends: all
 * that must trade places with the copies.
 */
import fc from 'fast-check';
import { some } from '../oracle/random-pieces.ts';

const each = (text: string, order: readonly number[]): string =>
  order.map((index) => text.replaceAll('#', `w[${index}]`)).join('  ');

const orders = some('0 1 2', '2 1 0', '1 0 2').map((text) => text.split(' ').map(Number));

const actions = fc
  .tuple(
    some(
      ...['may send Mark to # up to 1', 'may set #.overhead = 5B'],
      ...['may set #.overhead = 5B up to 1', 'may destroy #', 'may destroy # up to 1', 'may crash # up to 1'],
    ),
    orders,
  )
  .map(([text, order]) => each(text, order));

const others = some(
  ...['may send Go to w[*] up to 1', 'may destroy a up to 1', 'fault crash of w[*] up to 1'],
  ...['set w[1].overhead = 5B', 'send Go to w[2]', 'destroy w[1]', 'may send Mark to [w[0], w[1], w[2]] up to 1'],
);

const seen = some(
  ...[
    'x in B and x.overhead == 5',
    'x.marked and x in A',
    'x doomed and x in B',
    'x crashed',
    'x in B and x.overhead < 5',
  ],
  ...['x.marked and x.overhead == 5', 'x.tries == 2', 'x destroyed and x.overhead == 5'],
);

const look = fc
  .tuple(some('always', 'on Look'), seen, some('', ' and (count y in w[*]: y in B) == 1'))
  .map(([trigger, one, more]) => `${trigger} when (any x in w[*]: ${one})${more} -> Bad`);

/** What a boss knows, and how it chooses one of the copies: by a loop whose turns depend on each other, or not. */
const boss =
  'var names: set<text> = []\nvar last: pd = none\nvar chosen: map<pd, bool> = false\nlet decided = any y in w[*]: chosen[y]\n';
const elects = some(
  ...['', '', '', ''],
  'for x in w[*] { if not any y in w[*]: chosen[y] { chosen[x] := true } }',
  'for x in w[*] { if not decided { chosen[x] := true } }',
  'for x in w[*] { if x.marked and not chosen[x] { chosen[x] := true } }',
);
const ofBoss = some(
  '',
  'never any x in w[*]: boss.chosen[x] and boss.last != x and boss.last != none',
  'never boss.last == none and any x in w[*]: boss.chosen[x]',
  'never (count name in boss.names: true) == 2',
  'never boss.names == ["w[0]", "w[2]"]',
);

const machine = some(
  'initial state A { on Go do { tries := (tries + 1) % 3 } -> B  on Mark do { marked := true } }\nstate B { on Go -> A }',
  'initial state A { on Go -> B  on Mark do { marked := true } }\nstate B { after 1s -> A  on Mark do { marked := false } }',
  'initial state A { on Go do { send Told("${self}", self) to boss } -> B  on Mark do { marked := true } }\nstate B',
  'initial state A { on Go do { send Told("", self) to boss } -> B  on Mark do { marked := true } }\nstate B',
  'initial state A { on Go when any x in w[*]: x in B -> B  on Go when marked -> B  on Mark do { marked := true } }\nstate B',
);

/** A model with one check. */
export const swaps: fc.Arbitrary<string> = fc
  .record({
    machine,
    look,
    waits: some('', 'waits for a', 'waits for a', 'dies with a'),
    goes: orders.map((order) => each('may send Go to #', order)),
    members: fc.uniqueArray(fc.oneof(actions, actions, others), { minLength: 1, maxLength: 2 }),
    property: seen,
    elects,
    ofBoss,
  })
  .map(({ machine: states, look: looks, waits, goes, members, property, elects: loop, ofBoss: known }) =>
    [
      'event Go\nevent Mark\nevent Look\nevent Told(name: text, by: pd)\npd a',
      `machine W for pd {\nvar marked: bool = false\nvar tries: 0..2 = 0\n${states}\n}`,
      `machine Boss for pd {\n${boss}initial state Ok { ${looks}  after 1s do { ${loop} }  on Told(n, b) do { names := names + [n]  last := b } }\nstate Bad\n}`,
      `pd w[3] runs W { overhead: 1B  ${waits} }\npd boss runs Boss`,
      `check "it" {\n${[goes, 'may send Look to boss', ...members, 'never boss in Bad', `never (count x in w[*]: ${property}) == 2`, known].join('\n')}\n}`,
    ].join('\n'),
  );
