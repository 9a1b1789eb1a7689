/**
 * Aftermath's side of the exploration suite: all states of the region protocol. Of a search everything counts
 * that SPIN does when its program has been made, and writing and compiling ours besides.
 */
import { loadModel } from '../../../language/src/dsl/load.ts';
import type { Check } from '../../../language/src/model/scenario.ts';
import type { PreparedRules } from '../../../language/src/simulation/compiled/prepared-rules.ts';
import { prepareRules } from '../../../language/src/simulation/compiled/prepared-rules.ts';
import { startSearch } from '../../../language/src/simulation/compiled/search.ts';
import { initial } from '../../../language/src/simulation/kernel.ts';
import { compileModel } from '../../../language/src/simulation/program.ts';
import { startStopwatch } from '../stopwatch.ts';
import type { Contender, Input, Measurement } from '../suite.ts';
import text from './region.aft';

const memory = 4 * 2 ** 30;
const statesAtOnce = 20_000;

/** Searches all states of a model that is loaded already. */
export const measureSearch: Contender = async (input) => {
  const loaded = await load(textOf(input));
  const { times, time } = startStopwatch();
  const { answers, facts } = time('search', () => search(loaded));
  return { times, answers, facts };
};

let edits = 0;

/** Loads an edited text and searches, as after every edit of a model in the editor. */
export const measureEdit: Contender = async (input) => {
  // What is made of the text must be another one each time: another range of a variable that keeps to its values.
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
  readonly prepared: PreparedRules;
}

async function load(model: string): Promise<Loaded> {
  const { model: read, findings } = await loadModel('bench:/region.aft', () => Promise.resolve(model));
  const error = findings.find(({ severity }) => severity === 'error');
  const [check] = read.checks;
  if (error !== undefined || check === undefined) throw new Error(error?.message ?? 'The model has no check.');
  const { run } = initial(compileModel(read), { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false });
  return { check, prepared: prepareRules(run, check) };
}

function search({ check, prepared }: Loaded): Required<Pick<Measurement, 'answers' | 'facts'>> {
  const wanted = check.properties.map(({ condition }) => ({ condition, isNegated: false, ends: true }));
  const found = startSearch(
    prepared,
    { wanted, bounds: check.bounds, memory },
    (parameters, body) =>
      // What is run was written by the compiler: it holds numbers and fixed words, no text of a model.
      // eslint-disable-next-line @typescript-eslint/no-implied-eval
      new Function(...parameters, body),
  );
  for (let why = found.goOn(statesAtOnce); why !== 'over'; why = found.goOn(statesAtOnce)) {
    if (why !== 'paused') throw new Error(`The search ended early: ${why}.`);
  }
  const { states, transitions } = found.progress();
  return { answers: { states, transitions }, facts: { bytes: found.bytes() / states } };
}
