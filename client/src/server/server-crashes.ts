/**
 * What is done when the language server ends unasked: it is started again, unless that has happened too often in
 * a short time. Knows no VS Code.
 */

/** Decides what follows a crash. */
export interface Crashes {
  /** Takes note of a crash at a time in milliseconds; returns whether the server is worth another start. */
  readonly happened: (now: number) => boolean;
  /** Forgets all crashes, because somebody has asked for a new start. */
  readonly forget: () => void;
}

/** How many crashes within how many milliseconds are too many. */
const limit = { crashes: 5, within: 180_000 };

/** Returns what counts crashes. */
export function countCrashes(): Crashes {
  let times: readonly number[] = [];
  return {
    happened: (now) => {
      times = [...times.filter((time) => now - time < limit.within), now];
      return times.length < limit.crashes;
    },
    forget: () => {
      times = [];
    },
  };
}
