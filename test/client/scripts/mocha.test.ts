/** What `npm test` makes of what mocha writes: nothing that was left out or cannot be trusted counts as passed. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { judge } from '../../../client/scripts/mocha.mjs';
import { checkout } from '../../../client/scripts/processes.mjs';

const test = (name: string, file = 'test/a.test.ts') => ({ fullTitle: name, file: join(checkout, file), duration: 40 });
const files = ['test/a.test.ts'];

describe('the results of mocha', () => {
  it('are good if each file ran a test and none failed', () => {
    const { passed, faults, text } = judge(files, 0, { passes: [test('one'), test('two')], failures: [], pending: [] });
    assert.deepEqual([passed, faults], [2, []]);
    assert.match(text, /^ +0\.1 s +2 {2}test\/a\.test\.ts\n$/);
  });

  it('tell a failure with its place and its text', () => {
    const failure = { ...test('one'), err: { message: 'no', stack: 'Error: no\n    at x' } };
    const { passed, faults } = judge(files, 1, { passes: [], failures: [failure], pending: [] });
    assert.deepEqual([passed, faults], [0, ['test/a.test.ts: one\n  Error: no\n      at x']]);
  });

  it('count what was skipped as failed', () => {
    const { faults } = judge(files, 0, { passes: [test('one')], failures: [], pending: [test('two')] });
    assert.deepEqual(faults, ['test/a.test.ts: two\n  was skipped; a skipped test counts as failed']);
  });

  it('name a file in which no test ran', () => {
    const { faults } = judge([...files, 'test/b.test.ts'], 0, { passes: [test('one')], failures: [], pending: [] });
    assert.deepEqual(faults, ['test/b.test.ts\n  ran no test']);
  });

  it('are a failure where mocha broke off, or ended badly without one', () => {
    assert.match(judge(files, 0, undefined).faults.join(), /ended before/);
    const { faults } = judge(files, 7, { passes: [test('one')], failures: [], pending: [] });
    assert.match(faults.join(), /ended with code 7/);
  });

  it('are a failure where there was nothing to run', () => {
    assert.match(judge([], 0, { passes: [], failures: [], pending: [] }).faults.join(), /no test was run/);
  });
});
