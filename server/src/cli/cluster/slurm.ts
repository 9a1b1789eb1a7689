/**
 * Slurm: submits the shards of a job as an array, watches it, and submits again what was lost.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { increase } from '../../../../language/src/model/common/increase.ts';
import { rangesOf } from '../shards/read-shards.ts';
import { doneShards } from './job-folder.ts';
import { scriptName, type ShardJob } from './shard-job.ts';

/** How a job is submitted and watched. */
export interface SlurmOptions {
  /** Options for `sbatch`, such as `--partition=long`. */
  readonly sbatch: readonly string[];
  /** The most shards that run at once; undefined for no limit. */
  readonly atOnce: number | undefined;
  /** How often a shard that was lost is submitted again. */
  readonly retries: number;
  /** Waits so many milliseconds and shows how far it is; returns false if it is over. */
  readonly wait: (milliseconds: number, progress: string) => Promise<boolean>;
}

/** The end of a job: which shards are done, and which were lost too often. */
export interface SlurmEnd {
  readonly done: ReadonlySet<number>;
  readonly lost: readonly number[];
  /** True if it was waited for to the end. */
  readonly isOver: boolean;
}

/** The states of a task after which nothing of it runs any more. */
const ended: ReadonlySet<string> = new Set([
  ...['BOOT_FAIL', 'CANCELLED', 'COMPLETED', 'DEADLINE', 'FAILED', 'NODE_FAIL', 'OUT_OF_MEMORY', 'PREEMPTED'],
  ...['REVOKED', 'TIMEOUT'],
]);

/** Milliseconds between two looks, at first and at most; in between a twentieth of the time that has passed. */
const [leastPause, mostPause] = [500, 10_000];

/** The looks in a row without task and result after which a shard is lost; a file may appear a moment later. */
const looksWithout = 3;

/** Has Slurm compute all shards that the folder lacks. */
export async function computeOnSlurm(job: ShardJob, options: SlurmOptions): Promise<Answer<SlurmEnd>> {
  let done = await doneShards(job, new Set());
  const all = Array.from({ length: job.count }, (_, place) => place + 1);
  const first = all.filter((index) => !done.has(index));
  const arrays: string[] = [];
  const submit = async (indices: readonly number[]): Promise<string | undefined> => {
    const sent = await sbatch(job, indices, options);
    if ('refusal' in sent) return sent.refusal;
    arrays.push(sent.value);
    return undefined;
  };
  if (first.length > 0) {
    const refusal = await submit(first);
    if (refusal !== undefined) return { refusal };
  }
  const [without, retried] = [new Map<number, number>(), new Map<number, number>()];
  const lost = new Set<number>();
  const began = performance.now();
  for (;;) {
    const tasks = await liveTasks(job, arrays);
    done = await doneShards(job, done);
    const open = all.filter((index) => !done.has(index) && !lost.has(index));
    if (open.length === 0)
      return { value: { done, lost: [...lost].filter((index) => !done.has(index)), isOver: true } };
    const again: number[] = [];
    for (const index of tasks === undefined ? [] : open) {
      if (tasks?.has(index) === true) without.delete(index);
      else increase(without, index);
      if ((without.get(index) ?? 0) < looksWithout) continue;
      without.delete(index);
      increase(retried, index);
      if ((retried.get(index) ?? 0) > options.retries) lost.add(index);
      else again.push(index);
    }
    // If it cannot be submitted now, it is lost at a later look again.
    if (again.length > 0) await submit(again);
    const pause = Math.min(mostPause, Math.max(leastPause, (performance.now() - began) / 20));
    if (await options.wait(pause, progressOf(job, { done, tasks, retried }))) continue;
    await run('scancel', arrays);
    return { value: { done: await doneShards(job, done), lost: [], isOver: false } };
  }
}

interface Looked {
  readonly done: ReadonlySet<number>;
  readonly tasks: ReadonlyMap<number, string> | undefined;
  readonly retried: ReadonlyMap<number, number>;
}

function progressOf({ count }: ShardJob, { done, tasks, retried }: Looked): string {
  const states = [...(tasks ?? [])].filter(([index]) => !done.has(index)).map(([, state]) => state);
  const running = states.filter((state) => state === 'RUNNING').length;
  const parts = [
    `${String(done.size)} of ${String(count)} shards`,
    ...(tasks === undefined ? ['Slurm does not answer'] : []),
    ...(running > 0 ? [`${String(running)} running`] : []),
    ...(states.length > running ? [`${String(states.length - running)} waiting`] : []),
    ...(retried.size > 0 ? [`${String(retried.size)} submitted again`] : []),
  ];
  return parts.join(', ');
}

/** Submits some shards; returns the number of the array. */
async function sbatch(
  job: ShardJob,
  indices: readonly number[],
  { sbatch: given, atOnce }: SlurmOptions,
): Promise<Answer<string>> {
  const array = rangesOf(indices).replaceAll(' to ', '-').replaceAll(' ', '');
  const ran = await run('sbatch', [
    ...['--parsable', '--requeue', `--job-name=${job.name}`, '--output=/dev/null', '--error=/dev/null'],
    `--array=${array}${atOnce === undefined ? '' : `%${String(atOnce)}`}`,
    ...given,
    join(job.folder, scriptName),
  ]);
  if (ran.code === 'ENOENT')
    return { refusal: 'There is no program "sbatch" here; run this where the commands of Slurm are installed.' };
  const [, number] = /^(\d+)/u.exec(ran.output) ?? [];
  if (ran.code !== 0 || number === undefined)
    return { refusal: `Slurm does not take the job: ${ran.errors.trim().split('\n').at(-1) ?? ''}` };
  return { value: number };
}

/** Returns the state of each shard that Slurm has not ended; undefined if it does not answer. */
async function liveTasks(job: ShardJob, arrays: readonly string[]): Promise<ReadonlyMap<number, string> | undefined> {
  const ran = await run('squeue', ['--noheader', '--array', '--states=all', `--name=${job.name}`, '--format=%F %K %T']);
  if (ran.code !== 0) return undefined;
  const tasks = new Map<number, string>();
  for (const line of ran.output.split('\n')) {
    const [array = '', index, state = ''] = line.trim().split(/ +/u);
    if (arrays.includes(array) && !ended.has(state)) tasks.set(Number(index), state);
  }
  return tasks;
}

/** The result of a program: its exit code, or why it could not be started. */
interface Ran {
  readonly code: number | string;
  readonly output: string;
  readonly errors: string;
}

const run = (program: string, args: readonly string[]): Promise<Ran> =>
  new Promise((resolve) => {
    execFile(program, args, { maxBuffer: 2 ** 28 }, (error, output, errors) => {
      resolve({ code: error === null ? 0 : (error.code ?? 'ended'), output, errors });
    });
  });
