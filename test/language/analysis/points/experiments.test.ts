/**
 * Experiments: they test every claim to survive, and no fewer would; compared with a search through all sets of events,
 * whose outcomes the naive crash says.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Experiment, experimentsOf } from '../../../../language/src/analysis/points/experiments.ts';
import { setCover } from '../../../../language/src/analysis/points/set-cover.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import { defaultPolicy } from '../../../../language/src/model/policy.ts';
import { runs } from '../../../properties.ts';
import { buildModel, makeModel } from '../../build-model.ts';
import { naiveCrash } from '../crash/naive-crash.ts';

interface Wanted {
  readonly source: number;
  readonly targets: readonly number[];
  readonly least: number;
  readonly isSoft: boolean;
}

const size = 5;
const wanted: fc.Arbitrary<Wanted> = fc
  .record({
    source: fc.nat(size - 1),
    picked: fc.subarray([0, 1, 2, 3, 4], { minLength: 2 }),
    least: fc.nat(3),
    isSoft: fc.boolean(),
  })
  .map(({ source, picked, least, isSoft }) => {
    const targets = picked.filter((id) => id !== source);
    return { source, targets, least: 1 + (least % targets.length), isSoft };
  });

const modelOf = (needs: readonly Wanted[]): Model =>
  makeModel(
    Array.from({ length: size }, (_, id) => ({ kind: 'pd' as const, name: `p${String(id)}` })),
    needs.flatMap(({ source, targets, least, isSoft }, key) =>
      targets.map((target) => ({
        ...{ kind: 'needs' as const, source, target, quorum: { least, key } },
        ...(isSoft && { as: 'soft' }),
      })),
    ),
  ).model;

/** What the naive crash says that an event claims, in words; nothing if it breaks something. */
function naiveClaims(model: Model, needs: readonly Wanted[], event: readonly number[]): readonly string[] | undefined {
  const { broken, destroyed, degraded } = naiveCrash(model, event, defaultPolicy);
  if (broken.length > 0) return undefined;
  const isGone = (id: number): boolean => destroyed.includes(`p${String(id)}`);
  const met = needs.flatMap(({ source, targets, isSoft }, key) => {
    const lost = targets.filter(isGone);
    // Losing these, it is without each part of them, too.
    return isSoft || isGone(source) ? [] : partsOf(lost).map((part) => `${String(key)} without ${part.join(' ')}`);
  });
  return [...met, ...degraded.map((name) => `${name} degraded`)];
}

const partsOf = (lost: readonly number[]): readonly (readonly number[])[] =>
  lost
    .reduce<number[][]>((found, id) => [...found, ...found.map((part) => [...part, id])], [[]])
    .filter(({ length }) => length > 0);

const events: readonly (readonly number[])[] = Array.from({ length: size }, (_, a) => a).flatMap((a) => [
  [a],
  ...Array.from({ length: size - a - 1 }, (_, b) => [a, a + b + 1]),
]);

/** Returns true if so few of the sets cover all words. */
function canCover(words: ReadonlySet<string>, sets: readonly (readonly string[])[], most: number): boolean {
  if (words.size === 0) return true;
  if (most === 0) return false;
  const [first] = words;
  return sets
    .filter((set) => first !== undefined && set.includes(first))
    .some((set) => canCover(new Set([...words].filter((each) => !set.includes(each))), sets, most - 1));
}

describe('experiments', () => {
  it('test all claims to survive with the fewest crashes, as a search through all sets finds', () => {
    const reached = { several: 0, pairs: 0, none: 0 };
    fc.assert(
      fc.property(fc.array(wanted, { maxLength: 5 }), (needs) => {
        const model = modelOf(needs);
        const { chosen, atLeast, survived } = experimentsOf(model, defaultPolicy);
        const naive = events.map((event) => naiveClaims(model, needs, event)).filter((claims) => claims !== undefined);
        assert.equal(survived, naive.length);
        const words = new Set(naive.flat());
        const tested = new Set(
          chosen.flatMap(({ crashed }) => naiveClaims(model, needs, crashed) ?? assert.fail('It breaks something.')),
        );
        assert.deepEqual([...tested].sort(), [...words].sort());
        assert.equal(atLeast, chosen.length);
        assert.ok(!canCover(words, naive, chosen.length - 1) || chosen.length === 0, 'Fewer would do.');
        reached.several += Number(chosen.length > 1);
        reached.pairs += Number(chosen.some(({ crashed }) => crashed.length === 2));
        reached.none += Number(chosen.length === 0);
      }),
      { numRuns: runs(150, 5000) },
    );
    assert.ok(Math.min(...Object.values(reached)) > 5, JSON.stringify(reached));
  });

  it('come with the most at stake first: the subjects of their claims and all that needs these', () => {
    const model = modelOf([
      { source: 0, targets: [1, 2], least: 1, isSoft: false },
      { source: 3, targets: [0, 4], least: 2, isSoft: false },
    ]);
    const stakes = experimentsOf(model, defaultPolicy).chosen.map(({ crashed, stake }: Experiment) => [crashed, stake]);
    assert.deepEqual(stakes, [
      [[1], [0, 3]],
      [[2], [0, 3]],
    ]);
  });

  it('claim nothing of what is broken before, even if it is also degraded', () => {
    const { model } = buildModel('absent pd gone\npd logs\npd app\napp needs gone\napp needs logs as soft');
    assert.deepEqual(experimentsOf(model, defaultPolicy).chosen, []);
  });

  it('end no more than others of which each tests the same', () => {
    const reached = { ends: 0 };
    fc.assert(
      fc.property(fc.array(wanted, { maxLength: 5 }), (needs) => {
        // Each PD runs on a node of its own, together with another PD.
        const entities = Array.from({ length: size }, (_, id) => [
          { kind: 'node' as const, name: `own${String(id)}` },
          { kind: 'pd' as const, name: `p${String(id)}`, parent: 3 * id },
          { kind: 'pd' as const, name: `beside${String(id)}`, parent: 3 * id },
        ]).flat();
        const relations = needs.flatMap(({ source, targets, least, isSoft }, key) =>
          targets.map((target) => ({
            ...{ kind: 'needs' as const, source: 3 * source + 1, target: 3 * target + 1, quorum: { least, key } },
            ...(isSoft && { as: 'soft' }),
          })),
        );
        const { chosen } = experimentsOf(makeModel(entities, relations).model, defaultPolicy);
        for (const { crashed } of chosen) {
          assert.ok(crashed.every((id) => id % 3 === 1));
          reached.ends += 1;
        }
      }),
      { numRuns: runs(30, 2000) },
    );
    assert.ok(reached.ends > 20, JSON.stringify(reached));
  });
});

describe('an object that dies with a node', () => {
  it('may fail alone, as if a node had crashed on which nothing else runs', () => {
    const reached = { pods: 0 };
    fc.assert(
      fc.property(fc.array(wanted, { maxLength: 5 }), (needs) => {
        const relations = needs.flatMap(({ source, targets, least, isSoft }, key) =>
          targets.map((target) => ({
            ...{ kind: 'needs' as const, source: 2 * source, target: 2 * target, quorum: { least, key } },
            ...(isSoft && { as: 'soft' }),
          })),
        );
        const entities = Array.from({ length: size }, (_, id) => [
          { kind: 'object' as const, name: `pod${String(id)}` },
          { kind: 'node' as const, name: `own${String(id)}` },
        ]).flat();
        const own = Array.from({ length: size }, (_, id) => ({
          ...{ kind: 'dies with' as const, source: 2 * id, target: 2 * id + 1 },
        }));
        const { model } = makeModel(entities, [...relations, ...own]);
        const { chosen, claims } = experimentsOf(model, defaultPolicy);
        for (const { crashed } of chosen) {
          // The pod is preferred: it ends less.
          assert.ok(crashed.every((id) => id % 2 === 0));
          const onNodes = naiveCrash(
            model,
            crashed.map((id) => id + 1),
            defaultPolicy,
          );
          assert.deepEqual(onNodes.broken, []);
          reached.pods += 1;
        }
        const plain = experimentsOf(modelOf(needs), defaultPolicy);
        assert.deepEqual([chosen.length, claims], [plain.chosen.length, plain.claims]);
      }),
      { numRuns: runs(60, 2000) },
    );
    assert.ok(reached.pods > 20, JSON.stringify(reached));
  });
});

describe('a set cover', () => {
  it('says how far it may be from the shortest when there is too much to search', () => {
    const sets = Array.from(
      { length: 90 },
      (_, set) => new Set(Array.from({ length: 7 }, (__, each) => (set * 37 + each * each * 11) % 120)),
    );
    const covered = [...new Set(sets.flatMap((set) => [...set]))].sort((a, b) => a - b);
    const places = sets.map((set) => new Set([...set].map((each) => covered.indexOf(each))));
    const { chosen, atLeast } = setCover(covered.length, places);
    assert.equal(new Set(chosen.flatMap((index) => [...(places[index] ?? [])])).size, covered.length);
    assert.ok(
      atLeast <= chosen.length && chosen.length <= atLeast * (1 + Math.log(7)),
      `${String(atLeast)} ${String(chosen.length)}`,
    );
  });
});
