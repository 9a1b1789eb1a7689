/** A server that crashes is restarted, but not forever. */
import assert from 'node:assert/strict';
import { countCrashes } from '../../../client/src/server/server-crashes.ts';

describe('a server that crashes', () => {
  it('is started again four times in three minutes, and then no more', () => {
    const crashes = countCrashes();
    assert.deepEqual(
      [0, 1000, 2000, 3000, 4000, 5000].map((now) => crashes.happened(now)),
      [true, true, true, true, false, false],
    );
  });

  it('is started again forever if it crashes seldom', () => {
    const crashes = countCrashes();
    for (let now = 0; now < 100 * 60_000; now += 60_000) assert.ok(crashes.happened(now));
  });

  it('begins again after a start by hand', () => {
    const crashes = countCrashes();
    for (let now = 0; now < 5; now++) crashes.happened(now);
    assert.ok(!crashes.happened(5));
    crashes.forget();
    assert.ok(crashes.happened(6));
  });
});
