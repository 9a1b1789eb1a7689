/** Writes a run that explains a log as a trace, with the lines at its steps. */
import type { Program } from '../kernel/run.ts';
import type { Intervention } from '../play/recording/interventions.ts';
import { openRun, recordTrace } from '../play/recording/recording.ts';
import type { ExplainedLine, Trace, TraceOrigin } from '../play/recording/trace.ts';
import type { ExplainedPath } from './standing.ts';

/** Returns the steps of a path, from the start. */
export function stepsOfPath(path: ExplainedPath): readonly ExplainedPath[] {
  const steps: ExplainedPath[] = [];
  for (let step: ExplainedPath | undefined = path; step !== undefined; step = step.parent) steps.push(step);
  return steps.reverse();
}

/**
 * Returns the trace of a run; `textOf` gives a line as it is shown. The kernel plays it, so that one that cannot be
 * played is a mistake of the search and throws.
 */
export function traceOfPath(
  program: Program,
  clock: 'any' | 'exact',
  path: ExplainedPath,
  textOf: (line: number) => Omit<ExplainedLine, 'step'>,
): Trace {
  const origin: TraceOrigin = {
    ...{ kind: 'random', check: undefined, faults: [], sends: false },
    ...(clock === 'any' && { clock }),
  };
  const draws: number[] = [];
  const interventions: Intervention[] = [];
  const log: ExplainedLine[] = [];
  for (const [index, { step, draws: drawn, told }] of stepsOfPath(path).entries()) {
    if (step !== undefined && 'due' in step) draws.push(step.due);
    else if (step !== undefined) interventions.push({ ...step, after: index - 1 });
    draws.push(...drawn);
    for (const line of told.lines) log.push({ step: index, ...textOf(line) });
  }
  const steps = stepsOfPath(path).length - 1;
  const opened = openRun(program, origin, { seed: 0, draws, continuesByChance: false, interventions });
  if ('refusal' in opened) throw new Error(opened.refusal);
  const { timeline } = opened;
  const trace = recordTrace(program, origin, { seed: 0, timeline, steps, interventions });
  if (trace.steps !== steps) throw new Error('A run that explains a log cannot be played.');
  return { ...trace, version: 3, log };
}
