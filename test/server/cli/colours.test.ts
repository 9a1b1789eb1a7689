/** The conditions for colours on the command line. */
import assert from 'node:assert/strict';
import { wantsColours } from '../../../server/src/cli/text/colours.ts';

describe('colours', () => {
  const cases: readonly (readonly [string, boolean, object, boolean])[] = [
    ['are used on a terminal', true, {}, true],
    ['are not used in a file or a pipe', false, {}, false],
    ['are not used where NO_COLOR is set', true, { NO_COLOR: '1' }, false],
    ['are used where NO_COLOR is empty', true, { NO_COLOR: '' }, true],
    ['are not used on a terminal without them', true, { TERM: 'dumb' }, false],
  ];
  for (const [rule, isTTY, environment, expected] of cases) {
    it(rule, () => {
      assert.equal(wantsColours({ isTTY }, { ...environment }), expected);
    });
  }
});
