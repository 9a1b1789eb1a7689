/** The addresses of views in a one-file report. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { deletionModes } from '../../../language/src/model/policy.ts';
import { type Address, bookViews, readAddress, writeAddress } from '../../../client/book/address.ts';
import { planEnds } from '../../../language/src/view/report/question.ts';
import { runs } from '../../properties.ts';

describe('the address of a view', () => {
  it('is the view of what it names', () => {
    assert.deepEqual(readAddress(''), { view: 'overview' });
    assert.deepEqual(readAddress('#crash=db&policy=careful'), { view: 'graph', crash: ['db'], policy: 'careful' });
    assert.deepEqual(readAddress('#crash=a+b&crash=c%20d&view=plan'), { view: 'plan', crash: ['a+b', 'c d'] });
    assert.deepEqual(readAddress('#check=the%20db'), { view: 'checks', title: 'the db' });
    assert.deepEqual(readAddress('#delete=a&deletion=foreground'), {
      ...{ view: 'plan', crash: ['a'], end: 'delete', deletion: 'foreground' },
    });
    assert.deepEqual(readAddress('#view=matrix&event=evict'), { view: 'matrix', end: 'evict' });
    assert.deepEqual(readAddress('#view=constructor&line=-1&line=x'), { view: 'overview' });
  });

  it('is read back as it was written, whatever the names are', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 });
    const addresses = fc.record(
      {
        view: fc.constantFrom(...bookViews),
        model: text,
        crash: fc.array(text, { minLength: 1, maxLength: 3 }),
        end: fc.constantFrom(...planEnds.filter((each) => each !== 'crash' && each !== 'since')),
        deletion: fc.constantFrom(...deletionModes),
        policy: text,
        against: text,
        title: text,
        file: text,
        line: fc.integer({ min: 1, max: 999_999 }),
      },
      { requiredKeys: ['view'], noNullPrototype: true },
    );
    fc.assert(
      fc.property(addresses, ({ end, ...rest }: Address) => {
        const address = { ...rest, ...(end !== undefined && rest.crash !== undefined && { end }) };
        assert.deepEqual(readAddress(writeAddress(address)), address);
      }),
      { numRuns: runs(200, 20_000) },
    );
  });
});
