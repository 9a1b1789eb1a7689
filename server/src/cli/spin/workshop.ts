/**
 * A private folder in which programs of others run: SPIN, a C compiler, and what they make.
 * Ends what it has started, and removes the folder, at the end and at an exit of this process.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer } from '../../../../language/src/model/common/answer.ts';

/** The result of a program: its exit code, or that it was ended, and what it printed. */
export interface Ran {
  readonly code: number | 'ended';
  readonly output: string;
}

/** How a program is run. */
export interface Running {
  /** Called now and then with the last line that it printed; returns false to end it. */
  readonly goOn: (line: string) => Promise<boolean>;
}

/** A private folder in which programs run. */
export interface Workshop {
  readonly write: (name: string, text: string) => Promise<void>;
  readonly read: (name: string) => Promise<string>;
  /** Runs a program; refuses if it is not installed. */
  readonly run: (program: string, args: readonly string[], running: Running) => Promise<Answer<Ran>>;
}

/** The most characters that are kept of what a program prints. */
const mostOutput = 2 ** 26;

/** Does some work in a private folder, which is removed afterwards. */
export async function inWorkshop<T>(work: (workshop: Workshop) => Promise<T>): Promise<T> {
  // Nobody else may look into it.
  const folder = await mkdtemp(join(tmpdir(), 'aftermath-spin-'));
  const children = new Set<ChildProcess>();
  const clean = (): void => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', clean);
  try {
    return await work({
      write: (name, text) => writeFile(join(folder, name), text),
      read: (name) => readFile(join(folder, name), 'utf8'),
      run: (program, args, running) => run(folder, children, [program, ...args], running),
    });
  } finally {
    process.removeListener('exit', clean);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Milliseconds between two looks whether to go on. */
const lookEvery = 100;

async function run(
  folder: string,
  children: Set<ChildProcess>,
  [program = '', ...args]: readonly string[],
  { goOn }: Running,
): Promise<Answer<Ran>> {
  const path = program.startsWith('./') ? join(folder, program) : program;
  // In a group of its own, Ctrl+C in a terminal reaches only this process, which ends the other one.
  const child = spawn(path, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  children.add(child);
  let [output, isEnded] = ['', false];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      if (output.length < mostOutput) output += chunk;
    });
  }
  const closed = new Promise<number | Error>((resolve) => {
    child.on('error', resolve);
    child.on('close', (code) => {
      resolve(code ?? 1);
    });
  });
  const timer = setInterval(() => {
    void goOn(lastLine(output)).then((isWanted) => {
      if (isWanted || isEnded) return;
      isEnded = true;
      child.kill('SIGKILL');
    });
  }, lookEvery);
  const ended = await closed;
  clearInterval(timer);
  children.delete(child);
  if (typeof ended === 'number') return { value: { code: isEnded ? 'ended' : ended, output } };
  const [name, how] = program === 'spin' ? ['spin', 'SPIN'] : [program, 'a C compiler'];
  return { refusal: `The program "${name}" cannot be started; --engine spin needs ${how}.` };
}

const lastLine = (output: string): string => output.slice(output.lastIndexOf('\n', output.length - 2) + 1).trim();
