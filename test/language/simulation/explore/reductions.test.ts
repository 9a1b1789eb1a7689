/**
 * What is left out of states, and the moves that wait, change no verdict and no shortest run: compared with the
 * exploration of everything, on models that write, copy, count, send and forget.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs, seed, tried } from '../../../properties.ts';
import { type Explored, exploreText, replayed } from './explored.ts';
import { flowModel } from './random-flow.ts';

/** Larger models are left alone. */
const states = 2000;

const runsOf = ({ exploration }: Explored): string[] =>
  exploration.broken.map(
    ({ kind, counterexample: { steps, loopsTo } }) => `${kind} ${loopsTo === undefined ? steps : 'cycle'}`,
  );

describe('an exploration that leaves out what makes no difference', () => {
  it('says the same of random models, by runs of the same length', async () => {
    const seen = { compared: 0, fewer: 0, waiting: 0, broken: 0, lasting: 0 };
    await fc.assert(
      fc.asyncProperty(flowModel, async (text) => {
        const all = await explorations(text);
        if (all === undefined) return;
        const [whole, forgetful, waiting] = all;
        seen.compared += 1;
        if (forgetful.exploration.states < whole.exploration.states) seen.fewer += 1;
        if (waiting.exploration.transitions !== forgetful.exploration.transitions) seen.waiting += 1;
        for (const { kind } of whole.exploration.broken) {
          seen.broken += 1;
          if (kind === 'eventually' || kind === 'leads to') seen.lasting += 1;
        }
        for (const reduced of [forgetful, waiting]) {
          assert.deepEqual(runsOf(reduced), runsOf(whole), text);
          assert.equal(reduced.verdict, whole.verdict, text);
          // A search that finds something ends before it has seen all states.
          if (whole.verdict !== 'failed') {
            assert.ok(reduced.exploration.states <= whole.exploration.states, text);
            assert.deepEqual(reduced.exploration.unreached, whole.exploration.unreached, text);
          }
          replayed(reduced);
        }
      }),
      { seed: seed + 2, numRuns: runs(10, 20_000) },
    );
    for (const [what, count] of Object.entries(seen)) tried(`reductions: ${what}`, count);
    for (const [what, least] of Object.entries({
      fewer: 1,
      waiting: runs(1, 2),
      broken: runs(2, 4),
      lasting: runs(1, 2),
    }))
      assert.ok(seen[what as keyof typeof seen] >= least, `${what}: ${JSON.stringify(seen)}`);
  });
});

async function explorations(text: string): Promise<[Explored, Explored, Explored] | undefined> {
  const [[whole], [forgetful], [waiting]] = (await Promise.all(
    [{ reduces: false }, { postpones: false }, {}].map((limits) => exploreText(text, { states, ...limits })),
  )) as [Explored[], Explored[], Explored[]];
  assert.ok(whole && forgetful && waiting);
  const isCut = [whole, forgetful, waiting].some(({ exploration }) =>
    exploration.unexplored.some(({ limit }) => limit === 'states'),
  );
  return isCut ? undefined : [whole, forgetful, waiting];
}

describe('a message that every state ignores', () => {
  const says = (idle: string, busy: string): string => `event Tick
machine R for pd {
  initial state Idle { ${idle}  after 1s -> Busy }
  state Busy { ${busy} }
}
machine S for pd { param to: pd  initial state A { enter { send Tick to to } } }
channel net { delay: 10ms }
pd r runs R
pd s runs S { to: r }
check "it" { fault crash of r up to 1  never s crashed }`;

  it('is still seen to arrive in each state in which it may', async () => {
    for (const text of [says('on Tick', 'on Tick'), says('', 'on Tick'), says('on Tick', '')]) {
      const [whole, reduced] = await Promise.all([{ reduces: false }, {}].map((limits) => exploreText(text, limits)));
      assert.deepEqual(whole?.[0]?.exploration.unreached, [], text);
      assert.deepEqual(reduced?.[0]?.exploration.unreached, [], text);
    }
  });
});

describe('the states of a check', () => {
  const count = async (declared: string, states: string, check: string): Promise<[number, number]> => {
    const text = [
      `event Go  event Set(n: int)  event Noise(n: int)\nmachine M for pd {\n${declared}\n${states}\n}`,
      `pd p runs M\ncheck "it" { may send Go to p  may send Set(0) to p  may send Set(1) to p  ${check} }`,
    ].join('\n');
    const [whole, reduced] = await Promise.all([{ reduces: false }, {}].map((limits) => exploreText(text, limits)));
    return [whole?.[0]?.exploration.states ?? 0, reduced?.[0]?.exploration.states ?? 0];
  };
  const taking = 'initial state A { on Set(n) do { x := n } -> B }\nstate B { on Go when x == 1 -> A  on Go -> A }';

  it('forget a variable where it is always written before it is read', async () => {
    assert.deepEqual(await count('var x: int = 0', taking, 'never p crashed'), [4, 3]);
  });

  it('keep it where a property, or what follows a restart, reads it', async () => {
    assert.deepEqual(await count('var x: int = 0', taking, 'never p.x == 2'), [4, 4]);
    const restarting = `persistent var x: int = 0  var y: int = 0\non restarted do { y := x }\n${taking}`;
    const reading = 'always when y == 1 do { y := 0 } -> B';
    const [whole, reduced] = await count(
      '',
      restarting.replace('{ on Set', `{ ${reading} on Set`),
      'fault crash up to 1',
    );
    assert.ok(whole > 0);
    assert.equal(reduced, whole);
  });

  it('forget a counter that nothing reads but itself, and what only an ignored message says', async () => {
    const counting = 'initial state A { on Go do { x := x + 1  if x % 3 == 0 { x := 0 } } }';
    const [whole, reduced] = await count('var x: int = 0', counting, 'never p crashed');
    assert.equal(reduced, whole, 'a condition reads it');
    const sending =
      'initial state A { on Set(n) do { x := n  send Noise(x) to self } -> B }\nstate B { on Noise -> A }';
    const [all, fewer] = await count('var x: int = 0', sending, 'never p crashed');
    assert.ok(fewer < all, `${fewer} of ${all}`);
  });
});
