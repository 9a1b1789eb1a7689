/** Tables as CSV, and the comparison of their columns. */
import assert from 'node:assert/strict';
import { comparableColumns, countDifferences, differingRows } from '../../../../client/webview/report/compared.ts';
import { tableCsv } from '../../../../client/webview/report/table-csv.ts';
import type { ReportCell, ReportTable } from '../../../../language/src/view/report/report.ts';
import { matrix } from './sample-report.ts';

const counted = (destroyed: number, broken: number): ReportCell => ({
  text: '',
  counts: [
    { sign: 'destroyed', count: destroyed },
    { sign: 'broken', count: broken },
  ],
});
const table: ReportTable = {
  ...{ kind: 'table', title: 'Crashes', empty: '' },
  columns: [{ title: 'PD', isNumber: false }, { title: 'a, b', isNumber: true }, { title: 'other', isNumber: true }], // oxfmt-ignore
  rows: [
    [{ text: 'x "1"' }, counted(3, 0), counted(3, 0)],
    [{ text: '=cmd()' }, counted(1, 2), counted(4, 1)],
  ],
};

describe('a table as CSV', () => {
  it('has a column for each number, quotes what has to be, and no formulas', () => {
    assert.equal(
      tableCsv(table, table.rows),
      'PD,"a, b destroyed","a, b broken",other destroyed,other broken\r\n"x ""1""",3,0,3,0\r\n\'=cmd(),1,2,4,1\r\n',
    );
  });

  it('has as many fields in each line as in the first', () => {
    const [section] = matrix.sections;
    assert.ok(section?.kind === 'table');
    const lines = tableCsv(section, section.rows).trimEnd().split('\r\n');
    assert.equal(lines.length, section.rows.length + 1);
    assert.equal(new Set(lines.map((line) => line.split(',').length)).size, 1);
  });
});

describe('the comparison of columns', () => {
  it('gives the differences of counts, where there are counts', () => {
    assert.deepEqual(comparableColumns(table), [1, 2]);
    const [, second] = table.rows;
    assert.deepEqual(second?.map((cell) => countDifferences(cell, second[1])), [undefined, [0, 0], [3, -1]]); // oxfmt-ignore
    assert.equal(differingRows(table.rows, 1), 1);
  });
});
