/**
 * `--metrics OUT`: what the consistent regions of a run have measured at its end, for Prometheus.
 */
import { measurableRegions, printPrometheus } from '../../../../language/src/interchange/export/prometheus.ts';
import type { Program, Run } from '../../../../language/src/simulation/kernel/run.ts';
import type { Answer } from '../../../../language/src/model/answer.ts';
import type { Context } from '../input/command.ts';
import { writeText } from '../text/write-text.ts';

export const metricsOption = {
  value: 'OUT',
  summary: 'write the metrics of consistent regions to the file OUT, for Prometheus',
} as const;

/** Refuses metrics of a model of which nothing is measured. */
export function checkMetrics({ values }: Pick<Context, 'values'>, program: Program): Answer<undefined> {
  if (!values.has('metrics') || measurableRegions(program).length > 0) return { value: undefined };
  return { refusal: 'No region of this model has metrics; those that run "ConsistentRegion" have.' };
}

/** Writes the metrics as they are at the end of a run, if that is asked for. */
export async function writeMetrics({ flags, folder, operands, values }: Context, run: Run): Promise<Answer<undefined>> {
  const out = values.get('metrics');
  if (out === undefined) return { value: undefined };
  return writeText(out, printPrometheus(run), { folder, force: flags.has('force'), sources: operands });
}
