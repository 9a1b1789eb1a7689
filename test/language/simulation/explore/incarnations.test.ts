/** Incarnations in the states of an exploration. */
import assert from 'node:assert/strict';
import { exploreText } from './explored.ts';

describe('an owner that has never been alive', () => {
  it('does not own when it is created what named it before, whatever else was created in between', async () => {
    const [explored] = await exploreText(`absent object owner { owns part }
absent object other
root object part { finalizers: [hold] }
pd operator
check "it dangles" {
  may create other up to 1
  may create owner up to 1
  never owner alive and owner owns part
}`);
    // Each created or not, and the part not abandoned for long, or doomed.
    assert.deepEqual([explored?.exploration.broken, explored?.exploration.states], [[], 8]);
  });
});
