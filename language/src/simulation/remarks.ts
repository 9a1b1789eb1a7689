/**
 * What a run says besides what it does: logs, reports and remarks on what was refused or got lost.
 */
import type { PastFact, Remark, Run } from './run.ts';

/** Makes a remark, with the time of now. */
export function remark(run: Run, said: Omit<Remark, 'at'>): void {
  run.remarks.push({ ...said, at: run.state.now });
  run.tell?.({ kind: 'remarked', remark: { ...said, at: run.state.now } });
}

/** Keeps in mind what expectations may ask for. */
export function remember(run: Run, fact: PastFact): void {
  if (run.keepsHistory) run.state.history = { earlier: run.state.history, fact };
}
