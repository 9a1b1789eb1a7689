/** A piece of work ends at an interrupt or its limit, whatever it is doing. */
import assert from 'node:assert/strict';
import { beginWork, finish } from '../../../server/src/cli/input/interruption.ts';
import { runEndable } from '../../../server/src/workspace/files/run-endable.ts';
import { forgetPiece, spend, withinOneBudget } from '../../../language/src/simulation/values/work.ts';

/** Work without an end, and without a place where others have their turn. */
const forever = (): never => {
  for (;;);
};

/** The surroundings of work that an interrupt ends in its middle. */
function surroundings() {
  let aborted = false;
  const interrupt = (): void => {
    aborted = true;
  };
  const interrupts = {
    get aborted() {
      return aborted;
    },
    runEndable: <T>(piece: () => T, milliseconds: number) => runEndable(piece, milliseconds, interrupt),
  };
  const nothing = { write: () => undefined, isColoured: false };
  return {
    ...{ output: nothing, notes: nothing, folder: '/', page: () => undefined },
    readInput: () => Promise.reject(new Error('nothing is read')),
    onInterrupt: () => interrupts,
  };
}

/** Work that interrupts itself, as Ctrl+C would, and goes on without an end. */
const interrupted = (): never => {
  process.kill(process.pid, 'SIGINT');
  return forever();
};

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
    let told = 0;
    assert.equal(
      runEndable(interrupted, Infinity, () => (told += 1)),
      undefined,
    );
    assert.equal(told, 1);
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
    const work = beginWork(surroundings());
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
  });

  it('may sum up for a moment after an interrupt, but not for long', async () => {
    for (const [sumUp, patience, expected] of [
      [() => 'summed up', Infinity, { value: 'summed up' }],
      [forever, 10, { last: 5 }],
    ] as const) {
      let aborted = false;
      const around = surroundings();
      const { runEndable: runPiece } = around.onInterrupt();
      const interrupts = {
        get aborted() {
          return aborted;
        },
        runEndable: runPiece,
      };
      const work = beginWork({ ...around, onInterrupt: () => interrupts }, Infinity, patience);
      const steps = function* (): Generator<number, string, string | undefined> {
        for (;;) {
          aborted = true;
          if ((yield 5) !== undefined) return sumUp();
        }
      };
      assert.deepEqual(await finish(work, steps, { progress: String, tell: (stop) => stop }), expected);
    }
  });

  it('hears once that time is up, and may sum up for a while', async () => {
    const told: unknown[] = [];
    const work = beginWork(surroundings(), Infinity, Infinity);
    const steps = function* (): Generator<number, string, string | undefined> {
      for (let step = 0; ; step++) {
        if (step === 100) work.allow(0);
        const stop = yield step;
        if (stop === undefined) continue;
        told.push(stop);
        told.push(yield step);
        return 'summed up';
      }
    };
    const ended = await finish(work, steps, { progress: String, tell: (stop) => stop });
    assert.deepEqual([ended, told], [{ value: 'summed up' }, ['out of time', undefined]]);
    const impatient = beginWork(surroundings(), Infinity, 10);
    const stubborn = function* (): Generator<number, never, string | undefined> {
      impatient.allow(0);
      while ((yield 5) === undefined);
      return forever();
    };
    assert.deepEqual(await finish(impatient, stubborn, { progress: String, tell: (stop) => stop }), { last: 5 });
  });
});
