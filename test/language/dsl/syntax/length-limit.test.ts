/** A text that is measured after a change passes the limit where it does if measured alone. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type MeasuredText, measureText } from '../../../../language/src/dsl/syntax/lexing/length-limit.ts';
import { runs } from '../../../properties.ts';

const nothing: MeasuredText = { text: '', most: 0, past: undefined };
const limit = 30;

const pieces = ['a ', 'a ', 'a ', 'b1 ', ' ', '\n', '\n', '\n', '/*', '//', '"', "'", '/', '*', '{', '->', '\\', '😀'];
const words = (maxLength: number) => fc.array(fc.constantFrom(...pieces), { maxLength, size: 'max' });
// Often at the start, where a comment begins that hides most of the text.
const change = fc.record({ at: fc.oneof(fc.constant(0), fc.nat()), count: fc.nat(2), put: words(2) });

describe('the limit of the length of a text', () => {
  it('is passed where it is without the text before', () => {
    let estimated = 0;
    fc.assert(
      fc.property(words(150), fc.array(change, { maxLength: 8 }), (before, changes) => {
        let now: readonly string[] = ['/*', ...before];
        let measured = measureText(now.join(''), nothing, limit);
        for (const { at, count, put } of changes) {
          now = now.toSpliced(at % (now.length + 1), count, ...put);
          const text = now.join('');
          measured = measureText(text, measured, limit);
          const alone = measureText(text, nothing, limit);
          assert.equal(measured.past, alone.past, JSON.stringify(text));
          // A text alone is counted, or as long as this.
          if (measured.past === undefined && measured.most !== alone.most) estimated++;
        }
      }),
      { numRuns: runs(2000, 20_000) },
    );
    assert.ok(estimated > 100, `only ${String(estimated)} were not counted`);
  });
});
