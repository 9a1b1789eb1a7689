import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Sorting } from '../../../../client/webview/report/messages.ts';
import { ariaSort, nextSorting, sortRows } from '../../../../client/webview/report/sorting.ts';
import type { ReportCell } from '../../../../language/src/view/report/report.ts';

const row = (name: string, ...order: readonly number[]): readonly ReportCell[] => [
  { text: name },
  order.length === 0 ? { text: 'none' } : { text: order.join('/'), order },
];
const namesOf = (rows: readonly (readonly ReportCell[])[]) => rows.map(([cell]) => cell?.text);
const sorted = (rows: readonly (readonly ReportCell[])[], sorting: Sorting | undefined) =>
  namesOf(sortRows(rows, sorting));

describe('The rows of a table', () => {
  const rows = [row('pod[10]', 3, 1), row('pod[2]', 3, 2), row('a'), row('b', 1, 9)];

  it('stay as they came without a sorting', () => {
    assert.deepEqual(sorted(rows, undefined), ['pod[10]', 'pod[2]', 'a', 'b']);
  });

  it('are sorted by words, in which numbers count as numbers', () => {
    assert.deepEqual(sorted(rows, { column: 0, isDescending: false }), ['a', 'b', 'pod[2]', 'pod[10]']);
  });

  it('are sorted by their first number before the others, and what has none is beyond all', () => {
    assert.deepEqual(sorted(rows, { column: 1, isDescending: false }), ['b', 'pod[10]', 'pod[2]', 'a']);
    assert.deepEqual(sorted(rows, { column: 1, isDescending: true }), ['a', 'pod[2]', 'pod[10]', 'b']);
  });

  it('are a stable permutation of the input, which stays unchanged', () => {
    const numbers = fc.array(fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 2 }), { maxLength: 30 });
    fc.assert(
      fc.property(numbers, fc.boolean(), (orders, isDescending) => {
        const given = orders.map((order, place) => row(String(place), ...order));
        const before = [...given];
        const result = sortRows(given, { column: 1, isDescending });
        assert.deepEqual(given, before);
        assert.deepEqual(new Set(result), new Set(given));
        const keyOf = (each: readonly ReportCell[]): readonly number[] => {
          const order = each[1]?.order ?? [Number.POSITIVE_INFINITY];
          return [order[0] ?? 0, order[1] ?? 0];
        };
        for (const [place, next] of result.slice(1).entries()) {
          const one = result[place] ?? [];
          const [a, b] = isDescending ? [keyOf(next), keyOf(one)] : [keyOf(one), keyOf(next)];
          const [first = 0, second = 0, third = 0, fourth = 0] = [a[0], b[0], a[1], b[1]];
          assert.ok(first < second || (first === second && third <= fourth), `${String(a)} before ${String(b)}`);
          const isTie = first === second && third === fourth;
          if (isTie) assert.ok(given.indexOf(one) < given.indexOf(next), 'a tie is turned round');
        }
      }),
    );
  });
});

describe('The title of a column', () => {
  it('sorts numbers from the greatest, then from the least, then not at all', () => {
    const first = nextSorting(undefined, 2, true);
    assert.deepEqual(first, { column: 2, isDescending: true });
    const second = nextSorting(first, 2, true);
    assert.deepEqual(second, { column: 2, isDescending: false });
    assert.equal(nextSorting(second, 2, true), undefined);
  });

  it('sorts words from the first, then from the last, then not at all', () => {
    const first = nextSorting({ column: 1, isDescending: true }, 0, false);
    assert.deepEqual(first, { column: 0, isDescending: false });
    const second = nextSorting(first, 0, false);
    assert.deepEqual(second, { column: 0, isDescending: true });
    assert.equal(nextSorting(second, 0, false), undefined);
  });

  it('announces how its column is sorted', () => {
    assert.equal(ariaSort(undefined, 0), 'none');
    assert.equal(ariaSort({ column: 1, isDescending: true }, 0), 'none');
    assert.equal(ariaSort({ column: 1, isDescending: true }, 1), 'descending');
    assert.equal(ariaSort({ column: 1, isDescending: false }, 1), 'ascending');
  });
});
