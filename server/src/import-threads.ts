/**
 * Imports on a thread, so that a server goes on answering, and an import can be cancelled.
 */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type DoImport, type FilesWanted, importOf, type ImportMade } from './questions/imports/import-job.ts';

/** Characters from which a thread is worth its start. */
export const worthThread = 200_000;

/** Returns a function that does imports: a large one by this program, on a thread that a cancellation ends. */
export function importThreads(program: string, from = worthThread): DoImport {
  return async (job, signal) => {
    if (job.files.reduce((sum, { text }) => sum + text.length, 0) < from) return importOf(job);
    signal.throwIfAborted();
    const worker = new Worker(program, { workerData: job });
    const stop = (): void => {
      void worker.terminate();
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await new Promise<FilesWanted | ImportMade>((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
        worker.once('exit', () => {
          reject(new Error('The import has ended without a result.'));
        });
      });
    } finally {
      signal.removeEventListener('abort', stop);
      void worker.terminate();
    }
  };
}

/** Returns the function for a built server, whose threads have their program beside it; undefined otherwise. */
export function importThreadsOfProgram(main: string | undefined): DoImport | undefined {
  const program = main === undefined ? undefined : join(dirname(realpathSync(main)), 'import-worker.cjs');
  return program !== undefined && existsSync(program) ? importThreads(program) : undefined;
}
