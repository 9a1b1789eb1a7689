/**
 * No constraint is ever broken, measured on the same random models (15,000 in `npm run fuzz`) on which the comparator of
 * the specification breaks constraints in about 23, 75 and 92 of 100.
 */
import assert from 'node:assert/strict';
import { type Teardown, teardown } from '../../../../language/src/analysis/teardown/teardown.ts';
import { defaultPolicy, type Policy } from '../../../../language/src/model/policy.ts';
import { makeModel } from '../../build-model.ts';
import { runs } from '../../../properties.ts';
import {
  type Constraints,
  demanded,
  inEveryOrder,
  randomConstraints,
  randomFrom,
  sortedByComparator,
} from './every-order.ts';

const models = runs(500, 5000);
const seed = 20160701;

function tornDown({ count, owns, after }: Constraints, policy: Partial<Policy> = {}): Teardown {
  const { model } = makeModel(
    Array.from({ length: count }, () => ({ kind: 'object' as const })),
    [
      ...owns.map(([source, target]) => ({ kind: 'owns' as const, source, target })),
      ...after.map(([source, target]) => ({ kind: 'destroyed after' as const, source, target })),
    ],
  );
  const all = model.entities.map(({ id }) => id);
  return teardown(model, all, { ...defaultPolicy, ...policy });
}

function placesOf(layers: readonly (readonly number[])[]): number[] {
  const places: number[] = [];
  for (const [layer, members] of layers.entries()) for (const member of members) places[member] = layer;
  return places;
}

const isBroken = (places: readonly number[], pairs: readonly (readonly [number, number])[]): boolean =>
  pairs.some(([first, then]) => (places[first] ?? 0) >= (places[then] ?? 0));

describe('over random models without cycles', () => {
  for (const [count, percent] of [
    [4, 23],
    [8, 75],
    [12, 92],
  ] as const) {
    it(`of ${count} objects no constraint is broken, and the order is that common to every possible order`, () => {
      const random = randomFrom(seed + count);
      for (let index = 0; index < models; index++) {
        const constraints = randomConstraints(random, count);
        const order = tornDown(constraints, { layers: index % 2 === 0 ? 'earliest' : 'latest' });
        const where = `model ${index} of seed ${seed + count}: ${JSON.stringify(constraints)}`;
        assert.equal(isBroken(placesOf(order.layers), demanded(constraints)), false, where);
        assert.deepEqual(order.dropped, [], where);
        assert.deepEqual(closedPairs(count, order.before), inEveryOrder(constraints), where);
      }
    });

    it(`of ${count} objects the comparator of the specification breaks about ${percent} of 100`, () => {
      const random = randomFrom(seed + count);
      const shuffle = randomFrom(seed - count);
      let broken = 0;
      for (let index = 0; index < models; index++) {
        const constraints = randomConstraints(random, count);
        const sorted = sortedByComparator(shuffle, constraints);
        if (isBroken(placesOf(sorted.map((object) => [object])), demanded(constraints))) broken += 1;
      }
      const rate = (100 * broken) / models;
      assert.ok(Math.abs(rate - percent) < runs(6, 3), `The comparator broke ${rate} of 100.`);
    });
  }
});

describe('over random models with cycles', () => {
  for (const count of [4, 8, 12]) {
    it(`of ${count} objects ownership holds under "ownership", order under "dependency" as far as possible, and nothing is missing`, () => {
      const random = randomFrom(seed * 2 + count);
      for (let index = 0; index < runs(200, 2000); index++) {
        const constraints = randomConstraints(random, count, true);
        const { owns, after } = constraints;
        const where = `model ${index} of seed ${seed * 2 + count}: ${JSON.stringify(constraints)}`;
        const kept = tornDown(constraints, { conflict: 'ownership' });
        const owned = owns.map(([owner, object]) => [object, owner] as const);
        assert.equal(isBroken(placesOf(kept.layers), owned), false, where);
        for (const conflict of ['ownership', 'dependency', 'error'] as const) {
          const order = tornDown(constraints, { conflict });
          const everybody = order.layers.flat().sort((a, b) => a - b);
          assert.deepEqual(everybody, [...Array(count).keys()], where);
          // Layers keep exactly what was not given up.
          const given = new Set(order.dropped.map(({ first, then, side }) => `${side} ${first} ${then}`));
          const held = [
            ...owned.filter(([first, then]) => !given.has(`ownership ${first} ${then}`)),
            ...after
              .map(([then, first]) => [first, then] as const)
              .filter(([first, then]) => !given.has(`dependency ${first} ${then}`)),
          ];
          assert.equal(isBroken(placesOf(order.layers), held), false, where);
          for (const { cycle } of order.dropped) assert.ok(cycle.length >= 2, where);
        }
      }
    });
  }
});

function closedPairs(count: number, pairs: readonly (readonly [number, number])[]): boolean[][] {
  const table = Array.from({ length: count }, () => new Array<boolean>(count).fill(false));
  for (const [first, then] of pairs) (table[first] ?? [])[then] = true;
  for (let via = 0; via < count; via++) {
    for (const row of table) {
      if (row[via] !== true) continue;
      for (let then = 0; then < count; then++) if (table[via]?.[then] === true) row[then] = true;
    }
  }
  return table;
}
