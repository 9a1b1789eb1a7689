/** A piece of work ends at an interrupt or its limit, whatever it is doing. */
import assert from 'node:assert/strict';
import { beginWork, finish } from '../../../server/src/cli/input/interruption.ts';
import { runEndable } from '../../../server/src/cli/run-endable.ts';
import { forgetPiece, spend, withinOneBudget } from '../../../language/src/simulation/values/work.ts';

/** Work without an end, and without a place where others have their turn. */
const forever = (): never => {
  for (;;);
};

const nothing = { write: () => undefined, isColoured: false };
const around = {
  ...{ output: nothing, notes: nothing, folder: '/', runEndable, page: () => undefined },
  readInput: () => Promise.reject(new Error('nothing is read')),
};

/** Work that interrupts itself, as Ctrl+C would, and goes on without an end. */
const interrupted = (): never => {
  process.kill(process.pid, 'SIGINT');
  return forever();
};

/** Counts interrupts, as the command line does. */
function countInterrupts(): { readonly signal: AbortSignal; readonly end: () => void } {
  const controller = new AbortController();
  const listen = (): void => {
    controller.abort();
  };
  process.on('SIGINT', listen);
  return { signal: controller.signal, end: () => process.removeListener('SIGINT', listen) };
}

describe('a piece of work', () => {
  it('has its result, or its error', () => {
    assert.deepEqual(
      runEndable(() => 7, 1000),
      { value: 7 },
    );
    assert.deepEqual(
      runEndable(() => undefined, Infinity),
      { value: undefined },
    );
    assert.throws(() => runEndable(() => assert.fail('so'), 1000), /so/);
  });

  it('ends at its limit', () => {
    assert.equal(runEndable(forever, 20), undefined);
  });

  it('ends at an interrupt, and reports it', () => {
    const { signal, end } = countInterrupts();
    try {
      assert.equal(runEndable(interrupted, Infinity), undefined);
      assert.equal(signal.aborted, true);
    } finally {
      end();
    }
  });

  it('leaves no budget open that the next one would pay from', () => {
    assert.equal(
      runEndable(() => withinOneBudget(forever), 20),
      undefined,
    );
    forgetPiece();
    // Outside of a piece nothing counts; in one that was forgotten, this is too much.
    spend(1e9);
  });
});

describe('work in steps', () => {
  it('is stopped by an interrupt in the middle of a step, with what it yielded last', async () => {
    const { signal, end } = countInterrupts();
    try {
      const work = beginWork({ ...around, onInterrupt: () => signal });
      const steps = function* (): Generator<number, string> {
        yield 1;
        yield 2;
        return interrupted();
      };
      const finishing = { progress: String, tell: () => assert.fail('it has no time to sum up') };
      assert.deepEqual(await finish(work, steps, finishing), { last: 2 });
      assert.equal(work.stopped(), 'interrupted');
      // The next work is not begun.
      const next = await finish(work, () => assert.fail('begun'), { progress: String });
      assert.deepEqual(next, { last: undefined });
    } finally {
      end();
    }
  });

  it('hears once that time is up, and may sum up for a while', async () => {
    const told: unknown[] = [];
    const work = beginWork(around, 10);
    const steps = function* (): Generator<number, string, string | undefined> {
      for (let step = 0; ; step++) {
        const stop = yield step;
        if (stop === undefined) continue;
        told.push(stop);
        told.push(yield step);
        return 'summed up';
      }
    };
    const ended = await finish(work, steps, { progress: String, tell: (stop) => stop });
    assert.deepEqual([ended, told], [{ value: 'summed up' }, ['out of time', undefined]]);
    work.allow(10);
    const stubborn = function* (): Generator<number, never, string | undefined> {
      while ((yield 5) === undefined);
      return forever();
    };
    assert.deepEqual(await finish(work, stubborn, { progress: String, tell: (stop) => stop }), { last: 5 });
  });
});
