/**
 * Turns the records of a run into the view of a trace: rows, lanes and arrows, as plain data.
 */
import type { Sources } from '../../../model/model.ts';
import type { Program, State } from '../../../simulation/kernel/run.ts';
import type { StepRecord } from '../../../simulation/play/recording/timeline.ts';
import type { Arrow, Instant, TraceNotice, TraceView } from './trace.ts';
import { createArrows } from './trace-arrows.ts';
import { createKeepalives, noticesOf } from './trace-keepalives.ts';
import { createLanes } from './trace-lanes.ts';

/** The input of a view. */
export interface TraceStretch {
  readonly program: Program;
  /** Without sources nothing has a span. */
  readonly sources?: Sources;
  /** Consecutive steps. */
  readonly records: readonly StepRecord[];
  /** The state before the first record; absent if that is step 0. */
  readonly before?: State;
}

/** Returns the lanes, arrows and notifications of some records. Cost: O(entities + effects). */
export function traceLines({ program, records, before }: Omit<TraceStretch, 'sources'>): TraceLines {
  const first = records[0]?.step ?? 0;
  const start: Instant = before === undefined ? { step: 0, at: 0 } : { step: first - 1, at: before.now };
  const lanes = createLanes(program, before, start);
  const arrows = createArrows(program, before);
  const keepalives = createKeepalives();
  for (const record of records) {
    lanes.take(record);
    arrows.take(record);
    keepalives.take(record);
  }
  const last = records.at(-1);
  const end = last === undefined ? start : { step: last.step, at: last.at };
  const notices = noticesOf(program, records);
  return { lanes: lanes.all(), arrows: arrows.all(), keepalives: keepalives.all(), notices, start, end };
}

type TraceLines = Pick<TraceView, 'lanes' | 'arrows' | 'end'> & {
  readonly start: Instant;
  readonly keepalives: readonly Arrow[];
  readonly notices: readonly TraceNotice[];
};
