/** Pairs that two orders put the other way round, compared with a look at every pair. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { inversions } from '../../../language/src/graph/inversions.ts';

describe('inversions', () => {
  it('are the pairs that a look at every pair finds, and nothing of what shares a place', () => {
    const place = fc.nat(6);
    let found = 0;
    fc.assert(
      fc.property(fc.array(fc.record({ old: place, now: place }), { maxLength: 12 }), (items) => {
        const isPair = (a: number, b: number): boolean => {
          const [one, other] = [items[a], items[b]];
          assert.ok(one && other);
          return one.old < other.old && one.now > other.now;
        };
        const pairs = [...items.keys()].flatMap((a) =>
          [...items.keys()].flatMap((b) => (isPair(a, b) ? [[a, b] as const] : [])),
        );
        found += pairs.length;
        const { count, isInverted } = inversions(items);
        assert.equal(count, pairs.length);
        assert.deepEqual(
          [...isInverted],
          [...items.keys()].map((item) => Number(pairs.some((pair) => pair.includes(item)))),
        );
      }),
    );
    assert.ok(found > 100, String(found));
  });
});
