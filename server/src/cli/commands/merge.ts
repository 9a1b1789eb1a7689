/**
 * `aftermath merge`: adds up the shards of a command, and prints what the command would have printed by itself.
 */
import { readArguments } from '../input/arguments.ts';
import { type Command, type Context, type ExitCode, refuse } from '../input/command.ts';
import { readShards } from '../shards/read-shards.ts';
import { diffCommand } from './diff.ts';
import { matrix } from './matrix.ts';
import { pointsCommand } from './points.ts';
import { simulate } from './simulate.ts';
import { verify } from './verify.ts';

/** The commands whose work can be divided. */
export const divisible: readonly Command[] = [simulate, verify, matrix, pointsCommand, diffCommand];

/** The command `merge`. */
export const mergeCommand: Command = {
  name: 'merge',
  summary: 'add up shards, and print the result of the whole command',
  usage: 'SHARD...',
  operands: { least: 1 },
  options: {},
  details: [
    [
      'SHARD is the output of a command with --shard I/N. All N are needed, each once and of the',
      'same files, options and version; otherwise nothing is printed. The models are read again,',
      'from the same working directory. Output and exit code are those of the whole command.',
    ],
    ['Commands with --shard: ' + divisible.map(({ name }) => name).join(', ') + '.'],
  ],
  run,
};

async function run(context: Context): Promise<ExitCode> {
  const read = await readShards(context);
  if ('refusal' in read) return refuse(context, read.refusal);
  const [first] = read.value;
  const command = divisible.find(({ name }) => name === first?.results.command);
  if (first === undefined || command === undefined)
    return refuse(context, 'This program has no such command to merge.');
  const given = readArguments(first.results.arguments, command);
  if ('refusal' in given) return refuse(context, `"${first.file}" is a damaged shard. ${given.refusal}`);
  return command.run({
    ...context,
    ...given.value,
    flags: new Set([...given.value.flags, ...context.flags]),
    merged: { key: first.results.key, parts: read.value.flatMap(({ results }) => results.parts) },
  });
}
