/** SPIN says the same as Aftermath of random small systems, and counts as many states. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { exportPromela } from '../../../../language/src/simulation/promela/export-promela.ts';
import { toTheEnd } from '../explore/explored.ts';
import { randomRules } from '../random-rules.ts';
import { programOf } from '../random-systems.ts';
import { compare } from './compared.ts';
import { randomExported } from './random-exported.ts';

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

  it('agrees about messages, timers, faults and properties', async () => {
    const compared = await test(randomExported, 4);
    assert.ok(compared > 3, `Only ${String(compared)} systems were small enough, and covered.`);
  }).timeout(300_000);

  it('agrees about rules', async () => {
    const compared = await test(randomRules, 2);
    assert.ok(compared > 0, `Only ${String(compared)} systems were small enough, and covered.`);
  }).timeout(300_000);
});
