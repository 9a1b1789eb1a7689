/** SPIN and Aftermath agree on random small systems, and on their numbers of states. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs, tried } from '../../../properties.ts';
import { exportPromela } from '../../../../language/src/simulation/promela/export-promela.ts';
import { carryOut } from '../../../../language/src/simulation/promela/plain-part.ts';
import { toTheEnd } from '../explore/explored.ts';
import { modelFor } from '../oracle/random-model.ts';
import { programOf } from '../random-systems.ts';
import { compare } from './compared.ts';
import { judgeStates } from './spin.ts';

/** Larger ones are left alone. */
const most = 3000;
/** So many at a time, each with SPIN and a compiler of its own. */
const atOnce = 3;

describe('SPIN as a judge of random systems', () => {
  const test = async (text: fc.Arbitrary<string>, numRuns: number): Promise<number> => {
    let compared = 0;
    const judge = async (each: string): Promise<void> => {
      const program = await programOf(each);
      const [check] = program.model.checks;
      assert.ok(check);
      // One that is too large without its properties is not compared either.
      const { unexplored } = toTheEnd(program, { ...check, properties: [] }, { states: most });
      if (unexplored.some(({ limit }) => limit === 'states') || 'uncovered' in exportPromela(program, check)) return;
      try {
        await compare(program, check);
      } catch (error) {
        throw new Error(`${each}\n${error instanceof Error ? error.message : String(error)}`, { cause: error });
      }
      compared += 1;
    };
    const several = fc.array(text, { minLength: atOnce, maxLength: atOnce });
    await fc.assert(
      fc.asyncProperty(several, async (texts) => {
        await Promise.all(texts.map(judge));
      }),
      { numRuns, endOnFailure: true, includeErrorInReport: true },
    );
    tried('by SPIN', compared);
    return compared;
  };

  it('agrees about each of several properties, one of which holds from the start', async () => {
    const program = await programOf(`event Go
machine M for pd {
  initial state A { on Go -> B }
  state B
}
pd p runs M
check "both" {
  send Go to p
  eventually p alive
  p in B leads to p in A
}`);
    const [check] = program.model.checks;
    assert.ok(check);
    assert.deepEqual(await compare(program, check), { verdict: 'broken', states: 3 });
  });

  it('agrees about each combination of plain steps', async () => {
    const program = await programOf(`event Go(by: 0..3)
machine M for pd {
  var n: 0..9 = 0
  initial state A { on Go(by) when n + by < 9 do { n := n + by } }
}
pd p runs M
check "each" { for start in 1..2 { send Go(start) to p }  may send Go(3) to p  never p.n == 9 }`);
    const [check] = program.model.checks;
    assert.ok(check);
    const judged = [0, 1].map(async (combination) => {
      const exported = exportPromela(program, check, combination);
      if (!('value' in exported)) assert.fail(JSON.stringify(exported));
      const { states, broken } = await judgeStates(exported.value.text);
      assert.equal(broken, undefined);
      return exported.value.statesBefore + states;
    });
    const [one = 0, two = 0] = await Promise.all(judged);
    const { states, broken } = toTheEnd(program, check, { reduces: false });
    assert.deepEqual([states, broken], [one + two, []]);
    assert.ok('uncovered' in exportPromela(program, check) && 'uncovered' in exportPromela(program, check, 2));
  });

  it('agrees where the plain steps lead to several states, which await different things', async () => {
    const program = await programOf(`event Go(by: 0..3)
event Done
machine M for pd {
  var n: 0..9 = 0
  persistent var kept: map<0..1, 0..3>
  initial state A {
    on restarted do { kept[1] := 1 }
    on Go(by) do { kept[0] := by  n := (n * 2 + by) % 10 } -> B
    after 5s -> C
  }
  state B { defer Go  on Done -> A }
  state C { after 3s -> A  on Go  on Done }
}
machine S for pd {
  initial state W { after 1s do { send Go(1) to p } -> X }
  state X { after 1s do { send Go(2) to p  send Done to p } -> Y }
  state Y
}
machine T for pd {
  initial state W { after 1s do { send Go(3) to p  send Go(2) to p } -> X }
  state X
}
pd p runs M
pd s runs S
pd t runs T
check "several" {
  run 1s
  fault lose up to 1
  fault crash of p up to 1
  may send Done to p up to 1
  never p.n == 9
  eventually p in C
  p.n == 2 leads to p in C
  s in W and t in X leads to p in A
}`);
    const [check] = program.model.checks;
    assert.ok(check);
    assert.ok(carryOut(program, check).others.length > 5);
    const judged = await compare(program, check);
    assert.deepEqual(judged, { verdict: 'broken', states: 651 });
  });

  it('agrees where a fault comes at the end of a step, before what is due there', async () => {
    const program = await programOf(`machine M for pd { initial state A { on restarted -> B }  state B }
machine S for pd { initial state W { after 1s -> X }  state X }
pd p runs M
pd s runs S
check "at the end" { run 1s  fault crash of p up to 1 }`);
    const [check] = program.model.checks;
    assert.ok(check);
    // p is in A, down or in B: at 0s, at 1s with s in X, and, but for A, at 1s with s still in W.
    assert.deepEqual(await compare(program, check), { verdict: 'holds', states: 8 });
  });

  it('agrees about faults that strike several together, each restarted separately', async () => {
    const program = await programOf(`machine M for pd {
  persistent var lives: 0..2 = 0
  initial state A { on restarted when lives < 2 do { lives := lives + 1 } }
}
pd p runs M
pd q runs M
check "together" { fault crash of p, q together up to 2  never not p alive and q.lives == 2 and q alive }
check "not one alone" { fault halt of p, q together  always p alive or not q alive }`);
    const [together, alone] = program.model.checks;
    assert.ok(together && alone);
    assert.deepEqual(await compare(program, together), { verdict: 'broken', states: 17 });
    assert.deepEqual(await compare(program, alone), { verdict: 'holds', states: 2 });
  });

  it('agrees about channels that keep no order', async () => {
    const program = await programOf(`event Begin
event Number(n: 0..3)
channel net { delay: 1s  ordered: false }
machine Sender for pd {
  initial state Idle { on Begin do { send Number(2) to receiver  send Number(1) to receiver  send Number(1) to receiver } -> Sent }
  state Sent
}
machine Receiver for pd {
  var sum: 0..15 = 0
  initial state Open { on Number(n) do { sum := (sum * 2 + n) % 16 } }
}
pd sender runs Sender
pd receiver runs Receiver
check "any order" { may send Begin to sender up to 1  fault lose up to 1  fault duplicate up to 1  never receiver.sum == 15 }
check "first" { send Begin to sender  never receiver.sum == 8 }
check "last" { may send Begin to sender  eventually receiver.sum > 0 }`);
    const [anyOrder, first, last] = program.model.checks;
    assert.ok(anyOrder && first && last);
    assert.deepEqual(await compare(program, anyOrder), { verdict: 'holds', states: 73 });
    assert.deepEqual(await compare(program, first), { verdict: 'broken', states: 11 });
    assert.deepEqual(await compare(program, last), {
      uncovered: ['a channel that keeps no order, with "eventually" or "leads to"'],
    });
  });

  it('agrees about timers that are put off forever, and those that are not', async () => {
    const program = await programOf(`event Beat
machine Dog for pd { initial state W { on Beat -> W  after 2s -> Bark }  state Bark { on Beat } }
machine Calm for pd { initial state W { on Beat  after 2s -> Bark }  state Bark { on Beat } }
machine Two for pd { initial state I { after 1s -> I  after 2s -> J }  state J }
pd dog runs Dog
pd calm runs Calm
pd two runs Two
check "put off" { may send Beat to dog  eventually dog in Bark }
check "left alone" { may send Beat to calm  may send Beat to dog  calm in W leads to calm in Bark }
check "by another" { eventually two in J }`);
    const [putOff, leftAlone, byAnother] = program.model.checks;
    assert.ok(putOff && leftAlone && byAnother);
    assert.deepEqual(await compare(program, putOff), { verdict: 'broken', states: 8 });
    assert.deepEqual(await compare(program, leftAlone), { verdict: 'holds', states: 8 });
    assert.deepEqual(await compare(program, byAnother), { verdict: 'broken', states: 8 });
  });

  it('agrees about messages, timers, faults and properties', async () => {
    const compared = await test(modelFor('exported'), runs(4, 300));
    assert.ok(compared > 3, `Only ${String(compared)} systems were small enough, and covered.`);
  });

  it('agrees about what follows from plain steps', async () => {
    const compared = await test(modelFor('stepped'), runs(4, 200));
    assert.ok(compared > 1, `Only ${String(compared)} systems were small enough, and covered.`);
  });

  it('agrees about rules', async () => {
    const compared = await test(modelFor('rules'), runs(2, 100));
    assert.ok(compared > 0, `Only ${String(compared)} systems were small enough, and covered.`);
  });
});
