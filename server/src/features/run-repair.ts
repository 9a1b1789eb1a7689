/**
 * Repairs a trace that no longer fits the model before it is opened, and says what became of its steps.
 */
import type { Program } from '../../../language/src/simulation/kernel/run.ts';
import { fitOf, openRun } from '../../../language/src/simulation/play/recording/recording.ts';
import { modelHash, type Trace } from '../../../language/src/simulation/play/recording/trace.ts';
import { type Repair, type RepairedStep, repairSteps } from '../../../language/src/simulation/sampling/repair.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** A trace that fits, and warnings about what was changed in it. */
export interface FittingTrace {
  readonly trace: Trace;
  readonly warnings: readonly string[];
}

/** The most steps that are named. */
const mostNamed = 10;

/** Yields, and returns a repaired trace; nothing if the trace fits as it is, or cannot be repaired. */
export function* repairedTrace(program: Program, trace: Trace): Generator<undefined, FittingTrace | undefined> {
  if (trace.model === modelHash(program.model) || trace.described === undefined) return undefined;
  const { origin, seed, draws } = trace;
  const opened = openRun(program, origin, { seed, draws, continuesByChance: false });
  const misfit = 'refusal' in opened ? 1 : fitOf(program, trace, opened.timeline)?.firstMisfit;
  if (misfit === undefined) return undefined;
  yield;
  const repair = yield* repairSteps(program, trace);
  if ('refusal' in repair || repair.trace.steps === 0) return undefined;
  return { trace: repair.trace, warnings: warningsOf(repair, misfit) };
}

const fateWords: Readonly<Record<RepairedStep['fate'], string>> = {
  kept: t`kept`,
  moved: t`moved`,
  dropped: t`dropped`,
  added: t`added`,
};

function warningsOf({ steps, renamed }: Repair, misfit: number): readonly string[] {
  const count = (fate: RepairedStep['fate']): string =>
    `${String(steps.filter((each) => each.fate === fate).length)} ${fateWords[fate]}`;
  const counts = (['kept', 'moved', 'dropped', 'added'] as const).map(count).join(', ');
  const others = steps.filter(({ fate }) => fate !== 'kept').map(stepText);
  const more = others.length - mostNamed;
  const rest = more > 0 ? [t`${String(more)} more steps are others; "aftermath replay --repair" lists them.`] : [];
  return [
    t`The model has changed since the trace was recorded: step ${String(misfit)} no longer matches. The trace was repaired, and is not saved: ${counts}.`,
    ...[
      renamed.map(({ kind, from, to }) => t`The ${kind} ${from} is ${to} now.`),
      [...others.slice(0, mostNamed), ...rest],
    ]
      .filter(({ length }) => length > 0)
      .map((sentences) => sentences.join(' ')),
  ];
}

function stepText({ fate, from, to, text }: RepairedStep): string {
  switch (fate) {
    case 'moved':
      return t`Step ${String(from)} is step ${String(to)} now: ${text}.`;
    case 'dropped':
      return t`Step ${String(from)} was dropped: ${text}.`;
    default:
      return t`Step ${String(to)} came in between: ${text}.`;
  }
}
