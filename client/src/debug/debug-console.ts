/**
 * The output of a session in the debug console: the steps that were passed, and messages about the run as a whole.
 */
import { itemAt } from '../../../language/src/model/common/lookup.ts';
import { runRowsRequest } from '../../../server/src/protocol/protocol.ts';
import type { AdapterState } from './adapter-state.ts';
import type { DebugRun } from './debug-run.ts';
import type { DebugSession } from './session.ts';
import { oneLine } from './variables.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** The most passed steps that are written; the number of the others is written too. */
const mostReported = 100;

/** Writes the steps passed while moving forwards, each with its location. */
export async function tellRows(state: AdapterState, session: DebugSession, to: number): Promise<void> {
  const from = session.standing.step + 1;
  if (to < from) return;
  const first = Math.max(from, to - mostReported + 1);
  if (first > from) output(state, `… ${String(first - from)} steps …`);
  const { rows } = await session.run.ask(runRowsRequest, { from: first, to });
  for (const { step, at, text, mark, span } of rows) {
    const place = span && { source: state.sources.sourceOf(span.uri), line: state.sources.rangeOf(span).line };
    output(state, `${String(step)}  ${at}  ${text}`, mark === undefined ? 'stdout' : 'stderr', place);
  }
}

/** Writes the title of a run and its warnings. */
export function tellSummary(state: AdapterState, { summary }: DebugRun): void {
  output(state, summary.title, 'important');
  for (const warning of summary.warnings) output(state, warning, 'important');
  if (summary.variants.length > 1) {
    const { variants, variant } = summary;
    output(
      state,
      t`Run ${String(variant + 1)} of ${String(variants.length)}: ${itemAt(variants, variant)}`,
      'important',
    );
  }
}

/** Writes a line into the debug console. */
export function output(
  { event }: AdapterState,
  text: string,
  category: 'stdout' | 'stderr' | 'important' = 'stdout',
  place: object = {},
): void {
  event('output', { category, output: `${oneLine(text)}\n`, ...place });
}
