/** The remarks of a run: logs, reports, and notes on refusals and losses. */
import type { LastEnd, PastFact } from './past.ts';
import type { Remark, Run } from './run.ts';

/** Makes a remark, with the current time. */
export function remark(run: Run, said: Omit<Remark, 'at'>): void {
  run.remarks.push({ ...said, at: run.state.now });
  run.tell?.({ kind: 'remarked', remark: { ...said, at: run.state.now } });
}

/** Remembers a fact that expectations may ask for. */
export function remember(run: Run, fact: PastFact): void {
  if (run.keepsHistory) run.state.history = { earlier: run.state.history, fact };
}

/** Beyond this number, entities that end at once get no individual reasons. */
const mostReasons = 100;

/** Keeps an end as the last one, and for later expectations why each entity of it ended. */
export function rememberEnd(run: Run, end: LastEnd): void {
  run.state.lastEnd = end;
  const entities = end.layers.flat();
  if (!run.keepsHistory || entities.length === 0 || entities.length > mostReasons) return;
  remember(run, { kind: 'ended', because: new Map(entities.map((id) => [id, end.because(id)])) });
}
