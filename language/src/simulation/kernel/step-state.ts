/**
 * Begins the part of a run that lives within one step.
 */
import type { State, StepState } from './run.ts';

/** Returns the state of a step in which nothing has happened yet. */
export const noStep = (): StepState => ({
  torn: undefined,
  waiting: new Set(),
  unoffered: new Set(),
  raised: new Map(),
  hasRevived: false,
  settled: undefined,
  watch: undefined,
  asksUnderWay: false,
});

/** Returns a test whether all on which deletion depends is in a state what it is now in this one. */
export function settledNow({ links, settings, deletions, turns }: State): (state: State) => boolean {
  return (state) =>
    state.turns === turns && state.links === links && state.settings === settings && state.deletions === deletions;
}
