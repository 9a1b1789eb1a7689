/** One state represents all with interchangeable copies; the oracle's random models have copies as well. */
import assert from 'node:assert/strict';
import { exploreText } from './explored.ts';

describe('a model with four copies', () => {
  it('has fewer states, which is said, and may be switched off', async () => {
    const text = `event Go
machine W for pd { var n: 0..2 = 0  initial state A { on Go do { n := (n + 1) % 3 } } }
pd w[4] runs W
check "it" { may send Go to w[0]  may send Go to w[1]  may send Go to w[2]  may send Go to w[3]  never all x in w[*]: x.n == 2 and x crashed }`;
    const [one] = await exploreText(text);
    const [each] = await exploreText(text, { symmetry: false });
    // As many as there are ways to choose four of three values, in any order.
    assert.deepEqual([one?.exploration.states, one?.exploration.isReduced], [15, true]);
    assert.deepEqual([each?.exploration.states, each?.exploration.isReduced], [81, false]);
    const [named] = await exploreText(text.replace('never all', 'never w[0].n == 3 or all'));
    assert.deepEqual([named?.exploration.states, named?.exploration.isReduced], [81, false]);
  });
});
