/**
 * Judges an open run of a check: the properties of the check are judged at each step, as on the command line.
 */
import { judgeRun, type RunJudge } from '../../../language/src/simulation/sampling/run-outcome.ts';
import type { RunVerdict } from '../../../language/src/simulation/sampling/judged-run.ts';
import type { Timeline } from '../../../language/src/simulation/play/recording/timeline.ts';
import type { TraceOrigin } from '../../../language/src/simulation/play/recording/trace.ts';
import type { Program } from '../../../language/src/simulation/kernel/run.ts';
import type { MarkedStep } from '../../../language/src/view/run/run-summary.ts';
import { verdictText } from '../../../language/src/view/run/verdict-text.ts';
import { stepsAtOnce, type Course } from './run-course.ts';

/** The verdicts on a run of a check: a sentence for each property, and the steps that break one. */
export interface RunVerdicts {
  readonly about: readonly string[];
  readonly marked: readonly MarkedStep[];
}

/** Judges a played run, some steps at a time; returns nothing if it belongs to no check. */
export function* verdictsOf(
  program: Program,
  origin: TraceOrigin,
  { timeline, course, isCut }: { readonly timeline: Timeline; readonly course: Course; readonly isCut: boolean },
): Generator<undefined, RunVerdicts> {
  const check = origin.kind === 'random' ? origin.check : undefined;
  const declared = program.model.checks.find(({ title }) => title === check);
  if (declared === undefined) return { about: [], marked: [] };
  const judge = yield* judgedBy(program, origin, timeline, course.steps);
  const { verdicts } = judge.result(isCut);
  return {
    about: verdicts.map((each) => sentence(each)),
    // A counterexample to a check that is expected to fail is no error.
    marked: declared.fails ? [] : verdicts.flatMap(({ broken }) => (broken === undefined ? [] : [{ step: broken.step, mark: 'failure' as const }])), // oxfmt-ignore
  };
}

/** Returns the judge of a run after all its steps, some steps at a time. */
export function* judgedBy(
  program: Program,
  origin: TraceOrigin,
  timeline: Timeline,
  steps: number,
): Generator<undefined, RunJudge> {
  const judge = judgeRun(program, origin, undefined);
  for (let step = 0; step <= steps; step++) {
    const [record] = timeline.records(step, step);
    if (record === undefined) break;
    record.effects.forEach(judge.hear);
    judge.note(timeline.goTo(step).run, record.played, () => timeline.choices(step));
    if (step % stepsAtOnce === stepsAtOnce - 1) yield;
  }
  return judge;
}

function sentence(verdict: RunVerdict): string {
  const text = `${verdict.name}: ${verdictText(verdict)}`;
  return text.endsWith('.') ? text : `${text}.`;
}

/** Merges the marked steps of both lists in order; a step in both keeps the first mark. */
export function markedBy(first: readonly MarkedStep[], second: readonly MarkedStep[]): readonly MarkedStep[] {
  const known = new Set(first.map(({ step }) => step));
  const added = new Map(second.filter(({ step }) => !known.has(step)).map((each) => [each.step, each]));
  return [...first, ...added.values()].sort((a, b) => a.step - b.step);
}
