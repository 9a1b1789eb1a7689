/**
 * SPIN's side of the exploration suite: the same rules in Promela, checked by the program that SPIN and a C compiler
 * make of them. A search counts the time that program reports; an edit counts everything.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startStopwatch } from '../stopwatch.ts';
import { promelaOf } from './messages.ts';
import type { Contender, Input, Measurement } from '../suite.ts';

const model = resolve('test/bench/exploration/region.pml');
const run = promisify(execFile);
const options = { maxBuffer: 2 ** 26 };

/** The compiled programs by size. */
const made = new Map<string, Promise<string>>();

/** Explores all states; compiling the program is not timed. */
export const measureSearch: Contender = (input) => measureOnce(input, make);

/** Explores all states of the export of a model with messages. */
export const measureMessages: Contender = (input) => measureOnce(input, makeExport);

async function measureOnce(input: Input, making: (input: Input) => Promise<string>): Promise<Measurement> {
  const key = JSON.stringify(input);
  const directory = made.get(key) ?? making(input);
  made.set(key, directory);
  const said = await check(await directory, input);
  return { times: { search: said.seconds * 1000 }, answers: said.answers, facts: said.facts };
}

/** Compiles the program and runs it, as after every edit of a model. */
export const measureEdit: Contender = async (input) => {
  const { times } = startStopwatch();
  const start = performance.now();
  const { answers } = await check(await make(input), input);
  times.all = performance.now() - start;
  return { times, answers };
};

function make({ failures, epochs }: Input): Promise<string> {
  return makeProgram({ spin: [`-DF=${failures}`, `-DQ=${epochs}`], gcc: [] }, () => Promise.resolve(model));
}

/** The states of an export are larger than SPIN expects. */
function makeExport(input: Input): Promise<string> {
  return makeProgram({ spin: [], gcc: ['-DVECTORSZ=2048'] }, async (directory) => {
    const file = join(directory, 'export.pml');
    await writeFile(file, await promelaOf(input));
    return file;
  });
}

async function makeProgram(
  defined: Readonly<Record<'spin' | 'gcc', readonly string[]>>,
  fileIn: (directory: string) => Promise<string>,
): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'aftermath-bench-'));
  await run('spin', [...defined.spin, '-a', await fileIn(directory)], { cwd: directory });
  const options = ['-O2', '-w', '-DSAFETY', '-DNOREDUCE', ...defined.gcc];
  await run('gcc', [...options, '-o', 'pan', 'pan.c'], { cwd: directory });
  return directory;
}

interface Said extends Pick<Measurement, 'answers'> {
  readonly seconds: number;
  readonly facts: Readonly<Record<string, number>>;
}

async function check(directory: string, { depth, hash }: Input): Promise<Said> {
  const { stdout } = await run(join(directory, 'pan'), [`-m${depth}`, `-w${hash}`], options);
  const number = (pattern: RegExp): number => {
    const [, found] = pattern.exec(stdout) ?? [];
    if (found === undefined) throw new Error(`SPIN says something else: ${stdout.slice(0, 2000)}`);
    return Number(found);
  };
  if (stdout.includes('max search depth too small')) throw new Error(`SPIN's depth of ${depth} is too small.`);
  if (number(/errors: (\d+)/) > 0) throw new Error('SPIN found a fault in a model without any.');
  const states = number(/(\d+) states, stored/);
  return {
    seconds: number(/elapsed time ([\d.]+) seconds/),
    // It counts the start as a transition.
    answers: { states, transitions: number(/(\d+) transitions/) - 1 },
    facts: { bytes: (number(/([\d.]+)\s+total actual memory usage/) * 2 ** 20) / states },
  };
}
