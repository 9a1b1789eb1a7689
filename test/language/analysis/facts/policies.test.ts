/** The policies of a model, and the one that applies. */
import assert from 'node:assert/strict';
import { defaultPolicyOf, findPolicy, policiesOf } from '../../../../language/src/analysis/facts/policies.ts';
import { defaultPolicy } from '../../../../language/src/model/policy.ts';

const own = { ...defaultPolicy, name: 'careful', pdDepth: 1 };

describe('the policies of a model', () => {
  it('are the four predefined ones, then its own', () => {
    assert.deepEqual(
      policiesOf({ policies: [own] }).map(({ name }) => name),
      ['space-direct', 'space-recursive', 'pd-direct', 'pd-recursive', 'careful'],
    );
  });

  it('include a declared one in place of its predefined namesake', () => {
    const named = { ...own, name: 'pd-direct', pdDepth: 7 };
    assert.equal(findPolicy({ policies: [named] }, 'pd-direct')?.pdDepth, 7);
    assert.equal(policiesOf({ policies: [named] }).length, 4);
  });

  it('are found by name, or not at all', () => {
    assert.equal(findPolicy({ policies: [own] }, 'careful'), own);
    assert.equal(findPolicy({ policies: [own] }, 'careless'), undefined);
  });

  it('have a default: the declared one, else the first value of each setting', () => {
    const declared = { ...own, name: 'default' };
    assert.equal(defaultPolicyOf({ policies: [own, declared] }), declared);
    assert.equal(findPolicy({ policies: [own] }, 'default'), defaultPolicy);
  });
});
