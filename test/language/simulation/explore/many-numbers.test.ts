/**
 * A list of many numbers is compared with an array, past its first chunks.
 */
import assert from 'node:assert/strict';
import { createManyNumbers } from '../../../../language/src/simulation/explore/tables/many-numbers.ts';

describe('a list of many numbers', () => {
  it('contains what an array does, from the first number to the fourth chunk', () => {
    const [list, array]: [ReturnType<typeof createManyNumbers>, number[]] = [createManyNumbers(), []];
    for (let round = 0; array.length < 200_000; round++) {
      const others = Int32Array.from({ length: (round * 37) % 100 }, (_, index) => round * 1000 - index);
      const from = Math.min(others.length, round % 3);
      list.append(others, from, others.length);
      array.push(...others.subarray(from));
      list.push(round);
      array.push(round);
      assert.equal(list.size(), array.length);
      assert.equal(list.at(array.length - 1), round);
    }
    for (let index = 0; index < array.length; index += 1000) {
      list.set(index, index);
      array[index] = index;
    }
    assert.deepEqual(
      array.map((_, index) => list.at(index)),
      array,
    );
    assert.ok(list.bytes() >= 4 * array.length && list.bytes() < 4 * array.length + 4 * 65_536);
  });
});
