/**
 * How this program explores states: by what it has compiled, with
 * as many threads as cores of the machine are idle, if that is more than one.
 */
import { existsSync, realpathSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { giveUp } from '../../../language/src/simulation/compiled/crew-member.ts';
import type { Threads } from '../../../language/src/simulation/compiled/crew.ts';
import type { Engine } from '../../../language/src/simulation/explore/explore-rules.ts';
import { textRunner } from './run-javascript.ts';

/** The most threads: what they wait for, the memory, does not get faster with more. */
export const mostThreads = 8;

/** Threads take a while to begin; with fewer states one is done before. */
const worthThreads = 200_000;

/** They begin within some tenths of a second; where they do not, one alone is done sooner. */
const patience = 5000;

/**
 * Returns how many cores have had nothing to do for the last minute. Threads wait for each other after each step from
 * the start: where one of them has no core to itself, all are as slow as that one, and one alone is done sooner.
 */
export const idleCores = (cores = availableParallelism(), [busy = 0] = loadavg()): number => Math.round(cores - busy);

/** Returns how to start threads that run a program; nothing where they would not help. */
export function searchThreads(program: string, count = idleCores()): Threads | undefined {
  if (count < 2) return undefined;
  return {
    count: Math.min(count, mostThreads),
    from: worthThreads,
    patience,
    start: (job) => {
      const worker = new Worker(program, { workerData: job });
      // One that has ended too soon, for want of memory say, is done without.
      worker.once('error', () => {
        giveUp(job);
      });
      worker.once('exit', () => {
        giveUp(job);
      });
      return () => {
        void worker.terminate();
      };
    },
  };
}

/** Returns the engine of a program that was built, if it may have one: the program of its threads lies beside it. */
export function engineOfProgram(count?: number): Engine | undefined {
  const runText = textRunner();
  if (runText === undefined) return undefined;
  const [, main] = process.argv;
  const threads = main === undefined ? undefined : join(dirname(realpathSync(main)), 'search-worker.cjs');
  return { runText, threads: threads !== undefined && existsSync(threads) ? searchThreads(threads, count) : undefined };
}
