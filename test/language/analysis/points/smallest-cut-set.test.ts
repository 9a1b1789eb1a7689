/** The size of the smallest cut set of an entity: rules, and every small set of crashes tried with the naive crash. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { smallestCutSet } from '../../../../language/src/analysis/points/smallest-cut-set.ts';
import { runs, tried } from '../../../properties.ts';
import { buildModel, makeModel } from '../../build-model.ts';
import { naiveCrash } from '../crash/naive-crash.ts';
import { depths } from '../crash/cleanup-expectations.ts';
import { parts, type Parts, thresholdPolicy } from '../random-model.ts';
import { brokenOnce, subsets } from './naive-broken.ts';

/** Six PDs, one of them on a node and one perhaps a root, that need some of each other. */
const quorums: fc.Arbitrary<Parts> = fc
  .record({
    needs: fc.array(
      fc.record({
        source: fc.nat(6),
        targets: fc.uniqueArray(fc.nat(6), { minLength: 2, maxLength: 4 }),
        less: fc.nat(2),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    dies: fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { maxLength: 2 }),
    root: fc.boolean(),
  })
  .map(({ needs, dies, root }) => ({
    entities: [
      ...Array.from({ length: 6 }, (_, id) => ({ kind: 'pd' as const, name: `p${id}`, root: root && id === 0 })),
      { kind: 'node' as const, name: 'n' },
      { kind: 'pd' as const, name: 'on', parent: 6 },
    ],
    relations: [
      ...needs.flatMap(({ source, targets, less }, key) =>
        targets.map((target) => ({
          ...{ kind: 'needs' as const, source, target: target === 6 ? 7 : target },
          quorum: { least: Math.max(1, targets.length - less), key },
        })),
      ),
      ...dies.map(([source, target]) => ({ kind: 'dies with' as const, source, target })),
    ],
  }));

/** Larger sets of crashes are not tried. */
const most = 2;

describe('the smallest cut set', () => {
  it('counts nodes and PDs, but neither the entity itself nor roots', () => {
    const { model, id } = buildModel(
      'node n\npd n.a\npd b\npd c\nroot pd r\npd d\nc needs n.a\nd needs r\nspace s\nresource s.x\nb manages s\nb needs c',
    );
    const size = (name: string): number | undefined => smallestCutSet(model, id(name), depths(0, 0));
    assert.deepEqual(['c', 'n.a', 'd', 's.x', 'b'].map(size), [1, 1, Infinity, 1, 1]);
  });

  it('is 0 for what is not alive or broken already', () => {
    const { model, id } = buildModel('absent pd a\npd b\nb needs a');
    assert.deepEqual(
      [smallestCutSet(model, id('a'), depths(0, 0)), smallestCutSet(model, id('b'), depths(0, 0))],
      [0, 0],
    );
  });

  it('equals trying every set of up to two crashes in random models', () => {
    const tally = new Map<string, number>();
    fc.assert(
      fc.property(
        fc.oneof(parts, { weight: 3, arbitrary: quorums }),
        thresholdPolicy,
        ({ entities, relations }, policy) => {
          const { model } = makeModel(entities, relations);
          const absent = new Set(model.entities.flatMap((each) => (each.absent ? [each.id] : [])));
          const mayCrash = model.entities.filter(
            ({ id, kind, root }) => (kind === 'pd' || kind === 'node') && !root && !absent.has(id),
          );
          const failing = subsets(
            mayCrash.map(({ id }) => id),
            most,
          ).map((set) => {
            const destroyed = new Set(naiveCrash(model, set, policy).destroyed);
            const gone = (id: number): boolean => absent.has(id) || destroyed.has(model.entities[id]?.name ?? '');
            const { broken } = brokenOnce(model, gone);
            return { set, fails: (id: number) => gone(id) || broken.has(id) };
          });
          for (const { id } of model.entities) {
            const found = smallestCutSet(model, id, policy) ?? Number.NaN;
            const size = failing.find(({ set, fails }) => !set.includes(id) && fails(id))?.set.length;
            if (size === undefined) assert.ok(found > most, `${id}: ${found}`);
            else assert.equal(found, size, `${id}`);
            const word = found > most ? (found < Infinity ? 'more' : 'none') : String(found);
            tally.set(word, (tally.get(word) ?? 0) + 1);
          }
        },
      ),
      { numRuns: runs(45, 2000) },
    );
    for (const [size, count] of tally) tried(`smallest cut set of ${size}`, count);
    for (const size of ['0', '1', '2', 'none']) assert.ok((tally.get(size) ?? 0) > 5, JSON.stringify([...tally]));
  });
});
