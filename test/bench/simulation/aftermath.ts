/**
 * Aftermath's side of the simulation suite: random walks by compiled rules, and the cost of traces.
 */
import { loadModel } from '../../../language/src/dsl/load.ts';
import { type CompiledRules, compileRules } from '../../../language/src/simulation/compiled/compiled-rules.ts';
import { startWalk } from '../../../language/src/simulation/sampling/walk-rules.ts';
import { initial } from '../../../language/src/simulation/kernel/kernel.ts';
import { compileModel } from '../../../language/src/simulation/program/program.ts';
import { fitOf, openRun, recordTrace } from '../../../language/src/simulation/play/recording/recording.ts';
import type { Program } from '../../../language/src/simulation/kernel/run.ts';
import { seeded } from '../../../language/src/simulation/kernel/seed.ts';
import { readTrace, writeTrace } from '../../../language/src/simulation/play/recording/trace.ts';
import { startStopwatch } from '../stopwatch.ts';
import type { Contender, Measurement } from '../suite.ts';
import text from './region.aft';

let program: Program | undefined;
let rules: CompiledRules | undefined;

/** Walks from the start repeatedly: `walks` times `steps` steps, evaluating the invariant after each. */
export const measureWalks: Contender = async (input) => {
  const { walks, steps } = { walks: Number(input.walks), steps: Number(input.steps) };
  const model = await programOfRegion();
  rules ??= compileRegion(model);
  const compiled = rules;
  const never = model.model.checks[0]?.properties.map(({ condition }) => compiled.test(condition)) ?? [];
  const isBroken = (state: Int32Array): boolean => never.some((test) => test(state));
  const { times, time } = startStopwatch();
  let taken = 0;
  time('walk', () => {
    for (let walk = 0; walk < walks; walk++) {
      const course = startWalk(compiled, seeded(walk), { until: isBroken });
      taken += course.advance(steps);
      if (course.isReached()) throw new Error('The walk met a state that must never be.');
    }
  });
  return { times, answers: { steps: taken } };
};

/** Records a run of the interpreter, writes and reads its trace, and goes to steps in it. */
export const measureTraces: Contender = async (input) => traceOf(await programOfRegion(), Number(input.steps));

function traceOf(model: Program, steps: number): Measurement {
  const { times, time } = startStopwatch();
  const origin = { kind: 'random', check: 'safe', faults: [], sends: false } as const;
  const opened = openRun(model, origin, { seed: 1, turns: steps });
  if ('refusal' in opened) throw new Error(opened.refusal);
  const trace = time('record', () => recordTrace(model, origin, { seed: 1, timeline: opened.timeline }));
  const file = time('write', () => writeTrace(trace));
  const read = time('read', () => readTrace(file));
  if ('refusal' in read) throw new Error(read.refusal);
  const again = openRun(model, origin, { seed: 1, turns: steps, draws: read.trace.draws, continuesByChance: false });
  if ('refusal' in again) throw new Error(again.refusal);
  const { timeline } = again;
  const fit = time('play once', () => fitOf(model, read.trace, timeline));
  if (fit?.firstMisfit !== undefined) throw new Error('The trace does not fit its own model.');
  time('go to the end', () => timeline.goTo(steps));
  time('go back by one', () => timeline.goTo(steps - 1));
  time('go to the middle', () => timeline.goTo(Math.floor(steps / 2) + 777));
  return { times, answers: { steps: trace.steps, characters: file.length } };
}

function compileRegion(model: Program): CompiledRules {
  const { run } = initial(model, { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false });
  const [check] = model.model.checks;
  if (check === undefined) throw new Error('The model has no check.');
  // What is run was written by the compiler: it holds numbers and fixed words, no text of a model.
  // oxlint-disable-next-line typescript/no-implied-eval
  const compiled = compileRules(run, check, (parameters, body) => new Function(...parameters, body));
  if ('needs' in compiled) throw new Error(compiled.needs);
  return compiled;
}

async function programOfRegion(): Promise<Program> {
  if (program !== undefined) return program;
  const { model, findings } = await loadModel('bench:/region.aft', () => Promise.resolve(text));
  const error = findings.find(({ severity }) => severity === 'error');
  if (error !== undefined) throw new Error(error.message);
  program = compileModel(model);
  return program;
}
