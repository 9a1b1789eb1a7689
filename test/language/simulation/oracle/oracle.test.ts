/**
 * One meaning, several executors: the kernel, with steps that are remembered and without, the compiled rules, and the
 * second executor say the same of random models; and the models reach what they are there to reach.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs, tried } from '../../../properties.ts';
import { compareExecutors } from './compare.ts';
import type { Construct } from './constructs.ts';
import { constructs } from './constructs.ts';
import { randomModel } from './random-model.ts';

/** Larger models are left alone: the second executor is slow. */
const most = 150;

describe('a random model', () => {
  it('means the same to all executors, and each construct is reached', async () => {
    const reached = new Map<Construct, number>();
    let [compared, compiled] = [0, 0];
    await fc.assert(
      fc.asyncProperty(randomModel, async (text) => {
        const judged = await compareExecutors(text, most);
        if (!judged.isSmall) return;
        compared += 1;
        compiled += Number(judged.isCompiled);
        for (const each of judged.reached) reached.set(each, (reached.get(each) ?? 0) + 1);
      }),
      { numRuns: runs(1200, 120_000) },
    );
    tried('by all executors', compared);
    tried('by compiled rules', compiled);
    for (const [construct, count] of reached) tried(construct, count);
    assert.ok(compared >= runs(1000, 100_000), `Only ${compared} models were small enough.`);
    const missing = Object.entries(constructs).filter(
      ([construct, least]) => (reached.get(construct as Construct) ?? 0) < (least * compared) / 1000,
    );
    assert.deepEqual(missing, [], `Of ${compared} models too few reached: ${JSON.stringify([...reached])}`);
    assert.ok(compiled > compared / 10, `Only ${compiled} models were compiled.`);
  }).timeout(3_600_000);
});
