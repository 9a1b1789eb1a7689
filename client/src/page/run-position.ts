/**
 * Where this window stands in a run: which run, and at which of its steps. Trace page, debugger and other
 * views of a run share it, so that they follow each other. What a run or step is like is not known here.
 */
import type { RunSubject } from '../../webview/trace/messages.ts';

/** Who looks at a run. */
export type RunView = 'trace' | 'debugger' | 'machine' | 'graph';

/** A step of a run. */
export interface RunPosition {
  /** The model and the question: with it the server opens the same run for whoever asks. */
  readonly subject: RunSubject;
  readonly step: number;
  /** Who went there; who did not go by itself follows. */
  readonly by: RunView;
}

export interface RunPositions {
  /** The position that was gone to last; nothing while no run is shown. */
  readonly current: () => RunPosition | undefined;
  /** Goes to a step, or leaves the run; where one is already, nobody is told. */
  readonly move: (position: RunPosition | undefined) => void;
  /** Calls back after each move; returns what ends that. */
  readonly listen: (listener: (position: RunPosition | undefined) => void) => { readonly dispose: () => void };
}

/** Makes the shared position of a window. */
export function createRunPositions(): RunPositions {
  let current: RunPosition | undefined;
  const listeners = new Set<(position: RunPosition | undefined) => void>();
  return {
    current: () => current,
    move: (position) => {
      const isSame =
        position === current || (position?.step === current?.step && isSameRun(position?.subject, current?.subject));
      if (isSame) return;
      current = position;
      // Whoever is told may stop listening meanwhile.
      for (const listener of [...listeners]) listener(position);
    },
    listen: (listener) => {
      listeners.add(listener);
      return {
        dispose: () => {
          listeners.delete(listener);
        },
      };
    },
  };
}

/** Whether two subjects are one run. */
export const isSameRun = (one: RunSubject | undefined, other: RunSubject | undefined): boolean =>
  one?.uri === other?.uri && JSON.stringify(one?.question) === JSON.stringify(other?.question);
