/** Subscribing with an action that the subscriber lacks is reported before anything runs. */
import assert from 'node:assert/strict';
import { findingsOf } from '../../rules/fixtures.ts';

describe('an action that its subscriber does not have', () => {
  for (const step of ['link', 'unlink']) {
    it(`is an error where it is named to ${step}`, async () => {
      const findings = await findingsOf(`root object a { refers b }
object b
scenario "subscribes" { ${step} a destroyed after b notify missing }`);
      assert.deepEqual(
        findings.map(({ severity, span }) => [severity, span.start.line]),
        [['error', 2]],
      );
    });
  }
});
