/**
 * SPIN as a judge in tests: compiles the program of an exported check, runs it, and reads its output. If SPIN or a C
 * compiler is missing, the test fails: `npm test` installs both.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { PromelaModel } from '../../../../language/src/simulation/promela/export-promela.ts';
import { fairness } from '../../../../language/src/simulation/promela/size.ts';

const run = promisify(execFile);
/** The capacity of each channel: enough for all of these tests, otherwise they fail. */
const capacity = 12;
const compiling = ['-w', '-DNOREDUCE', '-DVECTORSZ=16384', '-o', 'pan', 'pan.c'];

/** SPIN's verdict on all states. */
export interface Judged {
  readonly states: number;
  readonly transitions: number;
  /** The first violation: the text of an assertion, or that a run never ends. */
  readonly broken: string | undefined;
}

/** Compiles these programs fifteen times as fast as gcc does without optimization; they run as fast. */
const quick = ['tcc'];
/** So many states take longer to search than an optimized program takes to compile. */
const large = 10_000;
const optimizing = ['gcc', '-O1'];
/** The longest path, and the table of states: the program clears both before it begins. */
const room = (states: number): readonly string[] => (states > large ? ['-m1000000', '-w20'] : ['-m200000', '-w18']);

/** Judges the assertions of an exported check with about so many states. */
export const judgeStates = (text: string, states = 0): Promise<Judged> =>
  inFolder(async (folder) => {
    await make(folder, text, { compiler: quick, defines: [], flags: ['-DSAFETY'] });
    return read(await pan(folder, room(states)));
  });

/** Judges the claims of an exported check with so many states, one by one. */
export const judgeRuns = (
  { text, processes }: Pick<PromelaModel, 'text' | 'processes'>,
  claims: readonly string[],
  states = 0,
): Promise<readonly Judged[]> =>
  inFolder(async (folder) => {
    const compiler = states > large ? optimizing : quick;
    await make(folder, text, { compiler, defines: ['-DLASTING'], flags: [`-DNFAIR=${fairness(processes)}`] });
    const all: Judged[] = [];
    for (const claim of claims)
      all.push(
        read(await pan(folder, [...room(states), '-a', '-f', '-A', ...(claims.length > 1 ? ['-N', claim] : [])])),
      );
    return all;
  });

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'aftermath-spin-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Making {
  /** The command, and its first arguments. */
  readonly compiler: readonly string[];
  readonly defines: readonly string[];
  readonly flags: readonly string[];
}

async function make(folder: string, text: string, { compiler, defines, flags }: Making): Promise<void> {
  await writeFile(join(folder, 'model.pml'), text);
  const { stdout } = await run('spin', [`-DROOM=${capacity}`, ...defines, '-a', 'model.pml'], { cwd: folder });
  assert.ok(!stdout.includes('Error'), stdout);
  const [command = '', ...first] = compiler;
  await run(command, [...first, ...compiling, ...flags], { cwd: folder });
}

const pan = (cwd: string, options: readonly string[]): Promise<string> =>
  run(join(cwd, 'pan'), options, { cwd, maxBuffer: 2 ** 26 }).then(({ stdout }) => stdout);

function read(said: string): Judged {
  const number = (pattern: RegExp): number =>
    Number(pattern.exec(said)?.[1] ?? assert.fail(`SPIN says something else: ${said.slice(0, 2000)}`));
  assert.ok(!said.includes('max search depth too small') && !said.includes('VECTORSZ'), said.slice(0, 2000));
  const assertion = /assertion violated (.*)/.exec(said)?.[1];
  assert.ok(
    !(assertion ?? '').includes(`<${capacity})`),
    `A channel of the exported model is full: ${assertion ?? ''}`,
  );
  const isBroken = number(/errors: (\d+)/) > 0;
  return {
    states: number(/(\d+) states, stored/),
    // It counts the start as a transition.
    transitions: number(/(\d+) transitions/) - 1,
    broken: isBroken ? (assertion ?? /pan:\d+: (.*)/.exec(said)?.[1] ?? 'something') : undefined,
  };
}
