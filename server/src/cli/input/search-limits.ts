/** The options that say how far and how a check is explored. */
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import type { Arguments } from './command.ts';
import { readCount } from './count-option.ts';
import { readMemory, readTime } from './size-options.ts';
import { readSwitch } from './switch-option.ts';
import type { Hashing } from '../../../../language/src/simulation/explore/hashed/recognized.ts';

const usualMemory = 4 * 2 ** 30;

/** How far a check is explored, and how. */
export interface CheckLimits {
  /** Bytes. */
  readonly memory: number;
  /** Milliseconds. */
  readonly timeout: number | undefined;
  /** True to interchange copies. */
  readonly symmetry: boolean;
  /** True to leave out what makes no difference. */
  readonly reduces: boolean;
  /** True to allow more and more faults. */
  readonly deepens: boolean;
  /** Absent: states are kept whole. */
  readonly hashing: Hashing | undefined;
  /** Absent: as many threads as help. */
  readonly threads: number | undefined;
}

/** Returns what the options say; `mostThreads` is the largest number for `--threads`. Refuses what does not go together. */
export function readSearchLimits(context: Arguments, mostThreads: number): Answer<CheckLimits> {
  const memory = readMemory(context, 'memory');
  if ('refusal' in memory) return memory;
  const timeout = readTime(context, 'timeout');
  if ('refusal' in timeout) return timeout;
  const symmetry = readSwitch(context, 'symmetry');
  if ('refusal' in symmetry) return symmetry;
  const reduction = readSwitch(context, 'reduction');
  if ('refusal' in reduction) return reduction;
  const apart = ['shard', 'engine'].find((name) => context.values.has(name));
  if (context.flags.has('deepen') && apart !== undefined)
    return { refusal: `--deepen explores again and again, so it does not go with --${apart}.` };
  const ways = (['compact', 'bitstate'] as const).filter((name) => context.flags.has(name));
  const [way] = ways;
  if (ways.length > 1) return { refusal: 'Give only one of --compact and --bitstate.' };
  if (way !== undefined && context.flags.has('deepen'))
    return { refusal: `--deepen goes on when all was explored, of which --${way} is never certain.` };
  if (way !== undefined && context.values.has('engine'))
    return { refusal: `--${way} is of Aftermath's own engine, so it does not go with --engine.` };
  const threads = readCount(context, 'threads', { least: 1, most: mostThreads });
  if ('refusal' in threads) return threads;
  const given = { memory: memory.value ?? usualMemory, timeout: timeout.value, threads: threads.value };
  const deepens = context.flags.has('deepen');
  return {
    value: {
      ...{ ...given, symmetry: symmetry.value, reduces: reduction.value, deepens },
      hashing: way === undefined ? undefined : hashingBy(way, given.memory),
    },
  };
}

/** An estimate of the bytes that the program takes by itself, and the fewest of a table. */
const [ownBytes, leastBytes] = [2 ** 28, 2 ** 20];

/** Leaves half of the memory for the queue and for what states are made of. */
const hashingBy = (way: Hashing['kind'], memory: number): Hashing =>
  way === 'compact' ? { kind: way } : { kind: way, bytes: Math.max(leastBytes, (memory - ownBytes) / 2) };
