/**
 * Divided work on several processes of this machine: each computes a shard, this one the first. The results are those of
 * one process, because those of shards are.
 */
import { parse } from 'node:path';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import type { Context, Option } from '../input/command.ts';
import { shareOf } from '../input/shard.ts';
import type { DividedWork, ShardedCommand, ShardResults } from './shared-work.ts';
import { shardIn } from './read-shards.ts';

/** The option `--threads` of a command whose work can be divided. */
export const processesOption: Option = {
  value: 'N',
  summary: 'how many processes may work at the same time (default 1)',
};

/** The most processes. */
export const mostProcesses = 256;

/** The most bytes that a shard may print. */
const mostPrinted = 2 ** 29;

/**
 * Computes all pieces with so many processes; undefined if this one computed nothing. Results of a process that was
 * interrupted are missing, as those of one process are from there on.
 */
export async function computeTogether<Part>(
  context: Context,
  of: ShardedCommand,
  { key, count, work }: { readonly key: string; readonly count: number; readonly work: DividedWork<Part> },
): Promise<Answer<readonly Part[] | undefined>> {
  const { runCaptured, folder } = context;
  if (runCaptured === undefined) throw new Error('Without processes, there is nothing to divide work among.');
  const ending = new AbortController();
  const others = Array.from({ length: count - 1 }, async (_, index): Promise<Answer<readonly unknown[]>> => {
    const args = [of.command, `--shard=${String(index + 2)}/${String(count)}`, ...of.arguments];
    const limits = { folder, roots: [parse(folder).root], milliseconds: 2 ** 31 - 1, bytes: mostPrinted };
    const { output, notes, ended } = await runCaptured(args, { ...limits, signal: ending.signal });
    if (ended === 'cancelled' || ended === 3) return { value: [] };
    const read = ended === 0 ? shardIn(output) : { refusal: '' };
    if ('refusal' in read || read.value.key !== key) {
      const why = notes.trim();
      return { refusal: `A process of its own failed${why === '' ? '' : `: ${why}`}. Do without --threads.` };
    }
    return { value: (read.value satisfies ShardResults).parts };
  });
  const own = await work.compute(...shareOf({ index: 1, count }, work.pieces));
  if (own === undefined || work.isInterrupted?.() === true) ending.abort();
  const read = await Promise.all(others);
  if (own === undefined) return { value: undefined };
  const refused = read.find((each) => 'refusal' in each);
  if (refused !== undefined) return refused;
  // The key says that the parts are of this work.
  return { value: [own, ...read.map((each) => ('value' in each ? (each.value as readonly Part[]) : []))].flat() };
}
