import assert from 'node:assert/strict';
import { digitsIn } from '../../../../client/webview/report/digits.ts';
import type { ReportCell } from '../../../../language/src/view/report/report.ts';

const cell = (destroyed: number, broken: number): ReportCell => ({
  text: '',
  counts: [
    { sign: 'destroyed', count: destroyed },
    { sign: 'broken', count: broken },
  ],
});

describe('The counts of a table', () => {
  it('have room for the largest of their sign, and none for a sign that is zero everywhere', () => {
    const rows = [
      [{ text: 'a' }, cell(9, 0)],
      [{ text: 'b' }, cell(120, 0)],
    ];
    assert.deepEqual([...digitsIn([{ rows }])], [['destroyed', 3]]);
    assert.deepEqual(
      [...digitsIn([{ rows }, { rows: [[cell(0, 10)]] }])],
      [
        ['destroyed', 3],
        ['broken', 2],
      ],
    );
  });

  it('are all shown where all are zero', () => {
    assert.deepEqual(
      [...digitsIn([{ rows: [[cell(0, 0)]] }])],
      [
        ['destroyed', 1],
        ['broken', 1],
      ],
    );
    assert.deepEqual([...digitsIn([{ rows: [[{ text: 'a' }]] }])], []);
  });
});
