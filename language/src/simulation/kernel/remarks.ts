/**
 * What a run says besides what it does: logs, reports and remarks on what was refused or got lost.
 */
import type { LastEnd, PastFact, Remark, Run } from './run.ts';

/** Makes a remark, with the time of now. */
export function remark(run: Run, said: Omit<Remark, 'at'>): void {
  run.remarks.push({ ...said, at: run.state.now });
  run.tell?.({ kind: 'remarked', remark: { ...said, at: run.state.now } });
}

/** Keeps in mind what expectations may ask for. */
export function remember(run: Run, fact: PastFact): void {
  if (run.keepsHistory) run.state.history = { earlier: run.state.history, fact };
}

/** More than this that ends at once is not told one by one. */
const mostReasons = 100;

/** Keeps an end as the last one, and for later expectations why each entity of it ended. */
export function rememberEnd(run: Run, end: LastEnd): void {
  run.state.lastEnd = end;
  const entities = end.layers.flat();
  if (!run.keepsHistory || entities.length === 0 || entities.length > mostReasons) return;
  remember(run, { kind: 'ended', because: new Map(entities.map((id) => [id, end.because(id)])) });
}
