/** Keyboard navigation along messages, compared with an exhaustive search. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { arrowKey, endOn, nextArrow, otherLane } from '../../../../../client/webview/trace/picture/arrow-keys.ts';
import type { Arrow } from '../../../../../language/src/view/run/trace/trace.ts';

const arrowOf = ([from, to, sent, length]: readonly [number, number, number, number], number: number): Arrow => ({
  number,
  text: `M(${String(number)})`,
  // Lane 3 stands for outside, a length of 0 for what is under way.
  ...(from < 3 && { from }),
  to,
  sent: { step: sent, at: sent },
  ...(length > 0 && { end: { step: sent + length, at: sent + length } }),
  outcome: length > 0 ? 'received' : 'under way',
  isDuplicate: false,
});

const arrows = fc
  .array(fc.tuple(fc.nat(3), fc.nat(2), fc.nat(9), fc.nat(3)), { maxLength: 8 })
  .map((all) => all.map(arrowOf));

describe('The keys along messages', () => {
  it('lead through all messages of a lane, in the order in which they touch it, and back', () => {
    fc.assert(
      fc.property(arrows, fc.nat(2), (all, entity) => {
        const own = all.filter((arrow) => endOn(arrow, entity) !== undefined);
        const walk = (isBackward: boolean): readonly Arrow[] => {
          const seen: Arrow[] = [];
          const step = isBackward ? 99 : 0;
          for (let current: Arrow | undefined; ;) {
            const next = nextArrow(all, { entity, step, current, isBackward });
            if (next === undefined || next === current) return seen;
            seen.push(next);
            current = next;
          }
        };
        const steps = walk(false).map((arrow) => endOn(arrow, entity)?.step ?? -1);
        assert.deepEqual(
          steps,
          steps.toSorted((a, b) => a - b),
        );
        assert.deepEqual(new Set(walk(false)), new Set(own));
        assert.deepEqual(walk(true), walk(false).toReversed());
      }),
    );
  });

  it('begin at the first message from a step on', () => {
    fc.assert(
      fc.property(arrows, fc.nat(2), fc.nat(12), (all, entity, step) => {
        const found = nextArrow(all, { entity, step, current: undefined, isBackward: false });
        const steps = all.flatMap((arrow) => endOn(arrow, entity)?.step ?? []);
        const later = steps.filter((each) => each >= step);
        const wanted = later.length > 0 ? Math.min(...later) : Math.max(...steps);
        assert.equal(found && endOn(found, entity)?.step, steps.length === 0 ? undefined : wanted);
      }),
    );
  });

  it('lead to the other end and back, and nowhere from what has only one', () => {
    fc.assert(
      fc.property(arrows, fc.nat(2), (all, entity) => {
        for (const arrow of all) {
          const [here, there] = [endOn(arrow, entity), otherLane(arrow, entity)];
          if (here === undefined || there === undefined || arrow.from === arrow.to) continue;
          assert.deepEqual(otherLane(arrow, there.entity), here);
        }
      }),
    );
    const outside = arrowOf([3, 1, 2, 2], 0);
    assert.deepEqual([otherLane(outside, 1), endOn(outside, 1)], [undefined, { entity: 1, step: 4 }]);
    assert.notEqual(arrowKey(outside), arrowKey({ ...outside, isDuplicate: true }));
  });
});
