/** Counterexamples in words: external events, the final state, and the steps that matter. */
import assert from 'node:assert/strict';
import { openCounterexample } from '../../../../language/src/simulation/explore/counterexample/replay.ts';
import { counterexampleWords } from '../../../../language/src/view/run/counterexample-words.ts';
import { exploreText } from '../../simulation/explore/explored.ts';

/** A region that resets itself at most twice; after that only a forced reset helps. */
const budget = `event Fail
event Reset(force: bool)
machine Region for pd {
  param budget: int = 2
  var attempt: int = 0
  initial state Processing {
    on Fail -> Resetting
    on Reset
  }
  state Resetting {
    always when attempt == budget -> GaveUp
    on Fail
    on Reset
    after 1s do { attempt := attempt + 1 } -> Processing
  }
  state GaveUp {
    on Fail
    on Reset(force) when force do { attempt := 0 } -> Processing
  }
}
pd orders runs Region
`;

async function wordsOf(text: string): Promise<string[][]> {
  const [explored] = await exploreText(text);
  assert.ok(explored);
  const { program, check, exploration } = explored;
  return exploration.broken.map((broken) => {
    const opened = openCounterexample(program, check, broken.counterexample);
    if ('refusal' in opened) assert.fail(opened.refusal);
    return counterexampleWords(program, check, opened.timeline, broken);
  });
}

describe('the words of a counterexample', () => {
  it('name the only way out of the state in which everything stays', async () => {
    const words = await wordsOf(`${budget}check "it recovers" {
  may send Fail to orders up to 3
  orders in Resetting or orders in GaveUp leads to orders in Processing
}
`);
    assert.deepEqual(words, [
      [
        'Step 1: send Fail to orders.',
        'Step 3: send Fail to orders.',
        'Step 5: send Fail to orders.',
        'Then nothing more has to happen.',
        '"orders" stays in GaveUp: only Reset when force leaves it.',
      ],
    ]);
  });

  it('say what holds in a forbidden state', async () => {
    const words = await wordsOf(`${budget}check "once" { may send Fail to orders  never orders.attempt > 1 }\n`);
    assert.deepEqual(words, [
      ['Step 1: send Fail to orders.', 'Step 3: send Fail to orders.', 'Then orders.attempt is 2.'],
    ]);
  });

  it('say what repeats forever', async () => {
    const words = await wordsOf(`event Ping
machine M for pd {
  initial state A { after 1s -> B  on Ping }
  state B { after 1s -> A  on Ping -> C }
  state C { on Ping }
}
pd p runs M
check "done" { may send Ping to p  eventually p in C }
`);
    assert.deepEqual(words, [['From step 1 on, the same steps repeat forever: timer of p in A; timer of p in B.']]);
  });
});
