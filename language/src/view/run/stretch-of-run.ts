/**
 * Makes a stretch of a run for drawing, bounded in steps, lanes, messages and numbers.
 */
import type { Program } from '../../simulation/kernel/run.ts';
import { copyOf } from '../../simulation/kernel/state.ts';
import type { Timeline } from '../../simulation/play/recording/timeline.ts';
import { durationText } from '../../simulation/values/values.ts';
import { wrongTurnMark } from './run-rows.ts';
import { runSeries } from './run-series.ts';
import { mostDrawn, type RunStretch, type Tick } from './run-stretch.ts';
import type { Lane } from './trace/trace.ts';
import { traceLines } from './trace/trace-view.ts';

const mostLanes = 300;
const mostArrows = 3000;
const mostSeries = 100;

/** Returns steps `from` to `to`, inclusive, as far as they exist and can be drawn. */
export function stretchOf(program: Program, timeline: Timeline, from: number, to: number): RunStretch {
  const last = Math.min(to, from + mostDrawn - 1);
  const before = from <= 0 ? undefined : copyOf(timeline.goTo(from - 1).run.state);
  const records = timeline.records(from, last);
  const { lanes, arrows, keepalives, notices, start, end } = traceLines({
    program,
    records,
    ...(before !== undefined && { before }),
  });
  const series = runSeries(program, timeline, Math.max(0, from - 1), end.step);
  const drawn = liveliest(lanes);
  return {
    start,
    end,
    ticks: records.map(({ step, at, played }): Tick => {
      const mark = wrongTurnMark(played);
      return { step, at, time: durationText(at), ...(mark !== undefined && { mark }) };
    }),
    lanes: drawn,
    otherLanes: lanes.length - drawn.length,
    arrows: arrows.slice(0, mostArrows),
    otherArrows: Math.max(0, arrows.length - mostArrows) + Math.max(0, keepalives.length - mostArrows),
    keepalives: keepalives.slice(0, mostArrows),
    notices: notices.slice(0, mostArrows),
    series: series.slice(0, mostSeries),
    otherSeries: Math.max(0, series.length - mostSeries),
  };
}

/** Returns the lanes in which most happens, in their order, if there are too many. */
function liveliest(lanes: readonly Lane[]): readonly Lane[] {
  if (lanes.length <= mostLanes) return lanes;
  const kept = new Set([...lanes].sort((a, b) => b.bars.length - a.bars.length).slice(0, mostLanes));
  return lanes.filter((lane) => kept.has(lane));
}
