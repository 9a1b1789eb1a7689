/**
 * Failing random runs made small: they fail in the same way, no step of them can be left out, and none is shorter than
 * the shortest run that the explorer finds.
 */
import assert from 'node:assert/strict';
import { openRun } from '../../../language/src/simulation/play/recording/recording.ts';
import type { TraceOrigin } from '../../../language/src/simulation/play/recording/trace.ts';
import { minimizeSteps, type SmallRun } from '../../../language/src/simulation/sampling/minimize.ts';
import { judgeRun } from '../../../language/src/simulation/sampling/run-outcome.ts';
import { exploreCheck } from '../../../language/src/simulation/explore/explore-check.ts';
import { compileModel } from '../../../language/src/simulation/program/program.ts';
import type { Program } from '../../../language/src/simulation/kernel/run.ts';
import { seed as firstSeed, runs } from '../../properties.ts';
import { loadText } from '../dsl/load-text.ts';

const origin = (check: string): TraceOrigin => ({ kind: 'random', check, faults: [], sends: false });

/** Plays draws as a trace is replayed; returns the outcome, the draws, and the number of steps up to it. */
function judgedRun(
  program: Program,
  of: TraceOrigin,
  options: { readonly seed: number; readonly draws?: readonly number[]; readonly most: number },
) {
  const opened = openRun(program, of, { ...options, continuesByChance: options.draws === undefined });
  if ('refusal' in opened) throw new Error(opened.refusal);
  const { timeline } = opened;
  const judge = judgeRun(program, of, undefined);
  for (let step = 0; ; step++) {
    const record = timeline.records(step, step).at(-1);
    if (record === undefined || record.step !== step)
      return {
        text: judge.result(false).outcome.text,
        kind: judge.result(false).outcome.kind,
        steps: step - 1,
        draws: timeline.draws(),
      };
    for (const effect of record.effects) judge.hear(effect);
    const { run } = timeline.goTo(step);
    judge.note(run, record.played, () => timeline.choices(step));
    const { kind, text } = judge.result(true).outcome;
    if (kind === 'broken' || kind === 'error' || step === options.most)
      return { text, kind, steps: step, draws: timeline.draws().slice(0, timeline.drawnAt()) };
  }
}

function small(program: Program, of: TraceOrigin, run: ReturnType<typeof judgedRun>, seed: number): SmallRun {
  const steps = minimizeSteps(program, { origin: of, seed, draws: run.draws, outcome: run.text });
  for (;;) {
    const next = steps.next();
    if (next.done === true) return next.value ?? assert.fail('The run did not fail again.');
  }
}

const models: readonly string[] = [
  `event Press
machine Lamp for pd { var times: int = 0 initial state S { on Press do { times := times + 1 } -> S } }
pd lamp runs Lamp
pd other runs Lamp
check "c" { may send Press to lamp up to 20  may send Press to other up to 20  fault crash of other up to 3  never lamp.times > 2 }`,
  `event Ping event Pong
machine A for pd { var n: int = 0 initial state S { on Ping do { n := n + 1  send Pong to b } -> S } }
machine B for pd { var n: int = 0 initial state S { on Pong do { n := n + 1 } -> S } }
pd a runs A
pd b runs B
check "c" { may send Ping to a up to 9  fault lose up to 3  fault crash of b up to 2  never a.n > b.n + 1 }`,
  `pd a
pd b { needs a }
pd c
check "c" { fault crash of a up to 2  fault crash of c up to 5  never a crashed and c crashed }`,
  `event Tick
machine M for pd { var n: int = 0 initial state S { after 1s do { n := n + 1 } -> S on Tick do { n := 0 } -> S } }
pd a runs M
check "c" { may send Tick to a  never a.n > 3 }`,
];

describe('a failing random run', () => {
  for (const [index, text] of models.entries()) {
    it(`is made as small as it can be (${String(index)})`, async () => {
      const { model } = await loadText(text);
      const program = compileModel(model);
      const check = model.checks[0] ?? assert.fail(text);
      const of = origin('c');
      const exploring = exploreCheck(program, check);
      let explored = exploring.next();
      while (explored.done !== true) explored = exploring.next();
      const shortest = explored.value.broken[0]?.counterexample.steps ?? assert.fail('The check holds.');
      let [failed, shorter] = [0, 0];
      for (let seed = firstSeed; failed < runs(6, 100) && seed < firstSeed + 1000; seed++) {
        const run = judgedRun(program, of, { seed, most: 150 });
        if (run.kind !== 'broken') continue;
        failed += 1;
        const found = small(program, of, run, seed);
        const again = judgedRun(program, of, { seed, draws: found.draws, most: found.steps });
        assert.deepEqual([again.text, again.steps, again.draws], [run.text, found.steps, found.draws]);
        assert.ok(found.isMinimal && found.steps <= run.steps);
        assert.ok(found.steps >= shortest, `${String(found.steps)} ${String(shortest)}`);
        assert.ok(
          found.steps <= shortest + 2,
          `seed ${String(seed)}: ${String(run.steps)} -> ${String(found.steps)}, shortest ${String(shortest)}`,
        );
        if (found.steps < run.steps) shorter += 1;
        // A small run is not made smaller again.
        const twice = small(program, of, again, seed);
        assert.deepEqual([twice.steps, twice.faults], [found.steps, found.faults]);
      }
      assert.ok(failed > 0 && shorter > 0, `${String(failed)} ${String(shorter)}`);
    });
  }
});
