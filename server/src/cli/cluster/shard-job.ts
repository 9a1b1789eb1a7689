/**
 * A command that is to be computed in shards, on any machines that see one folder; and the script that computes one.
 */
import { shellWord } from './quoted.ts';

/** The job of all shards. */
export interface ShardJob {
  /** The command with its arguments, without `--shard`. */
  readonly command: readonly [name: string, ...args: readonly string[]];
  /** The number of shards. */
  readonly count: number;
  /** The absolute path of the working directory. */
  readonly workFolder: string;
  /** The absolute path of the folder for the shards. */
  readonly folder: string;
  /** A name of letters, digits and `-`: equal for equal commands. */
  readonly name: string;
  /** The digest that its shards have. */
  readonly key: string;
  /** The words that start Aftermath on the machines. */
  readonly program: readonly string[];
}

/** The name of the script in the folder of a job. */
export const scriptName = 'shard.sh';

/** Returns the name of the file of a shard, and of what it says on standard error. */
export const shardFile = (index: number): string => `shard-${String(index)}.json`;
export const logFile = (index: number): string => `shard-${String(index)}.log`;

/**
 * Returns the script that computes a shard: the number given as its argument, or that of the task of a Slurm array. The
 * file of the shard appears whole or not at all, also where the shard is computed twice at once.
 */
export function scriptOf(job: ShardJob): string {
  const [name, ...args] = job.command;
  const words = [...job.program, name].map(shellWord).join(' ');
  const count = String(job.count);
  return `#!/bin/sh
# Written by "aftermath cluster". Computes the shard whose number is given, or that of the task of a Slurm array.
i="\${1:-$SLURM_ARRAY_TASK_ID}"
cd ${shellWord(job.workFolder)} || exit 2
out=${shellWord(job.folder)}/shard-"$i"
part="$out.$(uname -n).$$.part"
${words} --shard "$i/${count}" ${args.map(shellWord).join(' ')} > "$part" 2> "$out.log" && mv -f "$part" "$out.json"
code=$?
rm -f "$part"
exit $code
`;
}

/** Returns the name of the job of a command: a digest tells it from others. */
export const jobName = (digest: string): string => `aftermath-${digest.slice(0, 12)}`;
