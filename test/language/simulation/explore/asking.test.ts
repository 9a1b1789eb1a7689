/** An exploration asks whether to go on, also within a state that has thousands of transitions. */
import assert from 'node:assert/strict';
import { exploreCheck } from '../../../../language/src/simulation/explore/explore-check.ts';
import { programOf } from '../random-systems.ts';

/** In its first state, which timers never leave for long, the environment may act at any of thousands of instants. */
const text = `event Go
machine Slow for pd {
  var since: duration = 0s
  initial state A { after 4s -> B  on Go do { since := now } }
  state B { after 1ms -> B }
}
pd slow runs Slow
pd other
check "it" {
  clock: exact
  horizon: 5s
  may send Go to slow up to 1
  fault crash of other up to 1
  never slow.since == 77777s
  eventually slow in B and other destroyed and slow.since == 1s
}`;

describe('an exploration', () => {
  it('asks within one state, and what is ended there is not taken for all that may happen', async () => {
    const program = await programOf(text);
    const [check] = program.model.checks;
    assert.ok(check);
    const exploring = exploreCheck(program, check);
    const first = exploring.next();
    assert.ok(first.done !== true);
    // Nothing but the start has been expanded, and not to its end.
    const ended = exploring.next('cancelled');
    assert.ok(ended.done === true);
    assert.deepEqual(ended.value.broken, []);
    assert.ok(ended.value.transitions <= 256, String(ended.value.transitions));
    assert.deepEqual(
      ended.value.unexplored.flatMap(({ limit }) => (limit === 'resolution' ? [] : [limit])),
      ['cancelled'],
    );
  });
});
