/** Hitting sets, compared with trying every set of numbers. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compareSets, smallestHittingSets } from '../../../language/src/graph/feedback/hitting-sets.ts';

const universe = 8;
const families = fc.array(fc.uniqueArray(fc.nat(universe - 1), { minLength: 0, maxLength: 5 }), { maxLength: 7 });

function search(sets: readonly (readonly number[])[], maxSize: number, maxCount: number) {
  const sorted = sets.map((set) => [...set].sort((a, b) => a - b));
  return smallestHittingSets({
    unhit: (chosen) => sorted.find((set) => !set.some((number) => chosen.includes(number))),
    maxSize,
    maxCount,
    isSpent: () => false,
  });
}

function brute(sets: readonly (readonly number[])[]): number[][] {
  const all = Array.from({ length: 2 ** universe }, (_, mask) =>
    Array.from({ length: universe }, (_, number) => number).filter((number) => ((mask >> number) & 1) === 1),
  );
  const hitting = all.filter((chosen) => sets.every((set) => set.some((number) => chosen.includes(number))));
  const isInside = (a: readonly number[], b: readonly number[]): boolean => a.every((number) => b.includes(number));
  return hitting
    .filter((set) => !hitting.some((other) => other.length < set.length && isInside(other, set)))
    .sort(compareSets);
}

describe('the smallest hitting sets', () => {
  it('are the first of all minimal ones, up to the size and count that are wanted', () => {
    fc.assert(
      fc.property(families, fc.nat(5), fc.integer({ min: 1, max: 6 }), (sets, maxSize, maxCount) => {
        const expected = brute(sets).filter((set) => set.length <= maxSize);
        const found = search(sets, maxSize, maxCount);
        assert.deepEqual(found.sets, expected.slice(0, maxCount));
        if (found.isComplete) assert.deepEqual(found.sets, brute(sets));
      }),
      { numRuns: 2000 },
    );
  });

  it('are complete if the size suffices', () => {
    assert.deepEqual(
      search(
        [
          [1, 2],
          [2, 3],
        ],
        3,
        10,
      ),
      { sets: [[2], [1, 3]], completeUpTo: 3, isComplete: true },
    );
    assert.equal(search([[1], [2]], 1, 10).isComplete, false);
  });

  it('are partial when the work is spent', () => {
    let calls = 0;
    const found = smallestHittingSets({
      unhit: (chosen) => (chosen.includes(3) ? undefined : [1, 2, 3]),
      maxSize: 3,
      maxCount: 9,
      isSpent: () => ++calls > 4,
    });
    assert.deepEqual(found, { sets: [[3]], completeUpTo: 1, isComplete: false });
  });
});
