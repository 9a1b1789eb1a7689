/**
 * The last run of each scenario and check, for the side bar: its result, its extent and its time. A result from before
 * an edit is kept, and said to be from before.
 */
import { createListeners, type Listeners } from '../page/listeners.ts';

/** The result of a run: `open` if a limit ended it, or it could not be run. */
export type RunState = 'passed' | 'failed' | 'open';

/** The last run of a scenario or check. */
export interface LastRun {
  readonly state: RunState;
  /** The result and its extent, in words. */
  readonly text: string;
  /** True if the model has changed since. */
  readonly isOutdated: boolean;
}

/** A scenario or check that was run. */
export interface RunItem {
  readonly uri: string;
  readonly title: string;
  readonly isCheck: boolean;
}

/** The last runs of a window. */
export interface LastRuns {
  readonly tell: (item: RunItem, run: Omit<LastRun, 'isOutdated'>) => void;
  readonly of: (item: RunItem) => LastRun | undefined;
  readonly modelChanged: (uri: string) => void;
  /** Calls back after each change. */
  readonly listen: Listeners<[]>['listen'];
}

/** Creates an empty store. */
export function createLastRuns(): LastRuns {
  const runs = new Map<string, Map<string, LastRun>>();
  const listeners = createListeners<[]>();
  return {
    tell: (item, run) => {
      const ofModel = runs.get(item.uri) ?? new Map<string, LastRun>();
      runs.set(item.uri, ofModel.set(keyOf(item), { ...run, isOutdated: false }));
      listeners.tell();
    },
    of: (item) => runs.get(item.uri)?.get(keyOf(item)),
    modelChanged: (uri) => {
      const ofModel = runs.get(uri);
      if (ofModel === undefined) return;
      for (const [key, run] of ofModel) ofModel.set(key, { ...run, isOutdated: true });
      listeners.tell();
    },
    listen: listeners.listen,
  };
}

const keyOf = ({ title, isCheck }: RunItem): string => `${isCheck ? '?' : '#'}${title}`;
