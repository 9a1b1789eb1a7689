/** The options that say how far and how a check is explored. */
import type { Answer } from '../../../../language/src/model/answer.ts';
import type { Arguments } from './command.ts';
import { readCount } from './count-option.ts';
import { readMemory, readTime } from './size-options.ts';
import { readSwitch } from './switch-option.ts';

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
  const threads = readCount(context, 'threads', { least: 1, most: mostThreads });
  if ('refusal' in threads) return threads;
  const given = { memory: memory.value ?? usualMemory, timeout: timeout.value, threads: threads.value };
  const deepens = context.flags.has('deepen');
  return { value: { ...given, symmetry: symmetry.value, reduces: reduction.value, deepens } };
}
