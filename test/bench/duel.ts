/**
 * Runs contenders against each other, each in its own process, in turn, and takes medians of their results. A contender
 * that cannot run, fails in an unknown way, or computes something else than the others ends the bench.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { disagreement } from './agreement.ts';
import type { Message } from './contender.ts';
import { median } from './stopwatch.ts';
import type { DuelOptions, Failure, Input, Measurement, Result } from './suite.ts';

/** The contenders of a suite. */
export interface Contest {
  readonly suite: string;
  readonly names: readonly string[];
}

/** Returns the result of each contender on the input. Every round begins with a different one. */
export async function duel(
  { suite, names }: Contest,
  input: Input,
  options: DuelOptions,
): Promise<ReadonlyMap<string, Result | Failure>> {
  const runners = (options.only ?? names).map((name) => startRunner(suite, name, options));
  try {
    await Promise.all(runners.map(({ isReady }) => isReady));
    for (let round = 0; round < options.rounds; round++) {
      for (let turn = 0; turn < runners.length; turn++) {
        const runner = runners[(round + turn) % runners.length];
        if (runner !== undefined && round < (options.turns?.[runner.name] ?? options.rounds))
          await runner.takeTurn(input);
      }
    }
    const differs = disagreement(runners);
    if (differs !== undefined) throw new Error(`In the suite "${suite}", on ${JSON.stringify(input)}, ${differs}`);
    return new Map(runners.map((runner) => [runner.name, runner.failure ?? summary(runner)]));
  } finally {
    for (const { child } of runners) child.kill();
  }
}

interface Runner {
  readonly name: string;
  readonly child: ChildProcess;
  readonly isReady: Promise<unknown>;
  readonly takeTurn: (input: Input) => Promise<void>;
  readonly runs: Measurement[];
  peakMegabytes: number;
  failure: Failure | undefined;
}

function startRunner(suite: string, name: string, options: DuelOptions): Runner {
  const child = startProcess(suite, name);
  const known = options.knownFailures?.[name];
  const runner: Runner = {
    name,
    child,
    isReady: answer(child, 60).then((message) => {
      if (message.kind !== 'ready') throw cannotRun(suite, name, message);
    }),
    runs: [],
    peakMegabytes: 0,
    failure: undefined,
    takeTurn: async (input) => {
      if (runner.failure !== undefined) return;
      const message = answer(child, options.patience ?? 300);
      child.send(input);
      const said = await message;
      if (said.kind === 'measured') {
        runner.runs.push(...said.runs);
        runner.peakMegabytes = said.peakMegabytes;
      } else if (said.kind === 'failed' && known?.test(said.reason) === true) runner.failure = { failure: said.reason };
      else throw cannotRun(suite, name, said);
    },
  };
  return runner;
}

function startProcess(suite: string, name: string): ChildProcess {
  // The bundle and the sources have the same file names except for their extensions.
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const file = fileURLToPath(new URL(`./contender.${ending}`, import.meta.url));
  return fork(file, [suite, name], { execArgv: [...process.execArgv, '--expose-gc', '--max-old-space-size=8192'] });
}

/** Waits for the next message of a process. One that ends or sends nothing in time has failed. */
async function answer(child: ChildProcess, seconds: number): Promise<Message> {
  const over = new AbortController();
  const timer = setTimeout(() => {
    over.abort();
  }, seconds * 1000);
  const failed = (reason: string): Message => ({ kind: 'failed', reason });
  try {
    return await Promise.race([
      // The child sends nothing else.
      once(child, 'message', { signal: over.signal }).then(([message]) => message as Message),
      once(child, 'exit', { signal: over.signal }).then(([code, signal]) =>
        failed(`The process ended (${String(signal ?? code)}).`),
      ),
    ]).catch((error: unknown) => {
      if (over.signal.aborted) return failed(`No answer after ${seconds} s.`);
      throw error;
    });
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}

function cannotRun(suite: string, name: string, message: Message): Error {
  const reason = message.kind === 'failed' ? message.reason : `It sent "${message.kind}" out of turn.`;
  return new Error(`The contender "${name}" of the suite "${suite}" cannot run: ${reason}`);
}

function summary({ runs, peakMegabytes }: Runner): Result {
  const phases = Object.keys(runs[0]?.times ?? {});
  const sum = ({ times }: Measurement): number => Object.values(times).reduce((all, each) => all + each, 0);
  return {
    times: Object.fromEntries(phases.map((phase) => [phase, median(runs.map(({ times }) => times[phase] ?? NaN))])),
    total: median(runs.map(sum)),
    answers: runs[0]?.answers ?? {},
    facts: runs[0]?.facts ?? {},
    peakMegabytes,
  };
}
