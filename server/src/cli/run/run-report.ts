/**
 * The report on a run: its steps with their changes, and its outcome. The single source of its text and JSON.
 */
import {
  type ChangedText,
  type ObservedDifference,
  differenceOf,
  isChange,
  type Observation,
  observe,
} from '../../../../language/src/simulation/program/observe.ts';
import type { Played } from '../../../../language/src/simulation/play/player.ts';
import type { Effect, Run } from '../../../../language/src/simulation/kernel/run.ts';
import type { Timeline } from '../../../../language/src/simulation/play/recording/timeline.ts';
import type { TraceOrigin } from '../../../../language/src/simulation/play/recording/trace.ts';
import type { RunModel } from '../../../../language/src/view/run/run-rows.ts';
import { stepRow } from '../../../../language/src/view/run/trace/trace-steps.ts';
import type { StepRow } from '../../../../language/src/view/run/trace/trace.ts';
import { type FileName, positionIn } from '../../questions/files/places.ts';

/** A step and the changes it made. */
export interface StepReport {
  readonly row: StepRow;
  readonly changes: ObservedDifference;
}

/** One step, as played. */
export interface StepSeen {
  readonly report: StepReport | undefined;
  readonly played: Played;
  readonly effects: readonly Effect[];
  /** See `StepRecord`. */
  readonly mark: number;
  /** The run in the state after the step, until the next one is played. */
  readonly run: Run;
}

/** Plays the steps of a timeline up to a limit; reports those from `from` on. */
export function* reportedSteps(
  { program, sources }: RunModel,
  timeline: Timeline,
  { from, to }: { readonly from: number; readonly to: number },
): Generator<StepSeen, void> {
  let before: Observation | undefined;
  for (let step = 0; step <= to; step++) {
    const [record] = timeline.records(step, step);
    if (record === undefined) return;
    const { run } = timeline.goTo(step);
    if (step < from) {
      // The first reported step is compared with the state before it.
      if (step === from - 1) before = observe(run);
      yield { report: undefined, played: record.played, effects: record.effects, mark: record.mark, run };
      continue;
    }
    const after = observe(run);
    const changes = before === undefined ? {} : differenceOf(before, after);
    before = after;
    yield {
      report: { row: stepRow(program, sources, record), changes },
      played: record.played,
      effects: record.effects,
      mark: record.mark,
      run,
    };
  }
}

/** Returns the JSON of a step; times are in virtual milliseconds. */
export function stepJson({ row, changes }: StepReport, nameOf: FileName): object {
  const { step, at, kind, text, verdict, notes, span } = row;
  return {
    step,
    at: at / 1000,
    kind,
    text,
    ...(span === undefined ? {} : positionIn(span, nameOf)),
    verdict,
    notes: notes.map((note) => ({
      kind: note.kind,
      text: note.text,
      ...(note.times === undefined ? {} : { times: note.times }),
      ...(note.span === undefined ? {} : positionIn(note.span, nameOf)),
    })),
    changes: changesIn(changes, []),
  };
}

interface ChangeJson {
  readonly path: readonly string[];
  readonly before: string | undefined;
  readonly after: string | undefined;
}

function changesIn(difference: ObservedDifference, path: readonly string[]): ChangeJson[] {
  return Object.entries(difference).flatMap(([name, part]: [string, ChangedText | ObservedDifference]) => {
    if (!isChange(part)) return changesIn(part, [...path, name]);
    const [before, after] = part;
    return [{ path: [...path, name], before, after }];
  });
}

/** Returns everything visible in a state: each text with the names of its path. */
export function stateJson(observation: Observation, path: readonly string[] = []): object[] {
  return Object.entries(observation).flatMap(([name, part]) =>
    typeof part === 'string' ? [{ path: [...path, name], text: part }] : stateJson(part, [...path, name]),
  );
}

/** Returns the origin of a run in words. */
export function runOriginText(origin: TraceOrigin, variant: string): string {
  if (origin.kind === 'scenario') {
    return `scenario "${origin.title}"${variant === '' ? '' : ` with ${variant}`}`;
  }
  if (origin.check !== undefined) return `random run of the check "${origin.check}"`;
  const faults = origin.faults.map(({ kind, upTo }) => `${kind} up to ${String(upTo)}`);
  const sends = origin.sends ? [] : ['nothing from outside'];
  const manner = [...faults, ...sends].join(', ');
  return `random run${manner === '' ? '' : `: ${manner}`}`;
}

/** Returns the origin of a run as JSON. */
export function originJson(origin: TraceOrigin): object {
  if (origin.kind === 'scenario') return { kind: origin.kind, title: origin.title, variant: origin.variant + 1 };
  const { kind, check, faults, sends } = origin;
  return { kind, check, faults, sends };
}
