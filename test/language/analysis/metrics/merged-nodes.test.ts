/** Metrics of nodes: those of one PD with all that the PDs on a node have. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { pdsOn, withNodesAsPds } from '../../../../language/src/analysis/metrics/merged-nodes.ts';
import { compareTwo, type IsolationReport } from '../../../../language/src/analysis/metrics/pair-table.ts';
import { fractionText } from '../../../../language/src/analysis/metrics/fraction.ts';
import { runs } from '../../../properties.ts';
import { buildModel, makeModel } from '../../build-model.ts';
import { manyParts } from '../random-model.ts';

const withoutEnds = (report: IsolationReport): unknown => ({ ...report, first: 0, second: 0 });

/** The relations that metrics follow; none of them may join a node. */
const measured: readonly string[] = ['holds', 'manages', 'requests', 'maps'];

describe('the metrics of nodes', () => {
  it('count what the PDs on a node hold once', () => {
    const { model, id, names } = buildModel(
      `space s\nresource s.r[4]\nnode left\npd left.a\npd left.a.in\nnode left.inner\npd left.inner.b\npd c\n` +
        `left.a holds s.r[0], s.r[1]\nleft.a.in holds s.r[1]\nleft.inner.b holds s.r[2]\nc holds s.r[1], s.r[2], s.r[3]`,
    );
    assert.deepEqual(names(pdsOn(model, id('left'))), ['left.a', 'left.a.in', 'left.inner.b']);
    const { all } = compareTwo(withNodesAsPds(model, [id('left'), id('c')]), id('left'), id('c'));
    assert.deepEqual([all.first, all.second, all.shared, fractionText(all.rsi)], [3, 3, 2, '1/2']);
  });

  it('leave out what an absent PD on a node would hold', () => {
    const { model, id, names } = buildModel(
      `space s\nresource s.r[2]\nnode left\npd left.a\nabsent pd left.b\npd c\n` +
        `left.a holds s.r[0]\nleft.b holds s.r[1]\nc holds s.r[0], s.r[1]`,
    );
    assert.deepEqual(names(pdsOn(model, id('left'))), ['left.a']);
    const { all } = compareTwo(withNodesAsPds(model, [id('left'), id('c')]), id('left'), id('c'));
    assert.deepEqual([all.first, all.second, all.shared, fractionText(all.rsi)], [1, 2, 1, '1/2']);
  });

  it('are those of the PD on a node, if there is only one', () => {
    let compared = 0;
    fc.assert(
      fc.property(manyParts, ({ entities, relations }) => {
        // A node that itself holds something, or is held, is an error, and such a model is not measured.
        const isNode = (id: number): boolean => entities[id]?.kind === 'node';
        const legal = relations.filter(
          ({ kind, source, target }) => !measured.includes(kind) || !(isNode(source) || isNode(target)),
        );
        const { model } = makeModel(entities, legal);
        const pds = model.entities.filter(({ kind, absent }) => kind === 'pd' && !absent).map(({ id }) => id);
        for (const { id, kind, absent } of model.entities) {
          const [only, ...others] = kind === 'node' && !absent ? pdsOn(model, id) : [];
          if (only === undefined || others.length > 0 || !pds.includes(only)) continue;
          for (const other of pds.filter((pd) => pd !== only)) {
            const merged = compareTwo(withNodesAsPds(model, [id, other]), id, other);
            assert.deepEqual(withoutEnds(merged), withoutEnds(compareTwo(model, only, other)));
            compared += 1;
          }
        }
      }),
      { numRuns: runs(150, 5000) },
    );
    assert.ok(compared > 30, String(compared));
  });
});
