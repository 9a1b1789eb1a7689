/**
 * The folder of a job: its script, and the shards that are computed.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shardIn } from '../shards/read-shards.ts';
import { logFile, scriptName, scriptOf, shardFile, type ShardJob } from './shard-job.ts';

/** Makes the folder and writes the script; removes shards that other files or options have left there. */
export async function prepareFolder(job: ShardJob): Promise<void> {
  await mkdir(job.folder, { recursive: true });
  const done = await doneShards(job, new Set());
  for (const name of await readdir(job.folder)) {
    const [, index] = /^shard-(\d+)\.(?:json|log)$/u.exec(name) ?? [];
    if (index !== undefined && !done.has(Number(index))) await rm(join(job.folder, name));
  }
  await writeFile(join(job.folder, scriptName), scriptOf(job), { mode: 0o755 });
}

/** Returns the numbers of the shards that are whole, with those known before. */
export async function doneShards(job: ShardJob, known: ReadonlySet<number>): Promise<ReadonlySet<number>> {
  const done = new Set(known);
  const names = new Set(await readdir(job.folder));
  for (let index = 1; index <= job.count; index++) {
    if (done.has(index) || !names.has(shardFile(index))) continue;
    const text = await readFile(join(job.folder, shardFile(index)), 'utf8').catch(() => '');
    const read = shardIn(text);
    if ('value' in read && read.value.key === job.key && read.value.shards === job.count) done.add(index);
  }
  return done;
}

/** Returns the end of what a shard said on standard error, in one line; empty if it said nothing. */
export async function lastWords(job: ShardJob, index: number): Promise<string> {
  const text = await readFile(join(job.folder, logFile(index)), 'utf8').catch(() => '');
  return text.trim().split('\n').at(-1)?.slice(0, 300) ?? '';
}
