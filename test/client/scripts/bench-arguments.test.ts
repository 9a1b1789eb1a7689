/** The arguments of `npm run bench`: wrong ones, and a request for help, end before anything is installed. */
import assert from 'node:assert/strict';
import { readArguments, suiteNames } from '../../../client/scripts/bench-arguments.mjs';
import { suites } from '../../bench/suites.ts';

describe('the arguments of the bench', () => {
  it('name suites, all of them known', () => {
    assert.deepEqual(suiteNames, Object.keys(suites).sort());
    assert.deepEqual(readArguments(['graphPage', '--json', 'graph']), { asked: ['graphPage', 'graph'] });
    assert.deepEqual(readArguments([]), { asked: [] });
  });

  it('ask for a text on how to use it', () => {
    for (const option of ['--help', '-h']) {
      const read = readArguments([option]);
      assert.ok('text' in read);
      assert.equal(read.code, 0);
      for (const name of [...suiteNames, '--json']) assert.ok(read.text.includes(name), name);
    }
  });

  for (const wrong of ['graphs', '--jason', '--json=yes'])
    it(`are refused with that text: ${wrong}`, () => {
      const read = readArguments([wrong]);
      assert.ok('text' in read);
      assert.equal(read.code, 2);
      assert.match(read.text, /^.*(?:graphs|--jason|--json)[^]*Usage: npm run bench/);
    });
});
