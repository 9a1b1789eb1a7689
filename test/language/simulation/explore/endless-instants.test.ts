/** An instant of the plain steps that does not end is found by a cycle, or by a run in which more and more happens. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs, tried } from '../../../properties.ts';
import { programOf } from '../random-systems.ts';
import { exploreText, replayed, toTheEnd } from './explored.ts';
import { exploreNaively } from './naive-explorer.ts';

const senders = (reaction: string): string => `event E
machine P for pd { param to: pd  initial state S { on E do { ${reaction} } } }
pd a runs P { to: b }
pd b runs P { to: c }
pd c runs P { to: d }
pd d runs P { to: a }`;

const three = fc.constantFrom('a', 'b', 'c');
const reaction = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.constantFrom('do { n := true }', 'when n', 'when not n -> B', 'when not n do { n := true }'),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('E', 'F'), three, fc.constantFrom('', 'when not n ', 'when n '))
      .map(([event, to, when]) => `${when}do { send ${event} to ${to} }`),
  },
  fc
    .tuple(fc.constantFrom('E', 'F'), three)
    .map(([event, to]) => `when not n do { n := true  send ${event} to ${to} }`),
  fc.tuple(fc.constantFrom('E', 'F'), three).map(([event, to]) => `do { send ${event} to ${to} } -> B`),
);
const machine = fc
  .tuple(reaction, reaction, fc.constantFrom('', 'after 1s -> A', 'on F -> A'))
  .map(
    ([e, f, back]) => `for pd { var n: bool = false  initial state A { on E ${e}  on F ${f} }  state B { ${back} } }`,
  );
/** Three PDs that answer messages with messages. */
const talking = fc
  .tuple(machine, machine, machine, fc.constantFrom('', 'fault lose up to 1  '), fc.constantFrom('E', 'F'))
  .map(([a, b, c, fault, event]) =>
    [
      ...['event E\nevent F', `machine A ${a}`, `machine B ${b}`, `machine C ${c}`],
      ...['pd a runs A', 'pd b runs B', 'pd c runs C'],
      `check "it" { ${fault}send ${event} to [a, b]  run 1s }`,
    ].join('\n'),
  );

describe('an instant of plain steps that does not end', () => {
  it('is found in seconds where several send in every order', async () => {
    const [explored] = await exploreText(
      `${senders('send E to to')}\ncheck "it" { send E to [a, b, c, d]  expect false }`,
    );
    assert.ok(explored);
    const [broken] = explored.exploration.broken;
    assert.equal(broken?.code, 'run/endless');
    assert.ok(broken.counterexample.steps < 20, String(broken.counterexample.steps));
    assert.ok(explored.exploration.states < 5000, String(explored.exploration.states));
    const [steps] = replayed(explored);
    assert.equal(steps?.length, broken.counterexample.steps);
  });

  it('is found in seconds where more and more is sent', async () => {
    // One more with every eighth message: with each, the steps of a run take as long as there are messages, thousands.
    const [explored] = await exploreText(`event E
machine P for pd {
  param to: pd
  var n: 0..7 = 0
  initial state S { on E do { n := (n + 1) % 8  send E to to  if n == 0 { send E to self } } }
}
pd a runs P { to: b }
pd b runs P { to: a }
check "it" { send E to [a, b]  expect false }`);
    assert.ok(explored);
    assert.equal(explored.exploration.broken[0]?.code, 'run/endless');
    replayed(explored);
  });

  it('is found exactly where some moment comes back', async () => {
    let [compared, endless] = [0, 0];
    await fc.assert(
      fc.asyncProperty(talking, async (text) => {
        const program = await programOf(text);
        const [check] = program.model.checks;
        assert.ok(check);
        const naive = exploreNaively(program, check, { most: 300, ignored: [] });
        if (naive === undefined) return;
        const { broken } = toTheEnd(program, check);
        assert.deepEqual(
          broken.map(({ kind, code }) => `${kind} ${code === 'run/endless' ? 'endless' : String(code)}`),
          naive.broken,
          text,
        );
        compared += 1;
        if (broken.length > 0) endless += 1;
      }),
      { numRuns: runs(40) },
    );
    tried('instants compared', compared);
    assert.ok(endless > 3 && compared - endless > 3, `${endless} of ${compared} without an end.`);
  });

  it('is one of more steps than a run allows, whichever clock, and after the plain steps too', async () => {
    const model = `event E
machine Counter for pd {
  var n: int = 0
  initial state S { on E when n < 10100 do { n := n + 1  send E to self } }
}
machine Clock for pd {
  var n: int = 0
  initial state S { on E -> T }
  state T { after 1ms when n < 10100 do { n := n + 1 } -> T }
}
pd a runs Counter
pd b runs Clock
check "plain" { send E to a  never a.n > 10100 }
check "exact" { clock: exact  may send E to a up to 1  never a.n > 10100 }
check "any" { may send E to a up to 1  never a.n > 10100 }
check "over time" { clock: exact  may send E to b up to 1  never b.n > 10100 }
`;
    const explored = await exploreText(model);
    const codes = explored.map(({ exploration: { broken } }) => broken[0]?.code);
    assert.deepEqual(codes, ['run/endless', 'run/endless', 'run/endless', undefined]);
    assert.ok((explored[3]?.exploration.depth ?? 0) > 10_000);
    for (const each of explored) for (const steps of replayed(each)) assert.ok(steps.length > 9_999);
  });

  it('is found where each of the raised events has several outcomes', async () => {
    const [explored] = await exploreText(`event E
event Lost
channel net { delay: 1ms  loss: 1/2 }
machine M for pd { param to: pd  initial state S { on E do { raise E  send Lost to to }  on Lost } }
pd a runs M { to: b }
pd b runs M { to: a }
check "it" { may send E to a up to 1  never a crashed }
`);
    assert.ok(explored);
    const [broken] = explored.exploration.broken;
    assert.equal(broken?.kind, 'error');
    assert.ok(explored.exploration.states < 10, String(explored.exploration.states));
    replayed(explored);
  });

  it('with many outcomes is explored one outcome at a time', async () => {
    const [explored] = await exploreText(`event E
event Lost
channel net { delay: 1ms  loss: 1/2 }
machine M for pd { param to: pd  var n: int = 0
  initial state S { on E when n < 13 do { n := n + 1  raise E  send Lost to to }  on Lost } }
pd a runs M { to: b }
pd b runs M { to: a }
check "it" { may send E to a up to 1  never a.n == 13 and b.n == 0 }
`);
    assert.equal(explored?.exploration.broken[0]?.kind, 'never');
    replayed(explored);
  });
});
