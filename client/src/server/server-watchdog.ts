/**
 * Notices that the language server does not answer any more. Asks it again and again whether it is there; time goes
 * by in turns of a timer, so that a machine that slept is not taken for a server that hangs. Knows no VS Code.
 */

export interface WatchdogParts {
  /** Asks the server; rejects where there is none any more. */
  readonly ping: () => Promise<unknown>;
  /** Calls a function again and again, every so many milliseconds; returns what ends that. */
  readonly every: (milliseconds: number, run: () => void) => () => void;
  /** Is called once for each question that stays without an answer too long. */
  readonly onSilence: () => void;
  /** Is called when the answer comes after all. */
  readonly onAnswer: () => void;
}

/** Between two looks, in milliseconds, and how many looks without an answer are too many: 20 seconds. */
export const [lookEvery, mostLooks] = [5000, 4];

/** Watches a server from now on; returns what ends that. */
export function watchServer({ ping, every, onSilence, onAnswer }: WatchdogParts): () => void {
  /** Looks since the question that is not answered yet. */
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
      // A server that has ended is no matter of this watchdog.
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
