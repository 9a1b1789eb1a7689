/** On random models of every kind of entity and relation, the order is that of the naive oracle. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { teardown } from '../../../../language/src/analysis/teardown/teardown.ts';
import type { EntityId } from '../../../../language/src/model/entity-kind.ts';
import { defaultPolicy, type Policy } from '../../../../language/src/model/policy.ts';
import { relationEnds, relationKinds } from '../../../../language/src/model/relation.ts';
import { type Built, makeModel, type RelationLiteral } from '../../build-model.ts';
import { parts } from '../random-model.ts';
import { naiveOrder } from './naive-order.ts';

const policy: fc.Arbitrary<Policy> = fc
  .record({
    conflict: fc.constantFrom('ownership' as const, 'dependency' as const, 'error' as const),
    layers: fc.constantFrom('earliest' as const, 'latest' as const),
    throughSurvivors: fc.boolean(),
  })
  .map((each) => ({ ...defaultPolicy, ...each }));

const ordering = relationKinds.filter((kind) =>
  ['manages', 'requests', 'maps', 'owns', 'destroyed after'].includes(kind),
);
const extra = fc.array(
  fc.record({
    kind: fc.constantFrom(...ordering, 'destroyed after' as const),
    source: fc.nat(1000),
    target: fc.nat(1000),
  }),
  { maxLength: 12 },
);

/** Random models with more relations that say something about the order. */
const built: fc.Arbitrary<Built> = fc.tuple(parts, extra).map(([{ entities, relations }, more]) => {
  const added = more.flatMap(({ kind, source, target }): RelationLiteral[] => {
    const pick = (kinds: readonly string[], number: number): number | undefined => {
      const fit = [...entities.keys()].filter((id) => kinds.includes(entities[id]?.kind ?? ''));
      return fit[number % fit.length];
    };
    const [first, then] = [pick(relationEnds[kind].from, source), pick(relationEnds[kind].to, target)];
    return first === undefined || then === undefined ? [] : [{ kind, source: first, target: then }];
  });
  return makeModel(entities, [...relations, ...added]);
});

const doomedBits = fc.array(
  fc.integer({ min: 0, max: 3 }).map((number) => number > 0),
  { minLength: 16, maxLength: 16 },
);

describe('the order of a teardown, on random models,', () => {
  it('is that of the naive oracle: pairs, edges omitted, layers, and reasons that lead from one to the other', () => {
    fc.assert(
      fc.property(built, doomedBits, policy, ({ model }, bits, chosen) => {
        const doomed = new Set(model.entities.map(({ id }) => id).filter((id) => bits[id] === true));
        const expected = naiveOrder(model, doomed, chosen);
        const order = teardown(model, doomed, chosen);
        assert.deepEqual(
          order.dropped.map(({ fact }) =>
            fact.relation === undefined ? `nested ${fact.entity ?? -1}` : `relation ${fact.relation}`,
          ),
          expected.leftOut,
        );
        assert.deepEqual(
          order.layers.flat().sort((a, b) => a - b),
          [...doomed].sort((a, b) => a - b),
        );
        checkPairs(order.before, doomed, expected.pairs);
        checkLayers(order.layers, expected.pairs, chosen.layers);
        for (const first of doomed) {
          for (const then of doomed) {
            assert.equal(order.because(first, then).length > 0, expected.pairs.has(`${first} ${then}`));
          }
        }
      }),
      { numRuns: 1500 },
    );
  });

  it('is the same however the doomed are listed', () => {
    fc.assert(
      fc.property(built, doomedBits, policy, ({ model }, bits, chosen) => {
        const doomed = model.entities.map(({ id }) => id).filter((id) => bits[id] === true);
        const once = teardown(model, doomed, chosen);
        const again = teardown(model, [...doomed, ...doomed].reverse(), chosen);
        assert.deepEqual(
          [again.layers, again.before, again.notifications, again.dropped.map(({ cycle }) => cycle)],
          [once.layers, once.before, once.notifications, once.dropped.map(({ cycle }) => cycle)],
        );
      }),
      { numRuns: 300 },
    );
  });
});

/** The listed pairs are those without a third in between, sorted. */
function checkPairs(
  before: readonly (readonly [number, number])[],
  doomed: ReadonlySet<EntityId>,
  pairs: ReadonlySet<string>,
): void {
  const direct = [...pairs].filter((pair) => {
    const [first, then] = pair.split(' ');
    return ![...doomed].some((third) => pairs.has(`${first} ${third}`) && pairs.has(`${third} ${then}`));
  });
  const numbers = direct.map((pair) => pair.split(' ').map(Number));
  numbers.sort(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d);
  assert.deepEqual(before, numbers);
}

/** Each is as early, or as late, as the pairs allow. */
function checkLayers(layers: readonly (readonly number[])[], pairs: ReadonlySet<string>, kind: Policy['layers']): void {
  const place = new Map(layers.flatMap((layer, index) => layer.map((id) => [id, index] as const)));
  const ordered = [...pairs].map((pair) => pair.split(' ').map((id) => place.get(Number(id)) ?? -1));
  for (const [id, layer] of place) {
    const ends = [...pairs].map((pair) => pair.split(' ').map(Number));
    const bounds =
      kind === 'earliest'
        ? ends.filter(([, then]) => then === id).map(([first = -1]) => place.get(first) ?? -1)
        : ends.filter(([first]) => first === id).map(([, then = -1]) => place.get(then) ?? -1);
    const expected = kind === 'earliest' ? Math.max(-1, ...bounds) + 1 : Math.min(layers.length, ...bounds) - 1;
    assert.equal(layer, expected);
  }
  for (const [first = 0, then = 0] of ordered) assert.ok(first < then);
}
