/**
 * Ends a command that runs in a process of its own when the process that started it ends first, by `kill -9` for
 * instance. A thread watches, because the command may be busy for any time.
 */
import { Worker } from 'node:worker_threads';

/** The variable of the environment that names the process that started a command. */
const parentVariable = 'AFTERMATH_PARENT';

/** Milliseconds between two looks, and those that a command has to end by itself. */
const [lookEvery, patience] = [200, 1000];

/** Returns the environment of a command that is to end with this process. */
export const environmentOfChild = (): NodeJS.ProcessEnv => ({ ...process.env, [parentVariable]: String(process.pid) });

/** Watches the process that started this one, if it asked for that. */
export function endWithParent(): void {
  const parent = process.env[parentVariable];
  if (parent === undefined) return;
  Reflect.deleteProperty(process.env, parentVariable);
  // A process whose parent has ended gets another one; where it does not, the parent can no longer be reached.
  const watch = `
    const isThere = () => { try { return process.kill(${Number(parent)}, 0) } catch { return false } };
    const timer = setInterval(() => {
      if (process.ppid === ${Number(parent)} && isThere()) return;
      clearInterval(timer);
      process.kill(process.pid, 'SIGTERM');
      setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${String(patience)});
    }, ${String(lookEvery)});`;
  new Worker(watch, { eval: true }).unref();
}
