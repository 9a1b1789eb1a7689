/** Incarnations in the states of an exploration. */
import assert from 'node:assert/strict';
import { exploreText } from './explored.ts';

describe('a PD that moves', () => {
  it('arrives, even if no collector counts incarnations', async () => {
    const [explored] = await exploreText(`event Hello
channel slow { delay: 2s }
machine Traveller for pd {
  initial state There { on Hello do { move self to near } -> Here }
  state Here { on Hello do { send Hello to host } }
}
machine Host for pd { initial state Waits { on Hello -> Met  after 3s -> Late }  state Met { }  state Late { on Hello } }
node near { pd host runs Host }
pd guest runs Traveller
check "it says hello there" { may send Hello to guest up to 2  clock: exact  horizon: 4s  never host in Met }`);
    assert.equal(explored?.verdict, 'failed');
  });

  it('never arrives in a later life than the one that left', async () => {
    const [explored] = await exploreText(`channel slow { delay: 10s }
node far { pd guest runs Traveller }
node near { }
pd operator runs Operator
machine Traveller for pd { initial state Up { after 1s do { move self to near } } }
machine Operator for pd {
  initial state Waits { after 2s -> Ends }
  state Ends { enter { destroy guest }  after 1s -> Begins }
  state Begins { enter { restart guest }  after 8500ms -> Asks }
  state Asks { enter { destroy near } }
}
check "it is still there" { clock: exact  horizon: 12s  never operator in Asks and guest destroyed }`);
    assert.deepEqual([explored?.verdict, explored?.exploration.broken], ['passed', []]);
  });
});

describe('an owner that has never been alive', () => {
  it('does not own, once created, what named it before, whatever was created in between', async () => {
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
