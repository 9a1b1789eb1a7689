/**
 * How tests look at a page or a window: it renders, lays out in a worker and sends a moment after what was done to it, on
 * a loaded machine much later. What is looked at once may be what was there before.
 */
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';

/** What takes longer never comes. */
const patience = 60_000;

/** Looks until it is as wanted, a text that matches or equal in depth; fails with the difference if it never is. */
export async function becomes<T>(look: () => T | Promise<T>, wanted: NoInfer<T> | RegExp): Promise<void> {
  const end = performance.now() + patience;
  for (;;) {
    try {
      const found = await look();
      if (wanted instanceof RegExp) assert.match(String(found), wanted);
      else assert.deepEqual(found, wanted);
      return;
    } catch (error) {
      // What is looked at may be gone and made anew at this moment, so that looking fails.
      if (performance.now() > end) throw error;
    }
    await setTimeout(20);
  }
}
