/** The limits with which SPIN's program of an exported model has to be built. */
import type { Writing } from './terms/writing.ts';

/** The limits of SPIN's program. */
export interface ProgramLimits {
  readonly processes: number;
  /** Bytes of a state, at most, where a channel has its default capacity. */
  readonly vector: number;
}

/**
 * Returns the value of NFAIR: SPIN counts the turns of this many processes that are treated fairly in numbers of some
 * bits each.
 */
export const fairness = (processes: number): number => Math.floor(processes / 4) + 3;

/** The default capacity of a channel, in messages. */
export const room = 6;

/** Estimates the size of an exported model with that many processes. */
export function sizeOf(writing: Writing, processes: number): ProgramLimits {
  const cells = [...writing.variables.values()].reduce((sum, { count = 1 }) => sum + count, writing.scratch.size);
  const channels = writing.queues.size + writing.program.active.length;
  const bytes = 8 * (cells + processes) + channels * (8 + room * (4 + 4 * writing.arity)) + 64;
  return { processes, vector: 2 ** Math.max(10, Math.ceil(Math.log2(bytes))) };
}
