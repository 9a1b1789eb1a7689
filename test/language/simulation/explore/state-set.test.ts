/** The set of states, compared with one that keeps its rows as they are. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createPackedSet, unknown } from '../../../../language/src/simulation/explore/tables/packed-set.ts';
import { createStateSet } from '../../../../language/src/simulation/explore/state/state-set.ts';

const moment = fc.integer({ min: -4, max: -1 }).map((id) => [id, id, id]);
const state = fc.tuple(fc.nat(20), fc.nat(20), fc.nat(4));

describe('a set of states', () => {
  it('numbers them as they come, and finds each again', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(state, moment), { maxLength: 300 }), (all) => {
        const [set, plain] = [createStateSet(), createPackedSet(3)];
        const rows = Int32Array.from(all.flat());
        for (const [index, row] of all.entries()) {
          const number = set.add(Int32Array.from(row));
          assert.equal(number, plain.add(rows, index));
          assert.equal(set.add(rows, index), number);
        }
        const [found, wanted] = [new Int32Array(all.length), new Int32Array(all.length)];
        set.find(rows, all.length, found);
        plain.find(rows, all.length, wanted);
        assert.deepEqual(found, wanted);
        // Rows that were looked up all at once are added one by one, twice if they are there twice.
        const later = createStateSet();
        later.find(rows, all.length, found);
        assert.ok(found.every((number) => number === unknown));
        for (const [index, number] of wanted.entries()) assert.equal(later.addFound(rows, index), number);
        const [row, other] = [new Int32Array(4), new Int32Array(4)];
        for (let index = 0; index < set.size(); index++) {
          set.read(index, row);
          plain.read(index, other);
          assert.deepEqual(row, other);
          for (const column of [0, 1, 2]) assert.equal(set.at(index, column), plain.at(index, column));
        }
      }),
    );
  });
});
