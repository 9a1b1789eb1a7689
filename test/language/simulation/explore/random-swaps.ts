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

const machine = some(
  'initial state A { on Go do { tries := (tries + 1) % 3 } -> B  on Mark do { marked := true } }\nstate B { on Go -> A }',
  'initial state A { on Go -> B  on Mark do { marked := true } }\nstate B { after 1s -> A  on Mark do { marked := false } }',
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
  })
  .map(({ machine: states, look: looks, waits, goes, members, property }) =>
    [
      'event Go\nevent Mark\nevent Look\npd a',
      `machine W for pd {\nvar marked: bool = false\nvar tries: 0..2 = 0\n${states}\n}`,
      `machine Boss for pd {\ninitial state Ok { ${looks}  after 1s do { } }\nstate Bad\n}`,
      `pd w[3] runs W { overhead: 1B  ${waits} }\npd boss runs Boss`,
      `check "it" {\n${[goes, 'may send Look to boss', ...members, 'never boss in Bad', `never (count x in w[*]: ${property}) == 2`].join('\n')}\n}`,
    ].join('\n'),
  );
