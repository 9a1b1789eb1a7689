/**
 * `--metrics OUT`: writes the measurements of the consistent regions at the end of a run, for Prometheus.
 */
import { measurableRegions, printPrometheus } from '../../../../language/src/interchange/export/prometheus.ts';
import type { Program, Run } from '../../../../language/src/simulation/kernel/run.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import type { Context } from '../input/command.ts';
import { writeText } from '../text/write-text.ts';

/** The option `--metrics`. */
export const metricsOption = {
  value: 'OUT',
  isWritten: true,
  summary: 'write the metrics of consistent regions to the file OUT, for Prometheus',
} as const;

/** Refuses the option for a model without measured regions. */
export function checkMetrics({ values }: Pick<Context, 'values'>, program: Program): Answer<undefined> {
  if (!values.has('metrics') || measurableRegions(program).length > 0) return { value: undefined };
  return { refusal: 'No region of this model has metrics; only those that run "ConsistentRegion" do.' };
}

/** Writes the metrics at the end of a run, if the option is given. */
export async function writeMetrics({ flags, folder, operands, values }: Context, run: Run): Promise<Answer<undefined>> {
  const out = values.get('metrics');
  if (out === undefined) return { value: undefined };
  return writeText(out, printPrometheus(run), { folder, force: flags.has('force'), sources: operands });
}
