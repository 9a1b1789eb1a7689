/**
 * Runs a few tasks at a time: SPIN and the compiler are programs of their own and can run in parallel.
 */

/** Runs tasks, at most `most` at a time; returns the result of each. */
export function pooled<T>(work: readonly (() => Promise<T>)[], most: number): Promise<T>[] {
  const waiting: (() => void)[] = [];
  let running = 0;
  const enter = (): Promise<void> =>
    new Promise((resolve) => {
      const begin = (): void => {
        running += 1;
        resolve();
      };
      if (running < most) begin();
      else waiting.push(begin);
    });
  return work.map(async (each) => {
    await enter();
    try {
      return await each();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  });
}
