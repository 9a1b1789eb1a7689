/**
 * What holds as soon as the window has caught up: an assertion about what is on screen, asked again until it is true.
 * For what must never be there, first wait for something that comes after it.
 */
import assert from 'node:assert/strict';

const patience = 60_000;

/** Repeats an assertion until it holds; throws what it threw last when it does not within a minute. */
async function holds<T>(ask: () => T | Promise<T>, check: (found: T) => void): Promise<void> {
  const end = Date.now() + patience;
  for (;;) {
    try {
      check(await ask());
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The assertions, each about what an expression gives when it is asked. */
export const soon = {
  equal: <T>(ask: () => T | Promise<T>, expected: T, message?: string): Promise<void> =>
    holds(ask, (found) => {
      assert.equal(found, expected, message);
    }),
  notEqual: <T>(ask: () => T | Promise<T>, other: T): Promise<void> =>
    holds(ask, (found) => {
      assert.notEqual(found, other);
    }),
  deepEqual: <T>(ask: () => T | Promise<T>, expected: T): Promise<void> =>
    holds(ask, (found) => {
      assert.deepEqual(found, expected);
    }),
  match: (ask: () => string | Promise<string>, pattern: RegExp): Promise<void> =>
    holds(ask, (found) => {
      assert.match(found, pattern);
    }),
  ok: (ask: () => boolean | Promise<boolean>, message?: string): Promise<void> =>
    holds(ask, (found) => {
      assert.ok(found, message);
    }),
};
