/**
 * Judges a run of a check that is open: what the check asks is judged at each step of it, as on the command line.
 */
import { judgeRun } from '../../../language/src/simulation/sampling/run-outcome.ts';
import type { RunVerdict } from '../../../language/src/simulation/sampling/judged-run.ts';
import type { Timeline } from '../../../language/src/simulation/play/timeline.ts';
import type { TraceOrigin } from '../../../language/src/simulation/play/trace.ts';
import type { Program } from '../../../language/src/simulation/kernel/run.ts';
import type { MarkedStep } from '../../../language/src/view/run/run-summary.ts';
import { verdictText } from '../../../language/src/view/run/verdict-text.ts';
import { stepsAtOnce, type Course } from './run-course.ts';

/** What a run of a check comes to: a sentence for each thing that it asks, and the steps that break one. */
export interface RunVerdicts {
  readonly about: readonly string[];
  readonly marked: readonly MarkedStep[];
}

/** Judges a run that was played, some steps at a time; says nothing of one that is of no check. */
export function* verdictsOf(
  program: Program,
  origin: TraceOrigin,
  { timeline, course, turns }: { readonly timeline: Timeline; readonly course: Course; readonly turns: number },
): Generator<undefined, RunVerdicts> {
  const check = origin.kind === 'random' ? origin.check : undefined;
  const declared = program.model.checks.find(({ title }) => title === check);
  if (declared === undefined) return { about: [], marked: [] };
  const judge = judgeRun(program, origin, undefined);
  for (let step = 0; step <= course.steps; step++) {
    const [record] = timeline.records(step, step);
    if (record === undefined) break;
    record.effects.forEach(judge.hear);
    judge.note(timeline.goTo(step).run, record.played, () => timeline.choices(step));
    if (step % stepsAtOnce === stepsAtOnce - 1) yield;
  }
  const isCut = course.isCut || course.misfit !== undefined || course.steps >= turns;
  const { verdicts } = judge.result(isCut);
  return {
    about: verdicts.map((each) => sentence(each)),
    // Of a check that is to fail, what is broken is no fault.
    marked: declared.fails ? [] : verdicts.flatMap(({ broken }) => (broken === undefined ? [] : [{ step: broken.step, mark: 'failure' as const }])), // prettier-ignore
  };
}

function sentence(verdict: RunVerdict): string {
  const text = `${verdict.name}: ${verdictText(verdict)}`;
  return text.endsWith('.') ? text : `${text}.`;
}

/** Returns the marked steps of both lists in order, each step once with what comes first. */
export function markedBy(first: readonly MarkedStep[], second: readonly MarkedStep[]): readonly MarkedStep[] {
  const known = new Set(first.map(({ step }) => step));
  const added = new Map(second.filter(({ step }) => !known.has(step)).map((each) => [each.step, each]));
  return [...first, ...added.values()].sort((a, b) => a.step - b.step);
}
