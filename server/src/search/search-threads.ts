/**
 * The engine for exploring states: compiled code, run on as many threads as the machine has idle cores, if that is more
 * than one.
 */
import { existsSync, realpathSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { signalEnd } from '../../../language/src/simulation/compiled/crew-member.ts';
import type { Threads } from '../../../language/src/simulation/compiled/crew.ts';
import type { SearchJob } from '../../../language/src/simulation/explore/together/slices.ts';
import { type Helper, type Helping, usualSizes } from '../../../language/src/simulation/explore/together/team.ts';
import type { Engine } from '../../../language/src/simulation/explore/explore-rules.ts';
import { textRunner } from './run-javascript.ts';

/** The most threads: memory is the bottleneck and does not get faster with more. */
export const mostThreads = 8;

/** States from which threads are worthwhile; a smaller search ends before they have started. */
const worthThreads = 200_000;

/** States from which help is worthwhile where rules are not compiled: one thread takes tenths of a second for them. */
const worthHelp = 50_000;

/** Milliseconds to wait for threads, which usually start within tenths of a second; after that one thread is faster. */
const patience = 5000;

/**
 * Returns the number of cores idle during the last minute. Threads wait for each other after each step from the start,
 * so a thread without a core of its own slows all of them, and a single thread is then faster.
 */
export const idleCores = (cores = availableParallelism(), [busy = 0] = loadavg()): number => Math.round(cores - busy);

/** Returns a function that starts threads running a program; nothing if they would not help. */
export function searchThreads(
  program: string,
  count = idleCores(),
): (Threads & { readonly helping: Helping }) | undefined {
  if (count < 2) return undefined;
  const all = Math.min(count, mostThreads);
  return {
    count: all,
    from: worthThreads,
    patience,
    helping: { count: all - 1, from: worthHelp, sizes: usualSizes, start: (job) => startHelper(program, job) },
    start: (job) => {
      const worker = new Worker(program, { workerData: job });
      // Go on without a thread that ends early, for instance for lack of memory.
      worker.once('error', () => {
        signalEnd(job);
      });
      worker.once('exit', () => {
        signalEnd(job);
      });
      return () => {
        void worker.terminate();
      };
    },
  };
}

function startHelper(program: string, job: SearchJob): Helper {
  const worker = new Worker(program, { workerData: job });
  // The search does not wait for one that ends early.
  worker.once('error', () => undefined);
  return {
    send: (moved) => {
      worker.postMessage(moved);
    },
    end: () => {
      void worker.terminate();
    },
  };
}

/** Returns the engine of a built program, if it may have one; the program of its threads is beside it. */
export function engineOfProgram(count?: number): Engine | undefined {
  const runText = textRunner();
  if (runText === undefined) return undefined;
  const [, main] = process.argv;
  const program = main === undefined ? undefined : join(dirname(realpathSync(main)), 'search-worker.cjs');
  const threads = program !== undefined && existsSync(program) ? searchThreads(program, count) : undefined;
  return { runText, threads, helping: threads?.helping };
}
