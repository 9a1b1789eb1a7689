/**
 * Detects that the language server hangs: pings it repeatedly. Time is counted in turns of a timer, so that a machine
 * that slept is not mistaken for a hanging server. Independent of VS Code.
 */

/** The environment of the watchdog. */
export interface WatchdogParts {
  /** Pings the server; rejects if it no longer exists. */
  readonly ping: () => Promise<unknown>;
  /** Calls a function repeatedly, every `milliseconds`; the result ends that. */
  readonly every: (milliseconds: number, run: () => void) => () => void;
  /** Called once for each ping without an answer in time. */
  readonly onSilence: () => void;
  /** Called when the answer comes after all. */
  readonly onAnswer: () => void;
}

/**
 * The milliseconds between two looks, and the number of looks without an answer after which the server counts as
 * hanging: 20 seconds.
 */
export const [lookEvery, mostLooks] = [5000, 4];

/** Watches a server from now on; the result ends that. */
export function watchServer({ ping, every, onSilence, onAnswer }: WatchdogParts): () => void {
  /** The number of looks since the unanswered ping. */
  let looks: number | undefined;
  let isEnded = false;
  const ask = (): void => {
    looks = 0;
    ping().then(
      () => {
        const wasSilent = looks !== undefined && looks >= mostLooks;
        looks = undefined;
        if (wasSilent && !isEnded) onAnswer();
      },
      // A stopped server does not concern this watchdog.
      () => (looks = undefined),
    );
  };
  const end = every(lookEvery, () => {
    if (looks === undefined) ask();
    else if (++looks === mostLooks) onSilence();
  });
  return () => {
    isEnded = true;
    end();
  };
}
