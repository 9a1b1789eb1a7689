/**
 * The last run of each scenario and check, for the side bar, also after a reload: its result, its extent and its time.
 * A result from before an edit or from an earlier window is kept, and said to be from before.
 */
import type * as vscode from 'vscode';
import { createListeners, type Listeners } from '../page/listeners.ts';
import { textField } from '../page/text-field.ts';

/** The result of a run: `open` if a limit ended it, or it could not be run. */
export type RunState = 'passed' | 'failed' | 'open';

/** The last run of a scenario or check. */
export interface LastRun {
  readonly state: RunState;
  /** The result and its extent, in words. */
  readonly text: string;
  /** True if the model has changed since. */
  readonly isOutdated: boolean;
  /** True if it was run in an earlier window, so that the model may have changed since. */
  readonly isEarlier?: true;
}

/** A scenario or check that was run. */
export interface RunItem {
  readonly uri: string;
  readonly title: string;
  readonly isCheck: boolean;
}

/** The last runs of a window. */
export interface LastRuns {
  readonly tell: (item: RunItem, run: Pick<LastRun, 'state' | 'text'>) => void;
  readonly of: (item: RunItem) => LastRun | undefined;
  readonly modelChanged: (uri: string) => void;
  /** Calls back after each change. */
  readonly listen: Listeners<[]>['listen'];
}

const key = 'aftermath.lastRuns';
const runStates: readonly RunState[] = ['passed', 'failed', 'open'];
/** The models, and the runs of each, that are kept for the next window. */
const most = { models: 20, runs: 500 } as const;

/** Creates the store of a workspace over its memory. */
export function createLastRuns(memory: Pick<vscode.Memento, 'get' | 'update'>): LastRuns {
  const runs = runsIn(memory.get(key));
  const listeners = createListeners<[]>();
  const keep = (): void => {
    const newest = [...runs].slice(-most.models);
    void memory.update(
      key,
      newest.map(([uri, ofModel]) => ({
        uri,
        runs: [...ofModel].slice(-most.runs).map(([item, { state, text }]) => ({ item, state, text })),
      })),
    );
  };
  return {
    tell: (item, run) => {
      const ofModel = runs.get(item.uri) ?? new Map<string, LastRun>();
      // What was run last is kept longest.
      runs.delete(item.uri);
      ofModel.delete(keyOf(item));
      runs.set(item.uri, ofModel.set(keyOf(item), { ...run, isOutdated: false }));
      keep();
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

/** Returns the runs in what an earlier window has kept; drops what has another shape. */
function runsIn(kept: unknown): Map<string, Map<string, LastRun>> {
  const found = new Map<string, Map<string, LastRun>>();
  for (const model of listIn(kept)) {
    const uri = textField(model, 'uri');
    if (uri === undefined || typeof model !== 'object' || model === null || !('runs' in model)) continue;
    const runs = listIn(model.runs).flatMap((run): [string, LastRun][] => {
      const [item, text] = [textField(run, 'item'), textField(run, 'text')];
      const state = runStates.find((each) => each === textField(run, 'state'));
      if (item === undefined || text === undefined || state === undefined) return [];
      return [[item, { state, text, isOutdated: false, isEarlier: true }]];
    });
    found.set(uri, new Map(runs));
  }
  return found;
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const keyOf = ({ title, isCheck }: RunItem): string => `${isCheck ? '?' : '#'}${title}`;
