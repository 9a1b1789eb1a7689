/** Checks of keepalive collection, compared with the only possible run where nothing is left to chance. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../properties.ts';
import { leaseText, playText } from '../lease/lease-runs.ts';
import { exploreText, replayed } from './explored.ts';

/** Times that keep arrivals, ticks and sweeps apart, so that no order of simultaneous events makes a difference. */
const models = fc.record({
  period: fc.constantFrom(3, 7, 11),
  duration: fc.constantFrom(4, 6, 10),
  delay: fc.constantFrom('123ms', '1117ms', '5237ms'),
  ends: fc.option(fc.integer({ min: 1, max: 20 })),
  again: fc.option(fc.integer({ min: 1, max: 20 })),
  isRing: fc.boolean(),
});

const watched = ['S1', 'S2', 'S3, S4, S5'] as const;

describe('a check of keepalive collection', () => {
  it('reports what is broken in the only run, and nothing else', async () => {
    const reached = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(models, async ({ ends, again, isRing, ...settings }) => {
        const steps = [
          ...(ends === null ? [] : [{ at: ends * 1000 + 555, step: 'destroy y.main' }]),
          ...(again === null ? [] : [{ at: again * 1000 + 777, step: 'create x.q' }]),
        ].sort((a, b) => a.at - b.at);
        const plain = steps.map(({ at, step }) => `at ${at}ms ${step}`).join('\n');
        const text = `${leaseText(settings)}
node x { phase: 11ms  object q { refers z.r } }
node y { phase: 322ms  pd main { refers x.q } }
node z { phase: 633ms  object r { ${isRing ? 'refers x.q' : ''} } }
scenario "the run" { ${plain}  at 30s expect true }
${watched.map((names) => `check "${names}" { ${plain}  clock: exact  horizon: 30s  watch: [${names}] }`).join('\n')}`;
        const { broken, failures } = await playText(text, { judges: true });
        assert.deepEqual(failures, []);
        const expected = watched.filter((names) => broken.some(({ property }) => names.includes(property)));
        const explored = await exploreText(text);
        const found = explored.filter(({ exploration }) => exploration.broken.length > 0);
        for (const each of found) replayed(each);
        assert.deepEqual(
          found.map(({ check }) => check.title),
          expected,
          text,
        );
        for (const name of expected) reached.set(name, (reached.get(name) ?? 0) + 1);
        const [first] = broken;
        const message = found[0]?.exploration.broken[0]?.message;
        if (first?.property === 'S1') assert.ok(message?.includes(first.cause ?? ''), text);
      }),
      { numRuns: runs(12) },
    );
    assert.ok((reached.get('S1') ?? 0) > 2 && (reached.get('S2') ?? 0) > 2, JSON.stringify([...reached]));
  });

  it('names losses or settings as the reason, whichever applies', async () => {
    const checks = `node x { object q }
node y { pd main { refers x.q } }
check "lost" { clock: exact  horizon: 60s  watch: [S1]  fault lose up to 4 }
check "not often enough" { clock: exact  horizon: 60s  watch: [S1]  fault lose up to 2 }`;
    const reasons = async (period: number): Promise<(string | undefined)[]> =>
      (await exploreText(leaseText({ period }) + checks)).map(
        ({ exploration }) => exploration.broken[0]?.message.split('Cause: ')[1],
      );
    assert.deepEqual(await reasons(6), ['keepalives were lost.', undefined]);
    assert.deepEqual(await reasons(25), Array(2).fill('the period is not shorter than the lease.'));
  });
});
