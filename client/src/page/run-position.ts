/**
 * The current run and step of this window, shared by the trace page, the debugger and other views of a run, so that
 * they follow each other. Independent of the contents of runs and steps.
 */
import type { RunSubject } from '../../webview/trace/messages.ts';

/** A view of a run. */
export type RunView = 'trace' | 'debugger' | 'machine' | 'graph';

/** A step of a run. */
export interface RunPosition {
  /** The model and the question; with it the server opens the same run for every view. */
  readonly subject: RunSubject;
  readonly step: number;
  /** The view that went there; all others follow. */
  readonly by: RunView;
}

/** The shared position of a window. */
export interface RunPositions {
  /** Returns the last position; nothing while no run is shown. */
  readonly current: () => RunPosition | undefined;
  /** Goes to a step, or leaves the run; does not notify anyone if nothing changes. */
  readonly move: (position: RunPosition | undefined) => void;
  /** Calls back after each move; the result ends the subscription. */
  readonly listen: (listener: (position: RunPosition | undefined) => void) => { readonly dispose: () => void };
}

/** Creates the shared position of a window. */
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
      // Listeners may unsubscribe meanwhile.
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

/** Returns true if two subjects are the same run. */
export const isSameRun = (one: RunSubject | undefined, other: RunSubject | undefined): boolean =>
  one?.uri === other?.uri && JSON.stringify(one?.question) === JSON.stringify(other?.question);
