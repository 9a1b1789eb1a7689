/**
 * Takes the time of phases one after the other, and the median of several times.
 */

/** Times by the names of phases. */
export interface Stopwatch {
  readonly times: Record<string, number>;
  /** Runs a phase and returns its value. */
  readonly time: <T>(phase: string, run: () => T) => T;
}

/** Returns a stopwatch that has timed nothing yet. */
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

/** Returns the number in the middle; of two the lower one. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[(sorted.length - 1) >> 1] ?? NaN;
}
