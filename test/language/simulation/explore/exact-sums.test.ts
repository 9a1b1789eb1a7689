/**
 * A sum that is too large to be exact ends a run, and is found although nothing reads it: compared with the second
 * executor, which leaves nothing out of its states.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runText } from '../../../../server/src/search/run-javascript.ts';
import { runs, tried } from '../../../properties.ts';
import { lowered } from '../../dsl/load-text.ts';
import { search } from '../oracle/search.ts';
import { type Explored, exploreText, replayed } from './explored.ts';

const runsOf = ({ exploration }: Explored): string[] =>
  exploration.broken.map(({ kind, counterexample: { steps } }) => `${kind} ${steps}`);

/** Where a large number may come from, each alone among small ones. */
const amount = fc.constantFrom('9007199254740000', '4000000000000000', '3000000 * 1000000000');
const small = fc.constantFrom('0', '1', '2');
const nameOf = {
  ...{ preset: 'preset', chosen: 'chosen', let: 'derived', count: 'limit', sent: 'k', listed: 'm' },
  ...{ set: 'm', start: 'n', data: 'self.weight' },
};
const places = Object.keys(nameOf) as (keyof typeof nameOf)[];

const name = fc.constantFrom('n', 'm');
const term = fc.constantFrom(
  'n',
  'm',
  'preset',
  'derived',
  'limit',
  'kept[0]',
  '1',
  '3',
  'k',
  'LARGE',
  'LARGE',
  'LARGE',
);
const value: fc.Arbitrary<string> = fc.oneof(
  term,
  fc.tuple(term, fc.constantFrom('+', '-', '+', '*'), term).map((parts) => parts.join(' ')),
  fc.tuple(name, term).map(([a, b]) => `(${a} + ${b}) % 3`),
  fc.tuple(name, term, term).map(([a, b, c]) => `if ${a} < 2 then ${b} + ${c} else 0`),
  fc.tuple(name, term).map(([a, b]) => `if ${a} == 2 then 9007199254740000 + ${b} else 0`),
);
const action = fc.oneof(
  fc.tuple(name, value).map(([a, b]) => `${a} := ${b}`),
  fc.tuple(name, term).map(([a, b]) => `${a} := ${a} + ${b}`),
  fc.tuple(name, term).map(([a, b]) => `kept[0] := kept[0] + ${a} - ${b}`),
  fc.tuple(term, term).map(([a, b]) => `flag := ${a} + ${b} > 3`),
  fc.tuple(term, term).map(([a, b]) => `log "\${${a} + ${b}}"`),
);
const property = fc.constantFrom('never a crashed', 'never a crashed', 'never a.n == 2');
const block = fc.array(action, { minLength: 2, maxLength: 3 }).map((all) => all.join('  '));

/** A model with a PD that adds up what comes from anywhere; little of it is read. */
function modelOf(
  place: keyof typeof nameOf,
  large: string,
  { others, go, put, property }: Readonly<Record<'go' | 'put' | 'property', string>> & { others: readonly string[] },
): string {
  const at = (each: keyof typeof nameOf): string => (each === place ? large : (others[places.indexOf(each)] ?? '0'));
  const named = (text: string): string => text.replaceAll('LARGE', nameOf[place]);
  const plain = (text: string): string => named(text).replaceAll(/\bk\b/g, 'limit');
  return [
    'event Go  event Put(k: int)',
    'machine M for pd {',
    `  param preset: int = ${at('preset')}  param chosen: int = 1  let derived = preset + ${at('let')}`,
    `  var n: int = ${at('start')}  var m: int = 0  var limit: int = 0  var flag: bool = false`,
    '  var kept: map<0..1, int> = 0',
    `  on Go do { ${plain(go)} }`,
    `  on Put(k) do { for i in [${at('listed')}] { m := m + i }  limit := ${at('count')}  ${named(put)} }`,
    '}',
    `pd a runs M { chosen: ${at('chosen')}  data { weight: ${at('data')} } }`,
    `check "it" { may send Go to a up to 2  may send Put(${at('sent')}) to a up to 1`,
    `  may set a.m = ${at('set')} up to 1  ${property} }`,
  ].join('\n');
}

const sums = fc
  .tuple(
    fc.constantFrom(...places),
    amount,
    fc.record({ others: fc.array(small, { minLength: 9 }), go: block, put: block, property }),
  )
  .map((parts) => modelOf(...parts));

/** Asserts that a check says the same as a search of everything; returns the kind of the nearest violation. */
async function judged(text: string): Promise<string | undefined> {
  const model = await lowered(text);
  const [check] = model.checks;
  assert.ok(check, text);
  const found = search(model, check, { most: 400, ignored: [], reach: () => undefined });
  assert.ok(found, text);
  const [nearest, ...others] = found.flatMap(({ first }) => first).sort((a, b) => a.steps - b.steps);
  const possible = [nearest, ...others].filter((each) => each?.steps === nearest?.steps);
  for (const limits of [{}, { reduces: false }, { engine: { runText } }]) {
    const [explored] = await exploreText(text, limits);
    assert.ok(explored);
    const [ended, ...more] = runsOf(explored);
    assert.deepEqual(more, [], text);
    const expected = possible.map((each) => each && `${each.kind} ${each.steps}`);
    assert.ok(expected.includes(ended), `${ended ?? 'passed'}, not ${expected.join()}\n${text}`);
    replayed(explored);
  }
  return nearest?.kind;
}

describe('a sum that is soon too large to be exact', () => {
  it('is found wherever its amounts come from, although nothing reads it', async () => {
    const adding = 'n := n + LARGE  n := n + LARGE';
    for (const place of places) {
      const text = modelOf(place, '9007199254740000', {
        others: [],
        go: adding,
        put: adding,
        property: 'never a crashed',
      });
      assert.equal(await judged(text), 'error', text);
    }
    let errors = 0;
    await fc.assert(
      fc.asyncProperty(sums, async (text) => {
        if ((await judged(text)) === 'error') errors += 1;
      }),
      { numRuns: runs(8, 20_000) },
    );
    tried('sums that are too large', errors);
  });

  it('of durations is found too', async () => {
    const [explored] = await exploreText(`event Go
machine M for pd { param long: duration = 100000d  var n: duration = 0s  initial state S { on Go do { n := n + long } } }
pd a runs M
check "it" { may send Go to a  never a crashed }
`);
    assert.ok(explored);
    assert.deepEqual(runsOf(explored), ['error 2']);
    replayed(explored);
  });

  it('does not keep counters of small amounts in the states', async () => {
    const [explored] = await exploreText(`event Go  event Put(k: int)
machine M for pd { param step: int = 5  var n: int = 0  var m: int = 0
  on Go do { n := n + step }  on Put(k) do { m := m + k * 1000 } }
pd a runs M { step: 7 }
check "it" { may send Go to a  may send Put(900) to a  never a crashed }
`);
    assert.ok(explored);
    assert.equal(explored.verdict, 'passed');
    assert.equal(explored.exploration.states, 1);
  });
});
