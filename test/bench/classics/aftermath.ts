/** Aftermath's side of the classic models: all states, as `verify` explores them with one thread. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { loadModel } from '../../../language/src/dsl/load.ts';
import { exploreCheck } from '../../../language/src/simulation/explore/explore-check.ts';
import { compileModel } from '../../../language/src/simulation/program/program.ts';
import { runText } from '../../../server/src/search/run-javascript.ts';
import { startStopwatch } from '../stopwatch.ts';
import type { Contender } from '../suite.ts';

/** Explores the check of a model. */
export const measureClassic: Contender = async ({ model = '' }) => {
  const text = await readFile(resolve(`test/bench/classics/${model}.aft`), 'utf8');
  const { model: loaded, findings } = await loadModel('bench:/model.aft', (uri) =>
    Promise.resolve(uri === 'bench:/model.aft' ? text : undefined),
  );
  const error = findings.find(({ severity }) => severity === 'error');
  const [check] = loaded.checks;
  if (error !== undefined || check === undefined) throw new Error(error?.message ?? 'The model has no check.');
  const { times, time } = startStopwatch();
  const { states, transitions, broken } = time('search', () => {
    const exploring = exploreCheck(compileModel(loaded), check, { engine: { runText } });
    let next = exploring.next();
    while (next.done !== true) next = exploring.next();
    return next.value;
  });
  return { times, answers: { broken: broken.length }, facts: { states, transitions } };
};
