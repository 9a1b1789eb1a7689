/** Random runs through remembered moves: seed by seed what the interpreter does, on random systems. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Expression } from '../../../../language/src/model/machines/expression.ts';
import { itemAt } from '../../../../language/src/model/common/lookup.ts';
import type { Draw } from '../../../../language/src/simulation/kernel/draw.ts';
import type { Program } from '../../../../language/src/simulation/kernel/run.ts';
import { seeded } from '../../../../language/src/simulation/kernel/seed.ts';
import { play } from '../../../../language/src/simulation/play/player.ts';
import { playerFor } from '../../../../language/src/simulation/play/recording/recording.ts';
import { tallyRuns } from '../../../../language/src/simulation/sampling/many-runs.ts';
import { rememberedRuns, startWalking } from '../../../../language/src/simulation/sampling/remembered-runs.ts';
import type { RunResult } from '../../../../language/src/simulation/sampling/run-outcome.ts';
import { stepped } from '../../../../language/src/simulation/sampling/walk/core-walk.ts';
import type { RunTally } from '../../../../language/src/simulation/sampling/tally.ts';
import type { TraceOrigin } from '../../../../language/src/simulation/play/recording/trace.ts';
import { runs, tried } from '../../../properties.ts';
import { anything, system, watched } from '../explore/random-checks.ts';
import { randomModel } from '../oracle/random-model.ts';
import { programOf } from '../random-systems.ts';

/** What is run: of a check or of the model alone, and until when. */
interface Ran {
  readonly origin: Extract<TraceOrigin, { readonly kind: 'random' }>;
  readonly until: Expression | undefined;
}

const ofCheck = (program: Program): Ran => ({
  origin: { kind: 'random', faults: [], sends: false, check: program.model.checks[0]?.title },
  until: undefined,
});

/** Returns ways to run a model: its check, that until one of its properties changes, or anything that may happen. */
function waysToRun(program: Program): readonly Ran[] {
  const { origin } = ofCheck(program);
  const until = program.model.checks[0]?.properties[0]?.condition;
  const faults = (['crash', 'lose', 'duplicate', 'reorder'] as const).map((kind) => ({ kind, upTo: 1 }));
  return [
    { origin, until: undefined },
    { origin, until },
    { origin: { kind: 'random', faults: [], sends: true, check: undefined }, until },
    { origin: { kind: 'random', faults, sends: true, check: undefined }, until: undefined },
  ];
}

interface Many {
  readonly runs: number;
  readonly turns: number;
}

async function tally(program: Program, ran: Ran, many: Many, remembers: boolean): Promise<RunTally> {
  const counted = await tallyRuns(program, { ...many, ...ran, seed: 11, remembers }, () => Promise.resolve(true));
  assert.ok(!('refusal' in counted));
  return counted;
}

/** Returns the results of single runs that are remembered; the others are left to the interpreter. */
function walked(program: Program, { origin, until }: Ran, count: number, turns: number): readonly RunResult[] {
  const walk = rememberedRuns(program, origin, until);
  return Array.from({ length: count }, (_, seed) => {
    const course = walk?.(seed, turns);
    let next = course?.next();
    while (next?.done === false) next = course?.next();
    return next?.value ?? undefined;
  }).filter((result) => result !== undefined);
}

/** Returns a model whose check has no plain steps. */
const withoutSteps = (text: string): string => text.replace(/^ *(?:send|run|crash) .*$/gm, '');

/** Returns chance that notes how many answers there were each time, and the one it gave. */
function noting(seed: number, drawn: string[]): Draw {
  const { pick } = seeded(seed);
  return {
    pick: (count, what, of) => {
      const answer = pick(count, what, of);
      if (count > 1) drawn.push(`${answer} of ${count}`);
      return answer;
    },
  };
}

/** Takes the steps of a run by both means; returns how many, each compared: chance, clock, agenda, end. */
function compareSteps(program: Program, { origin, until }: Ran, seed: number, turns: number): number {
  const walking = startWalking(program, origin, until);
  const player = playerFor(program, origin, seed);
  assert.ok(!('refusal' in player));
  const [drawn, drawnBeside]: [string[], string[]] = [[], []];
  const course = play(program, player, { draw: noting(seed, drawn), tell: undefined, keepsHistory: false });
  course.next();
  walking?.walk.begin(noting(seed, drawnBeside));
  for (let taken = 0; walking !== undefined && taken < turns; taken++) {
    const { walk } = walking;
    const how = walk.step();
    if (how === stepped.unknown) return taken;
    const next = course.next();
    assert.equal(how === stepped.over, next.done === true);
    if (next.done === true) return taken;
    const { now, agenda } = next.value.run.state;
    const times = Array.from({ length: walk.agenda.size() }, (_, index) => walk.agenda.timeAt(index));
    assert.deepEqual(
      { drawn: drawnBeside, now: walk.standing.now, times },
      { drawn, now, times: agenda.map(({ at }) => at) },
    );
  }
  return walking === undefined ? 0 : turns;
}

describe('runs through remembered moves', () => {
  it('are those of the interpreter, step by step and seed by seed', async () => {
    let [steps, remembered, changed] = [0, 0, 0];
    const models = fc.oneof(system(anything), system(watched), randomModel);
    await fc.assert(
      fc.asyncProperty(models, fc.integer({ min: 1, max: 60 }), fc.nat(3), async (drawn, turns, way) => {
        const text = withoutSteps(drawn);
        const program = await programOf(text);
        const ran = itemAt(waysToRun(program), way);
        const many = { runs: 6, turns };
        const slow = await tally(program, ran, many, false);
        assert.deepEqual(await tally(program, ran, many, true), slow, text);
        const all = walked(program, ran, 3, turns).length;
        remembered += all;
        for (let seed = 0; seed < (all === 0 ? 0 : 2); seed++) steps += compareSteps(program, ran, seed, turns);
        changed += slow.properties.filter((each) => each.broken > 0).length + slow.recovery.length;
      }),
      { numRuns: runs(24, 900) },
    );
    tried('remembered runs', remembered);
    tried('steps of remembered runs', steps);
    const reached = `${remembered} runs were remembered, ${steps} steps, ${changed} conditions came true.`;
    assert.ok(remembered > 30 && steps > 200 && changed > 5, reached);
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
    assert.deepEqual(
      await tally(program, ofCheck(program), many, true),
      await tally(program, ofCheck(program), many, false),
    );
    assert.equal(walked(program, ofCheck(program), 20, 80).length, 20);
  });

  it('are those of the streams of the examples', async () => {
    const file = join(import.meta.dirname, '../../../../language/examples/streams.aft');
    const program = await programOf(readFileSync(file, 'utf8'));
    assert.equal(walked(program, ofCheck(program), 20, 1000).length, 20);
    const many = { runs: 40, turns: 1000 };
    assert.deepEqual(
      await tally(program, ofCheck(program), many, true),
      await tally(program, ofCheck(program), many, false),
    );
  });
});
