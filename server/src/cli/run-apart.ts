/**
 * Runs a command line in a process of its own, with the same streams and a time limit. The command need not cooperate:
 * a signal ends it, delayed only while a file is moved into place. It also ends when this process does.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { environmentOfChild } from './end-with-parent.ts';

/** The signals that are passed on to the command. */
const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Milliseconds within which a command ends after Ctrl+C in the terminal. */
const patience = 100;

/** Returns the exit code, or that time was up. A signal that ends the command ends this process too. */
export async function runApart(args: readonly string[], milliseconds: number): Promise<number | 'out of time'> {
  const program = [...process.execArgv, process.argv[1] ?? ''];
  const child = spawn(process.execPath, [...program, ...args], { stdio: 'inherit', env: environmentOfChild() });
  const over = new AbortController();
  const timer = setTimeout(
    () => {
      over.abort();
      child.kill('SIGTERM');
    },
    // The limit includes the start of this process. The longest time of a timer is as good as no limit.
    Math.min(Math.max(milliseconds - performance.now(), 0), 2 ** 31 - 1),
  );
  const passOn = (signal: NodeJS.Signals): void => {
    // The terminal sends Ctrl+C to both processes; a second one would end the command while it writes.
    setTimeout(() => child.kill(signal), signal === 'SIGINT' ? patience : 0).unref();
  };
  for (const signal of passedOn) process.on(signal, passOn);
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  clearTimeout(timer);
  for (const each of passedOn) process.removeListener(each, passOn);
  if (over.signal.aborted && code === null) return 'out of time';
  if (signal !== null) process.kill(process.pid, signal);
  return code ?? 2;
}
