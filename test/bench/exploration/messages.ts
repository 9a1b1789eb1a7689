/**
 * A model with messages, timers and faults: our exploration of it, and its export for SPIN. Properties of whole runs are
 * left out on both sides, and our reductions too, because SPIN judges them one at a time and by another search.
 */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { loadModel } from '../../../language/src/dsl/load.ts';
import type { Check } from '../../../language/src/model/scenario.ts';
import { exploreCheck } from '../../../language/src/simulation/explore/explore-check.ts';
import { compileModel } from '../../../language/src/simulation/program/program.ts';
import { exportPromela } from '../../../language/src/simulation/promela/export-promela.ts';
import type { Program } from '../../../language/src/simulation/kernel/run.ts';
import { startStopwatch } from '../stopwatch.ts';
import type { Contender, Input } from '../suite.ts';

const memory = 4 * 2 ** 30;

/** Explores all states with one thread. */
export const measureMessages: Contender = async (input) => {
  const { program, check } = await load(input);
  const { times, time } = startStopwatch();
  const { states, transitions, bytes } = time('search', () => {
    const exploring = exploreCheck(program, check, { bytes: memory, reduces: false });
    let next = exploring.next();
    while (next.done !== true) next = exploring.next();
    return next.value;
  });
  return { times, answers: { states, transitions }, facts: { bytes: bytes / states } };
};

/** Returns the model in Promela. */
export async function promelaOf(input: Input): Promise<string> {
  const { program, check } = await load(input);
  const exported = exportPromela(program, check);
  if ('uncovered' in exported) throw new Error('The export does not cover the model.');
  return exported.value.text;
}

async function load({ example = '', bound }: Input): Promise<{ readonly program: Program; readonly check: Check }> {
  const text = await readFile(resolve(`language/examples/${example}.aft`), 'utf8');
  const bounded = text.replace(/(bound orders.current <=) \d+/, `$1 ${bound}`);
  const { model, findings } = await loadModel('bench:/model.aft', (uri) =>
    Promise.resolve(uri === 'bench:/model.aft' ? bounded : undefined),
  );
  const error = findings.find(({ severity }) => severity === 'error');
  const [check] = model.checks;
  if (error !== undefined || check === undefined) throw new Error(error?.message ?? 'The model has no check.');
  const properties = check.properties.filter(({ kind }) => kind === 'never' || kind === 'always');
  return { program: compileModel(model), check: { ...check, properties } };
}
