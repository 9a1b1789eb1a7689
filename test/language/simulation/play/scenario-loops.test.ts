import assert from 'node:assert/strict';
import { faultsOf, runScenarios } from '../run-scenarios.ts';

describe('a "for" of a scenario', () => {
  it('runs its steps once for each combination, each from the start', async () => {
    const [result] = await runScenarios(`
      pd a
      pd b
      scenario "each alone" {
        for x in pds, y in pds { crash x  expect only x destroyed  expect x == y or y alive }
      }`);
    assert.equal(result?.runs, 4);
    assert.deepEqual(result.failures, []);
  });

  it('judges what a loop in a loop expects', async () => {
    const [result] = await runScenarios(`
      pd a
      pd b
      scenario "all the same" { for x in pds { for y in pds { expect x == y } } }`);
    assert.ok(result);
    assert.equal(result.runs, 4);
    assert.deepEqual(faultsOf(result), [
      '0ms x = a, y = b expected x == y; found x is a, y is b',
      '0ms x = b, y = a expected x == y; found x is b, y is a',
    ]);
  });
});
