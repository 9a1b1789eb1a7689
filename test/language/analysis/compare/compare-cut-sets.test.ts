/** Changes of cut sets: those of each need by itself, and every two whose crash is now enough. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Change } from '../../../../language/src/analysis/compare/change.ts';
import { modelChanges } from '../../../../language/src/analysis/compare/compare-models.ts';
import { defaultPolicyOf } from '../../../../language/src/analysis/facts/policies.ts';
import { allSteps } from '../../../../language/src/model/all-steps.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import { runs } from '../../../properties.ts';
import { makeModel } from '../../build-model.ts';
import { naiveCrash } from '../crash/naive-crash.ts';
import { wordsBetween } from './words-between.ts';

const changesBetween = (base: Model, head: Model): Change[] => allSteps(modelChanges({ base, head }));

describe('changes of cut sets', () => {
  it('tell the needs of one subject apart, also those of the same targets, and know new ones', async () => {
    const text = (needs: string): string => `pd a pd b pd c pd d\npd s { ${needs} }`;
    const both = text('needs 1 of a, b  needs 2 of a, b');
    assert.deepEqual(await wordsBetween(both, both), []);
    assert.deepEqual(await wordsBetween(text('needs 1 of a, b, c'), text('needs 2 of a, b, c  needs 1 of c, d')), [
      'worse: s needs a, b and c: the crash of a and b, a and c or b and c together is now enough to make it fail',
      'worse: s needs c and d: the crash of c and d together is now enough to make it fail',
    ]);
    assert.deepEqual(await wordsBetween(text('needs 1 of a, b  needs d'), text('needs d')), [
      'better: s needs a and b: the crash of a and b together is no longer enough to make it fail',
    ]);
    // The crash of one of them was enough before.
    assert.deepEqual(await wordsBetween(text('needs a'), text('needs a  needs 1 of a, b')), []);
    const copies = (count: number, needs: string): string => `pd a pd b\npd s[${String(count)}] { ${needs} }`;
    assert.deepEqual(await wordsBetween(copies(3, 'needs 1 of a, b'), copies(2, 'needs 1 of a, b')), [
      'other: removed PD: s[2]',
    ]);
    assert.deepEqual(await wordsBetween(copies(2, ''), copies(2, 'needs 1 of a, b')), [
      'worse: s[0] and s[1] need a and b: the crash of a and b together is now enough to make it fail',
    ]);
  });

  it('tell every two whose crash breaks what it did not break before, on random needs', () => {
    const need = fc.record({ targets: fc.subarray([1, 2, 3, 4], { minLength: 2 }), least: fc.nat(3) });
    const needs = fc.array(need, { maxLength: 3 });
    let told = 0;
    fc.assert(
      fc.property(needs, needs, needs, (kept, before, after) => {
        const modelWith = (all: typeof kept): Model => {
          const entities = Array.from({ length: 5 }, (_, id) => ({ kind: 'pd' as const, name: `p${String(id)}` }));
          const relations = all.flatMap(({ targets, least }, key) =>
            targets.map((target) => ({
              ...{ kind: 'needs' as const, source: 0, target },
              quorum: { least: 1 + (least % targets.length), key },
            })),
          );
          return makeModel(entities, relations).model;
        };
        const [base, head] = [modelWith([...kept, ...before]), modelWith([...after, ...kept])];
        const breaks = (model: Model, crashed: readonly number[]): boolean =>
          naiveCrash(model, crashed, defaultPolicyOf(model)).broken.includes('p0');
        const sets = changesBetween(base, head).flatMap((each) =>
          each.kind === 'cut set' && each.in === 'head' ? each.sets.map((set) => set.join()) : [],
        );
        for (const set of sets)
          assert.ok(
            breaks(
              head,
              set.split(',').map((name) => Number(name.slice(1))),
            ),
            set,
          );
        const pairs = [1, 2, 3, 4].flatMap((one) =>
          [1, 2, 3, 4].flatMap((other) => (one < other ? [[one, other]] : [])),
        );
        for (const pair of pairs) {
          if (breaks(base, pair) || !breaks(head, pair) || pair.some((each) => breaks(head, [each]))) continue;
          assert.ok(sets.includes(pair.map((id) => `p${String(id)}`).join()), String(pair));
          told += 1;
        }
      }),
      { numRuns: runs(70, 3000) },
    );
    assert.ok(told > runs(5, 15), String(told));
  });
});
