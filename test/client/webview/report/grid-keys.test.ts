import assert from 'node:assert/strict';
import { placeAfter } from '../../../../client/webview/report/grid-keys.ts';

describe('The keys in a table', () => {
  const size = { rows: 30, columns: 4 };
  const cases: readonly (readonly [string, readonly [number, number], readonly [number, number]])[] = [
    ['ArrowUp', [5, 2], [4, 2]],
    ['ArrowDown', [5, 2], [6, 2]],
    ['ArrowLeft', [5, 2], [5, 1]],
    ['ArrowRight', [5, 2], [5, 3]],
    ['Home', [5, 2], [5, 0]],
    ['End', [5, 2], [5, 3]],
    ['PageUp', [15, 2], [5, 2]],
    ['PageDown', [15, 2], [25, 2]],
    ['ArrowUp', [0, 0], [0, 0]],
    ['PageUp', [3, 1], [0, 1]],
    ['ArrowLeft', [0, 0], [0, 0]],
    ['ArrowDown', [29, 3], [29, 3]],
    ['PageDown', [25, 3], [29, 3]],
    ['ArrowRight', [29, 3], [29, 3]],
  ];
  for (const [key, [row, column], [toRow, toColumn]] of cases) {
    it(`${key} leads from row ${String(row)}, column ${String(column)} to ${String(toRow)}, ${String(toColumn)}`, () => {
      assert.deepEqual(placeAfter(key, { row, column }, size), { row: toRow, column: toColumn });
    });
  }

  it('that mean something else lead nowhere', () => {
    for (const key of ['Enter', ' ', 'Tab', 'a', 'Escape'])
      assert.equal(placeAfter(key, { row: 1, column: 1 }, size), undefined);
  });
});
