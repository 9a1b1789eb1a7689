import assert from 'node:assert/strict';
import { pairRows } from '../../../language/src/analysis/metrics/pair-table.ts';
import { heatMaps, pdsShown } from '../../../language/src/view/report/heat-map.ts';
import type { ReportTable } from '../../../language/src/view/report/report.ts';
import { collectTargets } from '../../../language/src/view/report/targets.ts';
import { buildModel, type Built } from '../build-model.ts';
import { keyValueStore } from './sample-model.ts';

function mapsOf(built: Built): readonly ReportTable[] {
  return heatMaps([...pairRows(built.model)].flat(), collectTargets(built));
}

describe('The heat map of isolation', () => {
  it('has each measure of the table of pairs at both of its places, and the heat that it means', () => {
    const built = keyValueStore();
    const [all, ...others] = mapsOf(built);
    assert.ok(all !== undefined);
    assert.deepEqual(
      [all, ...others].map(({ title }) => title),
      ['RSI of all resources', 'RSI of block', 'RSI of file', 'RSI of table', 'Fault radius'],
    );
    const radius = others.at(-1);
    const name = (entity: number): string => built.model.entities[entity]?.name ?? '';
    const cell = (table: ReportTable | undefined, row: string, column: string) => {
      const place = table?.columns.findIndex(({ title }) => title === column) ?? -1;
      return table?.rows.find(([first]) => first?.text === row)?.[place];
    };
    for (const { first, second, all: similarity, faultRadius } of [...pairRows(built.model)].flat()) {
      const value = similarity.rsi.numerator / similarity.rsi.denominator;
      for (const [row, column] of [[first, second] as const, [second, first] as const]) {
        assert.equal(cell(all, name(row), name(column))?.heat, value);
        assert.equal(
          cell(radius, name(row), name(column))?.text,
          faultRadius === undefined ? 'none' : String(faultRadius),
        );
      }
      assert.ok((cell(radius, name(first), name(second))?.heat ?? 2) <= 1);
    }
    assert.deepEqual(cell(all, 'db', 'db'), { text: '–' });
  });

  it('says how many PDs it omits', () => {
    const [map] = mapsOf(buildModel(`pd p[${String(pdsShown + 3)}]`));
    assert.equal(map?.rows.length, pdsShown);
    assert.match(map.note ?? '', /^These 40 of 43 PDs are drawn/u);
    assert.deepEqual(mapsOf(buildModel('pd alone')), []);
  });
});
