/** Random runs through remembered moves: seed by seed what the interpreter does, on random systems. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Program } from '../../../../language/src/simulation/kernel/run.ts';
import { tallyRuns } from '../../../../language/src/simulation/sampling/many-runs.ts';
import { rememberedRuns } from '../../../../language/src/simulation/sampling/remembered-runs.ts';
import type { RunResult } from '../../../../language/src/simulation/sampling/run-outcome.ts';
import type { RunTally } from '../../../../language/src/simulation/sampling/tally.ts';
import type { TraceOrigin } from '../../../../language/src/simulation/play/trace.ts';
import { runs, tried } from '../../../properties.ts';
import { anything, system } from '../explore/random-checks.ts';
import { programOf } from '../random-systems.ts';

const originOf = (program: Program): TraceOrigin => ({
  ...{ kind: 'random', faults: [], sends: false },
  check: program.model.checks[0]?.title,
});

interface Many {
  readonly runs: number;
  readonly turns: number;
}

async function tally(program: Program, many: Many, remembers: boolean): Promise<RunTally> {
  const asked = { ...many, origin: originOf(program), seed: 11, until: undefined, remembers };
  const counted = await tallyRuns(program, asked, () => Promise.resolve(true));
  assert.ok(!('refusal' in counted));
  return counted;
}

/** Returns the results of single runs that are remembered; the others are left to the interpreter. */
function walked(program: Program, count: number, turns: number): readonly RunResult[] {
  const walk = rememberedRuns(program, originOf(program));
  return Array.from({ length: count }, (_, seed) => {
    const course = walk?.(seed, turns);
    let next = course?.next();
    while (next?.done === false) next = course?.next();
    return next?.value ?? undefined;
  }).filter((result) => result !== undefined);
}

/** Returns a system without what is left to the interpreter in any case: exact clocks, plain steps, some faults. */
const plain = (text: string): string =>
  text.replace(/clock: exact|fault (?:duplicate|reorder) up to 1/g, '').replace(/^ +(?:send|run|crash) .*$/gm, '');

describe('runs through remembered moves', () => {
  it('have the outcomes of the interpreter, seed by seed', async () => {
    let [remembered, broken] = [0, 0];
    await fc.assert(
      fc.asyncProperty(system(anything), fc.integer({ min: 1, max: 60 }), async (drawn, turns) => {
        const text = plain(drawn);
        const program = await programOf(text);
        const many = { runs: 6, turns };
        const slow = await tally(program, many, false);
        assert.deepEqual(await tally(program, many, true), slow, text);
        remembered += walked(program, 3, turns).length;
        broken += slow.properties.filter((each) => each.broken > 0).length;
      }),
      { numRuns: runs(20, 600) },
    );
    tried('remembered runs', remembered);
    assert.ok(remembered > 15 && broken > 3, `${remembered} runs were remembered, ${broken} properties broken.`);
  });

  it('go on through channels that lose and delay, timers that are taken back, crashes and restarts', async () => {
    const program = await programOf(`
      event Ask(n: int)
      event Answer
      channel net { delay: 1ms..3ms  loss: 1/4 }
      machine Server for pd {
        initial state Idle { on Ask(n) do { send Answer to client  send Answer to client after 5s } -> Busy }
        state Busy { on Ask do { cancel Answer }  after 2s -> Idle }
      }
      machine Client for pd {
        var tries: 0..3 = 0
        initial state Waiting {
          after 100ms do { send Ask(tries) to server }
          on Answer -> Done
          after 1s when tries < 3 do { tries := tries + 1 } -> Waiting
        }
        state Done { on Answer  on restarted }
      }
      pd server runs Server
      pd client runs Client
      check "it" {
        fault crash up to 2
        fault lose of client up to 1
        may send Ask(7) to server up to 1
        never client.tries == 3 and server in Busy
        eventually client in Done
      }`);
    const many = { runs: 200, turns: 80 };
    assert.deepEqual(await tally(program, many, true), await tally(program, many, false));
    assert.equal(walked(program, 20, 80).length, 20);
  });

  it('are those of the streams of the examples', async () => {
    const file = join(import.meta.dirname, '../../../../language/examples/streams.aft');
    const program = await programOf(readFileSync(file, 'utf8'));
    assert.equal(walked(program, 20, 1000).length, 20);
    const many = { runs: 40, turns: 1000 };
    assert.deepEqual(await tally(program, many, true), await tally(program, many, false));
  });
});
