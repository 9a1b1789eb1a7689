/** Runs, the logs that they write, and their comparison with a model. */
import assert from 'node:assert/strict';
import { conform, type Conformance } from '../../../../language/src/simulation/conform/conform.ts';
import type { LogLine, LogRules } from '../../../../language/src/simulation/conform/log-line.ts';
import { loggedBy } from './run-log.ts';
import type { ConformLimits } from '../../../../language/src/simulation/conform/search.ts';
import type { Program } from '../../../../language/src/simulation/kernel/run.ts';
import { entityName } from '../../../../language/src/model/model.ts';
import { openRun } from '../../../../language/src/simulation/play/recording/recording.ts';
import type { TraceOrigin } from '../../../../language/src/simulation/play/recording/trace.ts';

/** Rules of a log that tells everything, in order. */
export const allTold: LogRules = {
  ...{ clock: 'any', skew: 0, lost: 0, unlogged: 30, faults: [] },
  complete: (['event', 'message', 'state', 'create', 'end', 'fault', 'action'] as const).map((kind) => ({ kind })),
};

/** Returns the lines that a run writes, of the kinds that are complete; undefined if a mistake in the model ends it. */
export function linesOf(
  program: Program,
  origin: TraceOrigin,
  { seed, turns, rules = allTold }: { readonly seed: number; readonly turns: number; readonly rules?: LogRules },
): LogLine[] | undefined {
  const opened = openRun(program, origin, { seed, turns });
  if ('refusal' in opened) return undefined;
  const records = opened.timeline.records(1, turns);
  if (records.some(({ played }) => played.kind !== 'judged' && played.stepped.error !== undefined)) return undefined;
  return loggedBy(program, records)
    .filter(({ fact }) => rules.complete.some(({ kind }) => kind === fact.kind))
    .map(({ fact, at }) => ({ fact, at, host: 0 }));
}

/** Returns the answer of a comparison that nothing interrupts. */
export function compared(
  program: Program,
  lines: readonly LogLine[],
  rules: LogRules = allTold,
  limits: ConformLimits = { states: 20_000, waiting: 100_000 },
): Conformance {
  const comparing = conform({ program, lines, rules }, limits);
  for (;;) {
    const next = comparing.next();
    if (next.done === true) return next.value;
    assert.ok(next.value.explained <= lines.length);
  }
}

/** Returns the lines of a log as JSON, as a program might write them. */
export const jsonLog = ({ model }: Program, lines: readonly LogLine[]): string =>
  lines
    .map(({ fact: { kind, entity, name, from, values }, at = 0 }) =>
      JSON.stringify({
        ...{ time: at / 1_000_000, kind, values },
        ...(entity !== undefined && { entity: entityName(model, entity) }),
        ...(name !== '' && { name }),
        ...(from !== undefined && { from: entityName(model, from) }),
      }),
    )
    .join('\n');
