/**
 * Runs a command line in a process of its own, with the same streams, for so long and no longer. What that process is
 * doing need not know of it: it is ended by a signal, which waits only while a file is put in its place.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Signals that are meant for the command. */
const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Milliseconds in which a command that was sent Ctrl+C by the terminal has ended. */
const patience = 100;

/** Returns the exit code, or that the time was up. A signal that ends the command ends this process, too. */
export async function runApart(args: readonly string[], milliseconds: number): Promise<number | 'out of time'> {
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1] ?? '', ...args], { stdio: 'inherit' });
  let isOver = false;
  const timer = setTimeout(
    () => {
      isOver = true;
      child.kill('SIGTERM');
    },
    // The start of this process counts. Longer than a timer can wait is no limit that anybody sees.
    Math.min(milliseconds - performance.now(), 2 ** 31 - 1),
  );
  const passOn = (signal: NodeJS.Signals): void => {
    // The terminal sends Ctrl+C to both; a second one would end the command while it writes.
    setTimeout(() => child.kill(signal), signal === 'SIGINT' ? patience : 0).unref();
  };
  for (const signal of passedOn) process.on(signal, passOn);
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  clearTimeout(timer);
  for (const each of passedOn) process.removeListener(each, passOn);
  if (isOver && code === null) return 'out of time';
  if (signal !== null) process.kill(process.pid, signal);
  return code ?? 2;
}
