/**
 * Aftermath's side of the exploration suite: all states of the region protocol. The time of a search includes
 * everything that SPIN does after its program is compiled, plus generating and compiling our code.
 */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { loadModel } from '../../../language/src/dsl/load.ts';
import type { Check } from '../../../language/src/model/scenario.ts';
import { type PreparedRules, prepareRules } from '../../../language/src/simulation/compiled/prepared-rules.ts';
import { startSearch } from '../../../language/src/simulation/compiled/search.ts';
import { exploreCheck } from '../../../language/src/simulation/explore/explore-check.ts';
import { initial } from '../../../language/src/simulation/kernel/kernel.ts';
import { compileModel } from '../../../language/src/simulation/program/program.ts';
import type { Program } from '../../../language/src/simulation/kernel/run.ts';
import { runText } from '../../../server/src/search/run-javascript.ts';
import { searchThreads } from '../../../server/src/search/search-threads.ts';
import { startStopwatch } from '../stopwatch.ts';
import type { Contender, Input, Measurement } from '../suite.ts';
import text from './region.aft';

const memory = 4 * 2 ** 30;
const statesAtOnce = 20_000;

/** Explores all states of a loaded model. */
export const measureSearch: Contender = async (input) => {
  const loaded = await load(textOf(input));
  const { times, time } = startStopwatch();
  const { answers, facts } = time('search', () => search(loaded));
  return { times, answers, facts };
};

/** Explores with threads, like the command line; the time includes starting them. */
export const measureThreads: Contender = async (input) => {
  const { check, program } = await load(textOf(input));
  const threads = searchThreads(resolve('.cache/bench-code/search-worker.js'), availableParallelism());
  if (threads === undefined) throw new Error('This machine has one core.');
  const { times } = startStopwatch();
  const start = performance.now();
  const exploring = exploreCheck(program, check, { engine: { runText, threads }, bytes: memory });
  let next = exploring.next();
  while (next.done !== true) next = exploring.next();
  times.search = performance.now() - start;
  const { states, transitions, bytes } = next.value;
  return { times, answers: { states, transitions }, facts: { bytes: bytes / states } };
};

let edits = 0;

/** Loads an edited text and explores, as after every edit of a model in the editor. */
export const measureEdit: Contender = async (input) => {
  // The generated code must differ each time: another range of a variable with the same reachable values.
  const edited = textOf(input).replace('var seq: 0..3', `var seq: 0..${3 + (edits++ % 10)}`);
  const { times } = startStopwatch();
  const start = performance.now();
  const { answers } = search(await load(edited));
  times.all = performance.now() - start;
  return { times, answers };
};

const textOf = ({ failures, epochs }: Input): string =>
  text.replace('failures: 1  epochs: 2', `failures: ${failures}  epochs: ${epochs}`);

interface Loaded {
  readonly check: Check;
  readonly program: Program;
  readonly prepared: PreparedRules;
}

async function load(model: string): Promise<Loaded> {
  const { model: read, findings } = await loadModel('bench:/region.aft', () => Promise.resolve(model));
  const error = findings.find(({ severity }) => severity === 'error');
  const [check] = read.checks;
  if (error !== undefined || check === undefined) throw new Error(error?.message ?? 'The model has no check.');
  const program = compileModel(read);
  const { run } = initial(program, { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false });
  return { check, program, prepared: prepareRules(run, check) };
}

function search({ check, prepared }: Loaded): Required<Pick<Measurement, 'answers' | 'facts'>> {
  const wanted = check.properties.map(({ condition }) => ({ condition, isNegated: false, ends: true }));
  const found = startSearch(prepared, { wanted, bounds: check.bounds, memory }, runText);
  for (let why = found.advance(statesAtOnce); why !== 'over'; why = found.advance(statesAtOnce)) {
    if (why !== 'paused') throw new Error(`The search ended early: ${why}.`);
  }
  const { states, transitions } = found.progress();
  return { answers: { states, transitions }, facts: { bytes: found.bytes() / states } };
}
