/** The crash matrix: equal to crashing each PD on its own, and fast enough to be looked at. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { crashMatrix, crashRows, fates } from '../../../language/src/analysis/crash-matrix.ts';
import { defaultPolicy, predefinedPolicies } from '../../../language/src/model/policy.ts';
import type { EntityLiteral, RelationLiteral } from '../build-model.ts';
import { makeModel } from '../build-model.ts';
import { careful, kvStore } from './kv-store.ts';
import { naiveCrash } from './naive-crash.ts';
import { parts, thresholdPolicy } from './random-model.ts';

describe('the crash matrix', () => {
  it('has a row for each PD and a cell for each policy, with counts and names', () => {
    const built = kvStore();
    const { policies, rows } = crashMatrix(built.model);
    assert.deepEqual(policies, ['space-direct', 'space-recursive', 'pd-direct', 'pd-recursive', 'careful']);
    assert.deepEqual(built.names(rows.map(({ pd }) => pd)), [
      'blockServer1',
      'blockServer2',
      'fileServer',
      'db',
      'app',
    ]);
    const cell = rows[0]?.cells[4];
    assert.equal(cell?.policy, 'careful');
    assert.deepEqual(cell.counts, { destroyed: 9, broken: 0, degraded: 2, dangling: 0, untouched: 3 });
    assert.deepEqual(built.names(cell.degraded), ['db', 'app']);
    assert.deepEqual(built.names(cell.untouched), ['disk2', 'disk2.block2', 'blockServer2']);
  });

  it('survives the way through JSON, sets and all', () => {
    const { rows } = crashMatrix(kvStore().model, { policies: [careful, { ...careful, name: 'again' }] });
    for (const { cells } of rows) {
      for (const cell of cells) {
        const plain: unknown = JSON.parse(JSON.stringify(cell));
        assert.deepEqual(plain, { ...cell, untouched: cell.untouched });
      }
    }
  });

  it('gives its rows one by one, so that the rest need not be computed', () => {
    const rows = crashRows(kvStore().model);
    assert.equal(rows.next().value?.cells.length, 5);
    rows.return();
    assert.equal(rows.next().done, true);
  });

  it('equals the naive crash of each PD under each policy', () => {
    fc.assert(
      fc.property(parts, fc.array(thresholdPolicy, { minLength: 1, maxLength: 3 }), ({ entities, relations }, made) => {
        const built = makeModel(entities, relations);
        const policies = [...made, ...made].map((policy, number) => ({ ...policy, name: `policy${number}` }));
        const living = built.model.entities.filter(({ absent }) => !absent);
        const matrix = crashMatrix(built.model, { policies });
        assert.equal(matrix.rows.length, living.filter(({ kind }) => kind === 'pd').length);
        for (const { pd, cells } of matrix.rows) {
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

  it('of 200 PDs under 6 policies takes less than 2 seconds', () => {
    const { model } = layered(200);
    const policies = [
      ...predefinedPolicies,
      { ...careful, pdDepth: 2 },
      { ...defaultPolicy, name: 'near', minRsi: 1 / 2, maxFaultRadius: 1 },
    ];
    // The time of this process alone, so that a busy machine does not count; the best of three, so that neither
    // does the garbage of the tests before.
    const times = [1, 2, 3].map(() => {
      const start = process.cpuUsage();
      const matrix = crashMatrix(model, { policies });
      assert.equal(matrix.rows.length * matrix.policies.length, 1200);
      return process.cpuUsage(start).user / 1_000_000;
    });
    assert.ok(Math.min(...times) < 2, `took ${times.map((seconds) => seconds.toFixed(2)).join(', ')} s`);
  });
});

/** Servers in ten layers: each has a space of ten resources, maps to two below and requests from them. */
function layered(pdCount: number) {
  const entities: EntityLiteral[] = [];
  const relations: RelationLiteral[] = [];
  const width = pdCount / 10;
  for (let pd = 0; pd < pdCount; pd++) {
    entities.push(
      { kind: 'pd', name: `p${pd}` },
      { kind: 'space', type: `t${Math.floor(pd / width)}`, name: `s${pd}` },
    );
    const own = pd * 12;
    relations.push({ kind: 'manages', source: own, target: own + 1 });
    const below = [pd - width, pd - width - 1].filter((each) => each >= 0).map((each) => each * 12);
    for (const other of below) {
      relations.push({ kind: 'requests', source: own, target: other + 1 });
      relations.push(
        { kind: 'maps', source: own + 1, target: other + 1 },
        { kind: 'needs', source: own, target: other },
      );
    }
    for (let number = 0; number < 10; number++) {
      const resource = own + 2 + number;
      entities.push({ kind: 'resource', parent: own + 1, name: `s${pd}.r${number}` });
      relations.push({ kind: 'holds', source: own, target: resource });
      for (const other of below) {
        relations.push({ kind: 'maps', source: resource, target: other + 2 + number });
        relations.push({ kind: 'holds', source: own, target: other + 2 + number });
      }
    }
  }
  return makeModel(entities, relations);
}
