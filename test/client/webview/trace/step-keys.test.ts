import assert from 'node:assert/strict';
import fc from 'fast-check';
import { rowHeight, rowsInSight, scrollTo, stepAfter } from '../../../../client/webview/trace/step-keys.ts';

describe('Keys on the trace page', () => {
  const size = { last: 50, page: 10 };
  it('step, jump and go to the ends, and never beyond', () => {
    const from = (step: number) => (key: string) => stepAfter(key, step, size);
    assert.deepEqual(['ArrowUp', 'ArrowLeft', 'PageUp', 'Home'].map(from(20)), [19, 19, 10, 0]);
    assert.deepEqual(['ArrowDown', 'ArrowRight', 'PageDown', 'End'].map(from(20)), [21, 21, 30, 50]);
    assert.deepEqual(['ArrowUp', 'PageUp', 'Home'].map(from(0)), [0, 0, 0]);
    assert.deepEqual(['ArrowDown', 'PageDown', 'End'].map(from(50)), [50, 50, 50]);
  });
  it('that mean nothing lead nowhere', () => {
    for (const key of ['a', 'Tab', 'Enter', 'Escape']) assert.equal(stepAfter(key, 3, size), undefined);
  });
});

describe('The list of steps', () => {
  const sight = fc.record({ top: fc.nat(1_000_000), height: fc.integer({ min: rowHeight, max: 2000 }) });

  it('draws every row in sight, and few others', () => {
    fc.assert(
      fc.property(sight, fc.nat(100_000), (seen, last) => {
        const { from, to } = rowsInSight(seen, last);
        const first = Math.floor(seen.top / rowHeight);
        const final = Math.ceil((seen.top + seen.height) / rowHeight) - 1;
        for (const row of [first, final]) if (row <= last) assert.ok(row >= from && row <= to);
        assert.ok(to <= last && to - from < seen.height / rowHeight + 25);
      }),
    );
  });

  it('scrolls a row into sight, and no further than it must', () => {
    fc.assert(
      fc.property(sight, fc.nat(50_000), (seen, step) => {
        const top = scrollTo(seen, step);
        const start = step * rowHeight;
        assert.ok(start >= top && start + rowHeight <= top + seen.height);
        const wasInSight = start >= seen.top && start + rowHeight <= seen.top + seen.height;
        assert.equal(top === seen.top, wasInSight);
      }),
    );
  });
});
