/**
 * Runs a command line in a process of its own and captures what it prints, within limits of time and length and in some
 * folders only. The command need not cooperate: it is killed when a limit is reached or nobody waits for it any more.
 */
import { spawn } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { isAbsolute, relative } from 'node:path';
import type { Unreadable } from '../../../language/src/dsl/loaded.ts';
import { readTextFile } from '../workspace/files/regular-file.ts';
import { environmentOfChild } from './end-with-parent.ts';
import type { Captured, CaptureLimits } from './input/command.ts';

/** The variables of the environment that name the folders to read, and ask for progress. */
const [rootsVariable, progressVariable] = ['AFTERMATH_ROOTS', 'AFTERMATH_PROGRESS'];

/** The beginning of a line of progress. */
const newLine = '\r\u001B[2K';

/** Runs a command line; never rejects. */
export function runCaptured(
  args: readonly string[],
  { folder, roots, milliseconds, bytes, signal, onProgress }: CaptureLimits,
): Promise<Captured> {
  const env = {
    ...environmentOfChild(),
    [rootsVariable]: JSON.stringify(roots),
    ...(onProgress === undefined ? {} : { [progressVariable]: '1' }),
  };
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve({ output: '', notes: '', ended: 'cancelled' });
      return;
    }
    const program = [...process.execArgv, process.argv[1] ?? ''];
    const child = spawn(process.execPath, [...program, ...args], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [size, because]: [number, Exclude<Captured['ended'], number> | undefined] = [0, undefined];
    const [output, notes]: [Buffer[], Buffer[]] = [[], []];
    const stop = (why: Exclude<Captured['ended'], number>): void => {
      because ??= why;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(stop, milliseconds, 'out of time');
    const cancel = (): void => {
      stop('cancelled');
    };
    signal.addEventListener('abort', cancel);
    const take = (into: Buffer[], chunk: Buffer): void => {
      size += chunk.length;
      if (size > bytes) stop('too long');
      else into.push(chunk);
    };
    child.stdout.on('data', (chunk: Buffer) => {
      take(output, chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      const text = chunk.toString();
      const told = text.split(newLine).slice(1).at(-1);
      if (!text.startsWith(newLine)) take(notes, chunk);
      else if (told !== undefined && told !== '') onProgress?.(told);
    });
    const finish = (ended: number): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      resolve({ output: textOf(output), notes: textOf(notes), ended: because ?? ended });
    };
    child.on('error', (error) => {
      notes.push(Buffer.from(`The command could not be started: ${error.message}`));
      finish(2);
    });
    child.on('close', (code) => {
      finish(code ?? 2);
    });
  });
}

const textOf = (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString();

/** Returns true if this process was asked to tell progress although no terminal shows it. */
export const tellsProgress = (): boolean => process.env[progressVariable] === '1';

/** Returns how this process has to read files, if it was limited to some folders; links are followed first. */
export function readingWithin(
  given = process.env[rootsVariable],
): ((path: string) => Promise<string | Unreadable | undefined>) | undefined {
  if (given === undefined) return undefined;
  const roots = JSON.parse(given) as readonly string[];
  return async (path) => {
    const real = await realpath(path).catch(() => path);
    const reals = await Promise.all(roots.map((root) => realpath(root).catch(() => root)));
    if (reals.some((root) => isInside(root, real))) return readTextFile(real);
    return { why: `is outside the folders that may be read, ${roots.join(', ')}` };
  };
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith('../') && !way.startsWith('..\\') && !isAbsolute(way);
}
