/** A table of pairs of numbers, compared with a map of texts. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createPairTable } from '../../../../language/src/simulation/explore/tables/pair-table.ts';

describe('a table of pairs', () => {
  it('finds what it was given, and nothing else', () => {
    const pair = fc.tuple(fc.nat(30), fc.oneof(fc.integer(), fc.integer({ min: -3, max: 40 })));
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 300 }), (pairs) => {
        const [table, known] = [createPairTable(), new Map<string, number>()];
        for (const [index, [first, second]] of pairs.entries()) {
          assert.equal(table.get(first, second), known.get(`${first} ${second}`) ?? -1);
          if (known.has(`${first} ${second}`)) continue;
          known.set(`${first} ${second}`, index);
          table.set(first, second, index);
        }
        for (const [first, second] of pairs) assert.equal(table.get(first, second), known.get(`${first} ${second}`));
      }),
    );
  });
});
