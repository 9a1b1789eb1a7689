/**
 * The work of a page between two of its own marks, task by task, in processor time: on a machine with other work, wall
 * clocks measure that work too, and this measures only the page's.
 */
import type { Page } from '../../e2e/playwright.ts';

/** The marks that the page sets at the beginning and the end. */
export const marks = { begin: 'aftermath begins', end: 'aftermath ends' } as const;

/** An event of the browser's own trace; times in microseconds, `tdur` in processor time. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
}

/** Begins to record; the result stops recording and returns the milliseconds of each task in between. */
export async function recordTasks(page: Page): Promise<() => Promise<readonly number[]>> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    // The protocol leaves their type open; the browser documents it.
    events.push(...(value as unknown as readonly TraceEvent[]));
  });
  const categories = 'toplevel,devtools.timeline,disabled-by-default-devtools.timeline,blink.user_timing';
  await session.send('Tracing.start', { transferMode: 'ReportEvents', categories });
  return async () => {
    const complete = new Promise<void>((resolve) => {
      session.once('Tracing.tracingComplete', () => {
        resolve();
      });
    });
    await session.send('Tracing.end');
    await complete;
    await session.detach();
    return tasksBetween(events);
  };
}

function tasksBetween(events: readonly TraceEvent[]): readonly number[] {
  const [begin, end] = [marks.begin, marks.end].map((mark) => events.find(({ name }) => name === mark));
  if (begin === undefined || end === undefined) throw new Error('The page has set no marks.');
  return events
    .filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && pid === begin.pid && tid === begin.tid)
    .filter(({ ts }) => ts >= begin.ts && ts <= end.ts)
    .map(({ dur = 0, tdur = dur }) => tdur / 1000);
}
