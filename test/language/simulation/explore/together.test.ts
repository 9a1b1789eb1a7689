/** A search on several threads gives what one thread gives: states, transitions, verdicts, runs and coverage. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import type { Check } from '../../../../language/src/model/scenario.ts';
import { exploreCheck } from '../../../../language/src/simulation/explore/explore-check.ts';
import type { ExploreLimits } from '../../../../language/src/simulation/explore/explore-limits.ts';
import type { Exploration, Limit } from '../../../../language/src/simulation/explore/judgement/verdict.ts';
import {
  findings,
  type SearchJob,
  slicesIn,
  type SliceSizes,
} from '../../../../language/src/simulation/explore/together/slices.ts';
import { createLead } from '../../../../language/src/simulation/explore/together/stages.ts';
import { type Helping, usualSizes } from '../../../../language/src/simulation/explore/together/team.ts';
import type { Program } from '../../../../language/src/simulation/kernel/run.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import { runText } from '../../../../server/src/search/run-javascript.ts';
import { searchThreads } from '../../../../server/src/search/search-threads.ts';
import { runs, seed, tried } from '../../../properties.ts';
import { loadText, modelOfText } from '../../dsl/load-text.ts';
import { searchWorker } from '../search-worker.ts';
import { randomModel } from '../oracle/random-model.ts';
import { flowModel } from './random-flow.ts';
import { anything, system, watched } from './random-checks.ts';
import { ignoredAtLast, ignoredLater } from './together-models.ts';

/** A thread of the test. */
interface Hand {
  readonly worker: Worker;
  readonly bell: Int32Array;
}

/** A few milliseconds of sleep, while which the threads go on. */
const nap = (): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);

/** Waits; on a loaded machine a thread takes its time. */
function until(isSo: () => boolean): void {
  for (let naps = 0; !isSo(); naps++) {
    assert.ok(naps < 60_000, 'A thread does not answer.');
    nap();
  }
}

/** Lets a hand help in a search, until that ends. */
function start({ worker, bell }: Hand, job: SearchJob): ReturnType<Helping['start']> {
  const { helpers } = createLead(job.turns, { pieces: 0, run: () => undefined });
  const [others, over] = [helpers(), Atomics.load(bell, 1)];
  worker.postMessage(job);
  Atomics.add(bell, 0, 1);
  Atomics.notify(bell, 0);
  until(() => helpers() > others);
  return {
    send: (moved) => {
      worker.postMessage(moved);
    },
    end: () => {
      worker.postMessage('stop');
      until(() => {
        Atomics.notify(new Int32Array(job.turns), 0);
        return Atomics.load(bell, 1) > over;
      });
    },
  };
}

/** What a search has asked of threads. */
interface Asked {
  readonly stages: number;
  /** True if something was not known to the others in the last round. */
  readonly isOpen: boolean;
}

/** Explores with so many hands. */
function exploreTogether(
  { program, check, limits }: { readonly program: Program; readonly check: Check; readonly limits: ExploreLimits },
  hands: readonly Hand[],
  { sizes, ends }: { readonly sizes: SliceSizes; readonly ends: Ends },
): { readonly exploration: Exploration; readonly asked: Asked } {
  const jobs: SearchJob[] = [];
  const helping: Helping = {
    ...{ count: hands.length, from: 1, sizes },
    start(job) {
      const hand = hands[jobs.length % hands.length];
      assert.ok(hand);
      jobs.push(job);
      return start(hand, job);
    },
  };
  const exploration = explore(program, check, { ...limits, engine: { runText, helping } }, ends);
  const last = jobs.at(-1);
  return { exploration, asked: last === undefined ? { stages: 0, isOpen: false } : askedIn(last) };
}

const askedIn = ({ turns, slices, sizes }: SearchJob): Asked => ({
  stages: (new Int32Array(turns)[0] ?? 0) >>> 10,
  isOpen: slicesIn(slices, sizes).some(({ finding }) => finding.includes(findings.open)),
});

/** Says from how many states on which limit ends a search, if there is more to explore. */
type Ends = { readonly after: number; readonly limit: Limit } | undefined;

function explore(program: Program, check: Check, limits: ExploreLimits, ends: Ends): Exploration {
  const exploring = exploreCheck(program, check, limits);
  const { states: most = Infinity } = limits;
  let next = exploring.next();
  let left = ends;
  while (next.done !== true) {
    const { queue, states } = next.value;
    const limit = left !== undefined && states >= left.after && queue > 0 && states < most ? left.limit : undefined;
    if (limit !== undefined) left = undefined;
    next = exploring.next(limit);
  }
  return { ...next.value, bytes: 0 };
}

const small = fc.record({
  reduces: fc.boolean(),
  symmetry: fc.boolean(),
  pace: fc.constantFrom(1, 3, 4),
  states: fc.constantFrom(100, 1000, 1000),
});
const sizes = fc.record({
  states: fc.constantFrom(1, 2, 4),
  slices: fc.constantFrom(1, 3),
  ways: fc.constantFrom(6, 40),
});
const end = fc.option(fc.record({ after: fc.nat(60), limit: fc.constantFrom<Limit>('cancelled', 'time', 'memory') }), {
  freq: 4,
  nil: undefined,
});

/** The number of threads that help. */
const helping = fc.constantFrom(1, 2);

describe('a search on several threads', () => {
  let hands: Hand[] = [];
  before(() => {
    hands = [0, 1].map(() => {
      const bell = new SharedArrayBuffer(8);
      const program = fileURLToPath(new URL('together-worker.ts', import.meta.url));
      return { worker: new Worker(program, { workerData: bell }), bell: new Int32Array(bell) };
    });
  });
  after(async () => {
    await Promise.all(hands.map(({ worker }) => worker.terminate()));
  });

  /** Compares searches of random models; returns how many there were of which kind. */
  const compareEach = async (
    models: fc.Arbitrary<string>,
    numRuns: number,
    from = seed,
  ): Promise<ReadonlyMap<string, number>> => {
    const counts = new Map<string, number>();
    const count = (what: string, isSo: boolean): void => {
      if (isSo) counts.set(what, (counts.get(what) ?? 0) + 1);
    };
    await fc.assert(
      fc.asyncProperty(models, small, sizes, end, helping, async (text, limits, divided, ends, helpers) => {
        const { model, findings: found } = await loadText(text);
        if (found.some(({ severity }) => severity === 'error')) return;
        const program = compileModel(model);
        for (const check of model.checks) {
          const alone = explore(program, check, { ...limits, engine: { runText } }, ends);
          const together = exploreTogether({ program, check, limits }, hands.slice(0, helpers), {
            sizes: divided,
            ends,
          });
          const told = JSON.stringify([limits, divided, ends, helpers]);
          assert.deepEqual(together.exploration, alone, `${text}\n${told}`);
          count('together', together.asked.stages > 1);
          count('with something to make', together.asked.stages > 1 && together.asked.isOpen);
          count('broken', together.asked.stages > 1 && alone.broken.length > 0);
          count('cut', together.asked.stages > 1 && alone.unexplored.length > 0);
        }
      }),
      { seed: from, numRuns },
    );
    for (const [what, times] of counts) tried(`searches on several threads ${what}`, times);
    return counts;
  };
  const assertCounts = (counts: ReadonlyMap<string, number>, least: number): void => {
    for (const what of ['together', 'with something to make', 'broken', 'cut'])
      assert.ok((counts.get(what) ?? 0) >= least, `${what}: ${JSON.stringify([...counts])}`);
  };

  it('gives what one gives, of random models of all constructs', async () => {
    assertCounts(await compareEach(randomModel, runs(8, 1200)), runs(1, 40));
  });

  it('gives what one gives, of the examples, and of what they are without reductions', async () => {
    const folder = 'language/examples';
    let together = 0;
    for (const file of await readdir(folder)) {
      if (!file.endsWith('.aft')) continue;
      const model = await modelOfText(await readFile(`${folder}/${file}`, 'utf8'));
      const program = compileModel(model);
      for (const check of model.checks)
        for (const reduces of [true, false]) {
          const limits = { reduces, states: 1_500 };
          const { exploration, asked } = exploreTogether({ program, check, limits }, hands, {
            sizes: { ...usualSizes, slices: 2 },
            ends: undefined,
          });
          // Nothing was divided: this is what one gives.
          if (asked.stages <= 1) continue;
          together += 1;
          const alone = explore(program, check, { ...limits, engine: { runText } }, undefined);
          assert.deepEqual(exploration, alone, check.title);
        }
    }
    assert.ok(together >= 3, `Only ${String(together)} searches used threads.`);
  });

  it('gives what one gives where messages are found to be ignored on the way', async () => {
    assertCounts(await compareEach(flowModel, runs(9, 1200)), runs(1, 50));
    const model = await modelOfText(ignoredLater);
    const [program, check] = [compileModel(model), model.checks[0]];
    assert.ok(check);
    for (const states of [8, 32])
      for (const pace of [4, 16, 256]) {
        const limits = { pace };
        const alone = explore(program, check, { ...limits, engine: { runText } }, undefined);
        const divided = { sizes: { states, slices: 2, ways: 1000 }, ends: undefined };
        const { exploration, asked } = exploreTogether({ program, check, limits }, hands, divided);
        assert.deepEqual(exploration, alone);
        assert.ok(asked.stages > 1 || pace > 2 * states);
      }
  });

  it('searches again for a shortest run where moves had to wait', async () => {
    const model = await modelOfText(ignoredAtLast);
    const [program, check] = [compileModel(model), model.checks[0]];
    assert.ok(check);
    const limits = { pace: 4, symmetry: false };
    const alone = explore(program, check, { ...limits, engine: { runText } }, undefined);
    const postponing = explore(program, check, { ...limits, postpones: false, engine: { runText } }, undefined);
    const divided = { sizes: { states: 4, slices: 2, ways: 40 }, ends: undefined };
    const { exploration, asked } = exploreTogether({ program, check, limits }, hands, divided);
    assert.ok(asked.stages > 5);
    assert.equal(alone.broken[0]?.counterexample.steps, postponing.broken[0]?.counterexample.steps);
    assert.deepEqual(exploration, alone);
  });

  it('gives what one gives, of random systems that send, crash and wait without end', async () => {
    assertCounts(await compareEach(fc.oneof(system(anything), system(watched)), runs(14, 1200), seed + 1), runs(1, 40));
  });

  it('gives what one gives with the threads of the program', async () => {
    const model = await modelOfText(await readFile('language/examples/streams.aft', 'utf8'));
    const [program, check] = [compileModel(model), model.checks[0]];
    const threads = searchThreads(searchWorker, 2);
    assert.ok(check && threads);
    const { helping } = threads;
    const jobs: SearchJob[] = [];
    const startAndWait = (job: SearchJob): ReturnType<Helping['start']> => {
      jobs.push(job);
      const helper = helping.start(job);
      until(() => createLead(job.turns, { pieces: 0, run: () => undefined }).helpers() === 1);
      return helper;
    };
    const limits = { states: 60_000 };
    const alone = explore(program, check, { ...limits, engine: { runText } }, undefined);
    const engine = { runText, helping: { ...helping, from: 1000, start: startAndWait } };
    assert.deepEqual(explore(program, check, { ...limits, engine }, undefined), alone);
    assert.ok(jobs.map(askedIn).some(({ stages }) => stages > 5));
  });
});
