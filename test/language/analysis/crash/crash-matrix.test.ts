/** The crash matrix: equal to crashing each PD on its own. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { crash } from '../../../../language/src/analysis/crash/cleanup.ts';
import { crashableIn, crashRows, fates } from '../../../../language/src/analysis/crash/crash-matrix.ts';
import { idsOf } from '../../../../language/src/analysis/facts/doomed.ts';
import { itemAt } from '../../../../language/src/model/common/lookup.ts';
import { defaultPolicy } from '../../../../language/src/model/policy.ts';
import { makeModel } from '../../build-model.ts';
import { careful, kvStore } from '../kv-store.ts';
import { naiveCrash } from './naive-crash.ts';
import { parts, thresholdPolicy } from '../random-model.ts';

describe('the crash matrix', () => {
  it('has a row for each PD and a cell for each policy, with counts and names', () => {
    const built = kvStore();
    const rows = [...crashRows(built.model)];
    assert.deepEqual(
      rows[0]?.cells.map(({ policy }) => policy),
      ['space-direct', 'space-recursive', 'pd-direct', 'pd-recursive', 'careful'],
    );
    assert.deepEqual(built.names(rows.map(({ entity }) => entity)), [
      'blockServer1',
      'blockServer2',
      'fileServer',
      'db',
      'app',
    ]);
    const cell = rows[0].cells[4];
    assert.equal(cell?.policy, 'careful');
    assert.deepEqual(cell.counts, { destroyed: 9, broken: 0, degraded: 2, dangling: 0, untouched: 3 });
    assert.deepEqual(built.names(cell.degraded), ['db', 'app']);
    assert.deepEqual(built.names(cell.untouched), ['disk2', 'disk2.block2', 'blockServer2']);
  });

  it('survives a round trip through JSON, including sets', () => {
    const rows = [...crashRows(kvStore().model, { policies: [careful, { ...careful, name: 'again' }] })];
    for (const { cells } of rows) {
      for (const cell of cells) {
        const plain: unknown = JSON.parse(JSON.stringify(cell));
        assert.deepEqual(plain, { ...cell, untouched: cell.untouched });
      }
    }
  });

  it('gives its rows one by one, so the rest need not be computed', () => {
    const rows = crashRows(kvStore().model);
    assert.equal(rows.next().value?.cells.length, 5);
    rows.return();
    assert.equal(rows.next().done, true);
  });

  it('has the reasons and the earlier damage of a crash whatever else crashed before and after it', () => {
    fc.assert(
      fc.property(parts, thresholdPolicy, ({ entities, relations }, policy) => {
        const { model } = makeModel(entities, relations);
        const pds = crashableIn(model);
        // A copy of the model shares nothing that was found before.
        const alone = pds.map((pd) => JSON.stringify(crash(structuredClone(model), pd, policy)));
        const unread = pds.map((pd) => crash(model, pd, policy));
        const rows = [...crashRows(model, { policies: [policy] })];
        for (const [place, cleanup] of unread.entries()) {
          assert.equal(JSON.stringify(cleanup), alone[place]);
          const { already } = itemAt(itemAt(rows, place).cells, 0);
          for (const fate of ['broken', 'degraded', 'dangling'] as const)
            assert.deepEqual(already[fate], idsOf(cleanup.already[fate]));
          const ended = new Set(idsOf(cleanup.destroyed));
          assert.equal(
            Object.values(already)
              .flat()
              .some((id) => ended.has(id)),
            false,
          );
        }
      }),
      { numRuns: 150 },
    );
  });

  it('equals the naive crash of each PD and node under each policy', () => {
    fc.assert(
      fc.property(parts, fc.array(thresholdPolicy, { minLength: 1, maxLength: 3 }), ({ entities, relations }, made) => {
        const built = makeModel(entities, relations);
        const policies = [...made, ...made].map((policy, number) => ({ ...policy, name: `policy${number}` }));
        const living = built.model.entities.filter(({ absent }) => !absent);
        const rows = [...crashRows(built.model, { policies })];
        assert.equal(rows.length, living.filter(({ kind }) => kind === 'pd' || kind === 'node').length);
        for (const { entity: pd, cells } of rows) {
          for (const [place, cell] of cells.entries()) {
            const naive = naiveCrash(built.model, pd, policies[place] ?? defaultPolicy);
            const touched = new Set([...naive.destroyed, ...naive.broken, ...naive.degraded, ...naive.dangling]);
            const untouched = living.filter(({ name }) => !touched.has(name)).map(({ name }) => name);
            const expected = { ...naive, untouched };
            assert.equal(cell.policy, `policy${place}`);
            for (const fate of fates) {
              assert.deepEqual(built.names(cell[fate]).sort(), [...expected[fate]].sort());
              assert.equal(cell.counts[fate], expected[fate].length);
            }
          }
        }
      }),
      { numRuns: 400 },
    );
  });
});
