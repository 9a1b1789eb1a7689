/**
 * The policy for crashes of the language server: it is restarted, unless it has crashed too often in a short time.
 * Independent of VS Code.
 */

/** Decides whether to restart after a crash. */
export interface RestartDecision {
  /** Records a crash at a time in milliseconds; returns whether the server should be restarted. */
  readonly happened: (now: number) => boolean;
  /** Forgets all crashes, because the user has asked for a restart. */
  readonly forget: () => void;
}

/** The number of crashes, and the milliseconds within which they are too many. */
const limit = { crashes: 5, within: 180_000 };

/** Creates a crash counter. */
export function countCrashes(): RestartDecision {
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
