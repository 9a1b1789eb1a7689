/**
 * The processor time of another process, as Linux counts it.
 */
import { readFileSync } from 'node:fs';

/** What has been measured of one kind of work. */
export interface Measured {
  readonly work: string;
  /** Milliseconds of processor time until the end, of each moment at which the work was under way. */
  readonly times: readonly number[];
  /** The number of moments at which it had ended before. */
  readonly done: number;
}

/** Returns true for a command or a request that is to be measured. */
export type IsAsked = (work: string) => boolean;

/** Returns the processor time of a process in milliseconds, to 10 ms; undefined once it has ended. */
export function processorTime(pid: number): number | undefined {
  try {
    const text = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return undefined;
    return 10 * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return undefined;
  }
}

/** Numbers from 0 to 1 that look random, the same in each run. */
export function* moments(count: number): Generator<number> {
  for (let index = 1; index <= count; index++) yield (index * 0.618_033_988_75) % 1;
}
