/** A packed set numbers rows as a map of texts does, from its first row to several chunks. */
import assert from 'node:assert/strict';
import { createPackedSet } from '../../../../language/src/simulation/explore/tables/packed-set.ts';

/** More rows than two chunks hold. */
const count = 40_000;

describe('a packed set', () => {
  for (const width of [1, 3]) {
    it(`numbers and keeps rows of ${width} as they come`, () => {
      const set = createPackedSet(width);
      const known = new Map<string, number>();
      for (let index = 0; index < count; index++) {
        // Every third row is there already.
        const number = index % 3 === 2 ? index >> 1 : index;
        const row = Int32Array.from({ length: width }, (_, column) => (number * 7919 + column) | 0);
        const key = row.join();
        const expected = known.get(key) ?? known.size;
        known.set(key, expected);
        assert.equal(set.add(row), expected);
      }
      assert.equal(set.size(), known.size);
      const row = new Int32Array(width);
      for (const [key, index] of known) {
        set.read(index, row);
        assert.equal(row.join(), key);
        assert.equal(set.at(index, width - 1), row[width - 1]);
      }
    });
  }

  it('announces how much it takes to grow, long before it does', () => {
    const set = createPackedSet(2);
    const announced: number[] = [];
    let grown = 0;
    for (let index = 0; index < 4 * count; index++) {
      announced.push(set.growth());
      const before = set.bytes();
      set.add(Int32Array.of(index, 7));
      // Rows come in chunks of 16,384.
      if (set.bytes() - before <= 8 * 16_384) continue;
      grown += 1;
      assert.ok((announced[index - 4000] ?? 0) >= set.bytes() - before, String(index));
    }
    assert.ok(grown > 0);
  });

  it('takes little memory while it is small', () => {
    const set = createPackedSet(10);
    set.add(new Int32Array(10).fill(1));
    assert.ok(set.bytes() < 4096, `It takes ${set.bytes()} bytes.`);
  });
});
