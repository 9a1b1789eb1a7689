/**
 * The current run and step of this window, shared by the trace page, the debugger and other views of a run, so that
 * they follow each other. Independent of the contents of runs and steps.
 */
import { createListeners, type Listeners } from './listeners.ts';
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
  readonly listen: Listeners<[RunPosition | undefined]>['listen'];
}

/** Creates the shared position of a window. */
export function createRunPositions(): RunPositions {
  let current: RunPosition | undefined;
  const listeners = createListeners<[RunPosition | undefined]>();
  return {
    current: () => current,
    move: (position) => {
      const isSame =
        position === current || (position?.step === current?.step && isSameRun(position?.subject, current?.subject));
      if (isSame) return;
      current = position;
      listeners.tell(position);
    },
    listen: listeners.listen,
  };
}

/** Returns true if two subjects are the same run. */
export const isSameRun = (one: RunSubject | undefined, other: RunSubject | undefined): boolean =>
  one?.uri === other?.uri && JSON.stringify(one?.question) === JSON.stringify(other?.question);
