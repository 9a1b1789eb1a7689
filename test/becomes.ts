/**
 * Waits for a page or window to reach a state: it renders, lays out in a worker and sends messages some time after an
 * action, on a loaded machine much later. A single look might see the previous state.
 */
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';

/** Milliseconds; what takes longer is considered missing. */
const patience = 60_000;

/** Polls until the value is as wanted: a text that matches, or deeply equal; otherwise fails with the difference. */
export async function becomes<T>(look: () => T | Promise<T>, wanted: NoInfer<T> | RegExp): Promise<void> {
  const end = performance.now() + patience;
  // Asked soon at first, then less often: each look costs the page time, too.
  for (let pause = 10; ; pause = Math.min(pause * 1.5, 200)) {
    try {
      const found = await look();
      if (wanted instanceof RegExp) assert.match(String(found), wanted);
      else assert.deepEqual(found, wanted);
      return;
    } catch (error) {
      // The page may be replacing the element at this moment, so that reading fails.
      if (performance.now() > end) throw error;
    }
    await setTimeout(pause);
  }
}
