/**
 * SPIN's side of the classic models: the natural text in Promela, written by hand, with SPIN's own partial-order
 * reduction. The time is that of its program, start included; making the program is in none.
 */
import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Contender } from '../suite.ts';

const run = promisify(execFile);

/** The compiled programs by model. */
const made = new Map<string, Promise<string>>();

/** Explores all states of a model; final states are no faults. */
export const measureClassic: Contender = async ({ model = '' }) => {
  const name = String(model);
  const making = made.get(name) ?? make(name);
  made.set(name, making);
  const pan = join(await making, 'pan');
  const before = performance.now();
  const { stdout } = await run(pan, ['-E', '-m1000000']);
  const search = performance.now() - before;
  const number = (pattern: RegExp): number => Number(pattern.exec(stdout)?.[1]);
  return {
    times: { search },
    answers: { broken: number(/errors: (\d+)/) },
    facts: { states: number(/(\d+) states, stored/), transitions: number(/(\d+) transitions/) },
  };
};

async function make(model: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'aftermath-bench-'));
  await run('spin', ['-a', resolve(`test/bench/classics/${model}.pml`)], { cwd: directory });
  await run('gcc', ['-O2', '-w', '-DSAFETY', '-o', 'pan', 'pan.c'], { cwd: directory });
  return directory;
}
