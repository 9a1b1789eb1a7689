/** A server that does not answer is noticed after 20 seconds of a clock that only the test advances. */
import assert from 'node:assert/strict';
import { lookEvery, mostLooks, watchServer } from '../../../client/src/server/server-watchdog.ts';

/** A watched server whose answers, and whose time, the test gives. */
function watched() {
  const told: string[] = [];
  const asked: { readonly answer: () => void; readonly fail: () => void }[] = [];
  let look: (() => void) | undefined;
  const end = watchServer({
    ping: () =>
      new Promise<void>((answer, reject) => {
        asked.push({
          answer,
          fail: () => {
            reject(new Error('it has ended'));
          },
        });
      }),
    every: (milliseconds, run) => {
      assert.equal(milliseconds, lookEvery);
      look = run;
      return () => (look = undefined);
    },
    onSilence: () => told.push('silence'),
    onAnswer: () => told.push('answer'),
  });
  const pass = async (looks: number): Promise<void> => {
    for (let each = 0; each < looks; each++) {
      look?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { told, asked, pass, end };
}

describe('a server that is watched', () => {
  it('is pinged again after each answer, and nothing is reported while it answers', async () => {
    const { told, asked, pass } = watched();
    for (let round = 1; round <= 50; round++) {
      await pass(1);
      assert.equal(asked.length, round);
      asked.at(-1)?.answer();
      await pass(0);
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.deepEqual(told, []);
  });

  it('is silent after 20 seconds, which is reported once', async () => {
    assert.equal(lookEvery * mostLooks, 20_000);
    const { told, asked, pass } = watched();
    await pass(1 + mostLooks - 1);
    assert.deepEqual(told, []);
    await pass(1);
    assert.deepEqual(told, ['silence']);
    await pass(100);
    assert.deepEqual([told, asked.length], [['silence'], 1]);
  });

  it('that answers after all is pinged again, and may be silent again', async () => {
    const { told, asked, pass } = watched();
    await pass(20);
    asked[0]?.answer();
    await pass(0);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(told, ['silence', 'answer']);
    await pass(1 + mostLooks);
    assert.deepEqual([told, asked.length], [['silence', 'answer', 'silence'], 2]);
  });

  it('that has ended is not silent', async () => {
    const { told, asked, pass } = watched();
    for (let round = 0; round < 10; round++) {
      await pass(1);
      asked.at(-1)?.fail();
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.deepEqual(told, []);
  });

  it('is no longer watched once the watch ends', async () => {
    const { told, asked, pass, end } = watched();
    await pass(2);
    end();
    await pass(100);
    asked[0]?.answer();
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([told, asked.length], [[], 1]);
  });
});
