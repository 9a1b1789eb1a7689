/**
 * Work that shards divide. It consists of numbered pieces without state between them; a shard computes its share and
 * prints the results, and a merge takes the results of all shards instead of computing them. Everything that follows
 * from the results is the same code in both, so that a merge prints what the undivided command prints.
 */
import { createHash } from 'node:crypto';
import { type Context, type ExitCode, exitCodes, type Output, refuse } from '../input/command.ts';
import { computeTogether } from './processes.ts';
import type { DividedWork, ShardedCommand, ShardResults } from './shared-work.ts';
import { readShard, shareOf } from '../input/shard.ts';
import { version } from '../text/version.ts';

/** Returns the results of all pieces, or the exit code if the command ends here: it was one shard, or is refused. */
export async function divided<Part>(
  context: Context,
  work: DividedWork<Part>,
): Promise<{ readonly parts: readonly Part[] } | { readonly code: ExitCode }> {
  const { merged, output, notes } = context;
  const of = commandOf(work.name, context);
  if (merged !== undefined) {
    const key = keyOf(of, work);
    if (key === merged.key) return { parts: merged.parts as readonly Part[] };
    const why = 'The files, or the version of Aftermath, are not those that the shards were computed from';
    return { code: refuse(context, `${why}; compute the shards again.`) };
  }
  if (context.plan !== undefined) {
    context.plan({ key: keyOf(of, work), pieces: work.pieces });
    return { code: exitCodes.fine };
  }
  const read = readShard(context);
  if ('refusal' in read) return { code: refuse(context, read.refusal) };
  const share = read.value;
  const count = Math.min(work.processes ?? 1, work.pieces);
  if (share === undefined && count > 1 && context.runCaptured !== undefined && !context.operands.includes('-')) {
    const together = await computeTogether(context, of, { key: keyOf(of, work), count, work });
    if ('refusal' in together) return { code: refuse(context, together.refusal) };
    return together.value === undefined ? undecided(notes) : { parts: together.value };
  }
  const [from, to] = share === undefined ? [0, work.pieces] : shareOf(share, work.pieces);
  const parts = await work.compute(from, to);
  if (parts === undefined) return undecided(notes);
  if (share === undefined) return { parts };
  const results: ShardResults = {
    ...{ version: 1, ...of, shard: share.index, shards: share.count },
    ...{ key: keyOf(of, work), pieces: work.pieces, parts },
  };
  output.write(`${JSON.stringify(results)}\n`);
  return { code: exitCodes.fine };
}

function undecided(notes: Output): { readonly code: ExitCode } {
  notes.write('Interrupted: nothing is decided.\n');
  return { code: exitCodes.undecided };
}

/** Options that say where or how to print, and how fast to work: they do not change what is computed. */
const uncounted: ReadonlySet<string> = new Set(['shard', 'json', 'threads']);

function commandOf(command: string, { operands, values, lists, flags }: Context): ShardedCommand {
  const given = [
    ...[...values].flatMap(([option, value]) => (lists.get(option) ?? [value]).map((each) => [option, each] as const)),
    ...[...flags].map((flag) => [flag, undefined] as const),
  ].filter(([option]) => !uncounted.has(option));
  const options = given
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([option, value]) => (value === undefined ? `--${option}` : `--${option}=${value}`));
  return { command, arguments: [...options, '--', ...operands] };
}

const keyOf = (of: ShardedCommand, { models, pieces }: Pick<DividedWork<never>, 'models' | 'pieces'>): string => {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([version, of, pieces]));
  for (const model of models) hash.update(JSON.stringify(model));
  return hash.digest('hex');
};
