/**
 * Measures consecutive phases, and takes the median of several times.
 */

/** The times of phases by name. */
export interface Stopwatch {
  readonly times: Record<string, number>;
  /** Runs a phase and returns its value. */
  readonly time: <T>(phase: string, run: () => T) => T;
}

/** Returns a stopwatch without any times. */
export function startStopwatch(): Stopwatch {
  const times: Record<string, number> = {};
  return {
    times,
    time: (phase, run) => {
      const start = performance.now();
      const value = run();
      times[phase] = performance.now() - start;
      return value;
    },
  };
}

/** Returns the median; of an even number of values the lower middle one. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[(sorted.length - 1) >> 1] ?? NaN;
}
