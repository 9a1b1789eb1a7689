/**
 * Begins the part of a run that lives within one step.
 */
import type { StepState } from './run.ts';

/** Returns the state of a step in which nothing has happened yet. */
export const noStep = (): StepState => ({
  torn: undefined,
  waiting: new Set(),
  unoffered: new Set(),
  raised: new Map(),
  hasRevived: false,
  settled: undefined,
  asksUnderWay: false,
});
