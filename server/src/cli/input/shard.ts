/**
 * The option `--shard`: which of how many shares of its work a command computes.
 */
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import type { Context, Option } from './command.ts';

/** The option `--shard` of a command whose work can be divided. */
export const shardOption: Option = {
  value: 'I/N',
  summary: 'compute only the I-th of N shards, and print JSON for "aftermath merge"',
};

/** The most shards. */
export const mostShards = 1_000_000;

/** Which of how many shards, from 1. */
export interface Share {
  readonly index: number;
  readonly count: number;
}

/** Returns which pieces a shard has: a range, the end exclusive. The shares of all shards differ by one piece at most. */
export function shareOf({ index, count }: Share, pieces: number): readonly [from: number, to: number] {
  const upTo = (shards: number): number => Number((BigInt(pieces) * BigInt(shards)) / BigInt(count));
  return [upTo(index - 1), upTo(index)];
}

/** Reads the value of `--shard`. */
export function readShard({ values, operands }: Pick<Context, 'values' | 'operands'>): Answer<Share | undefined> {
  const text = values.get('shard');
  if (text === undefined) return { value: undefined };
  const [, index = 0, count = 0] = (/^(\d{1,7})\/(\d{1,7})$/u.exec(text) ?? []).map(Number);
  if (index < 1 || index > count || count > mostShards) {
    const like = `such as 3/64, with at most ${mostShards.toLocaleString('en')} shards`;
    return { refusal: `The option "--shard" takes the number of a shard and of all, ${like}; "${text}" is not that.` };
  }
  if (operands.includes('-'))
    return { refusal: 'A shard cannot read standard input, because the merge reads the file again.' };
  return { value: { index, count } };
}
