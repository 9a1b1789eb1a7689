/**
 * Reads the shards that a merge is given: all of one command line, each once.
 */
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { readText } from '../../questions/files/read-text.ts';
import { mostShards, shareOf } from '../input/shard.ts';
import type { Context } from '../input/command.ts';
import type { ShardResults } from './shared-work.ts';

/** A shard, and the file that it was read from. */
export interface ReadShard {
  readonly file: string;
  readonly results: ShardResults;
}

/** Returns the shards in order; refuses what is missing, double or foreign. */
export async function readShards(context: Context): Promise<Answer<readonly ReadShard[]>> {
  const shards: ReadShard[] = [];
  for (const file of context.operands) {
    const read = await readText(file, context);
    if ('refusal' in read) return read;
    const results = shardIn(read.value);
    if ('refusal' in results) return { refusal: `"${file}" ${results.refusal}` };
    shards.push({ file, results: results.value });
  }
  return ofOneCommand(shards);
}

/** Reads the text of a shard; a refusal is what follows the name of the file. */
export function shardIn(text: string): Answer<ShardResults> {
  const data = parsed(text);
  if (!isRecord(data) || !('shard' in data))
    return { refusal: 'is not a shard, the output of a command with --shard.' };
  if (data.version !== 1) {
    return { refusal: `is a shard of version ${String(data.version)}; this program reads version 1.` };
  }
  const { command, arguments: given, shard, shards, key, pieces, parts } = data;
  const isCount = (value: unknown, least: number): value is number =>
    Number.isSafeInteger(value) && Number(value) >= least;
  const isWhole =
    typeof command === 'string' &&
    areTexts(given) &&
    isCount(shards, 1) &&
    shards <= mostShards &&
    isCount(shard, 1) &&
    shard <= shards &&
    typeof key === 'string' &&
    isCount(pieces, 0) &&
    Array.isArray(parts);
  if (!isWhole) return { refusal: 'is a damaged shard; compute it again.' };
  const [from, to] = shareOf({ index: shard, count: shards }, pieces);
  // The runs of a shard are counted in one part; everything else has a part for each piece.
  if (parts.length !== (command === 'simulate' ? 1 : to - from))
    return { refusal: 'is a damaged shard; compute it again.' };
  return { value: { version: 1, command, arguments: given, shard, shards, key, pieces, parts } };
}

function ofOneCommand(shards: readonly ReadShard[]): Answer<readonly ReadShard[]> {
  const [first] = shards;
  if (first === undefined) return { refusal: 'There is no shard to merge.' };
  const foreign = shards.find(({ results }) => differenceOf(first.results, results) !== undefined);
  if (foreign !== undefined) {
    const why = differenceOf(first.results, foreign.results) ?? '';
    return { refusal: `"${foreign.file}" does not belong to "${first.file}": ${why}.` };
  }
  const { shards: count } = first.results;
  const byNumber = new Map<number, ReadShard>();
  for (const each of shards) {
    const { shard } = each.results;
    const other = byNumber.get(shard);
    if (other !== undefined) {
      return {
        refusal: `The shard ${String(shard)} of ${String(count)} is given twice: "${other.file}" and "${each.file}".`,
      };
    }
    byNumber.set(shard, each);
  }
  const missing = Array.from({ length: count }, (_, place) => place + 1).filter((shard) => !byNumber.has(shard));
  if (missing.length > 0) {
    const are = missing.length === 1 ? 'The shard' : 'The shards';
    return {
      refusal: `${are} ${rangesOf(missing)} of ${String(count)} ${missing.length === 1 ? 'is' : 'are'} missing.`,
    };
  }
  return { value: [...byNumber.values()].sort((a, b) => a.results.shard - b.results.shard) };
}

/** Returns why two shards are not of one whole, a clause. */
function differenceOf(one: ShardResults, other: ShardResults): string | undefined {
  if (one.command !== other.command) return `it is of the command "${other.command}", not "${one.command}"`;
  if (one.shards !== other.shards) return `it is one of ${String(other.shards)} shards, not of ${String(one.shards)}`;
  if (JSON.stringify(one.arguments) !== JSON.stringify(other.arguments))
    return `it is of "${other.command}" with other files or options`;
  if (one.key === other.key && one.pieces === other.pieces) return undefined;
  return 'the files have changed in between, or it was computed by another version of Aftermath';
}

/** Returns numbers in words, such as `3, 7 to 9`. */
export function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${String(from)} to ${String(to)}`)).join(', ');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What is not JSON is no shard.
    return undefined;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const areTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');
