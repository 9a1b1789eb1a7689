/** Many runs in this process, counted to the end. */
import type { Refusal } from '../../../language/src/model/common/answer.ts';
import { type ManyRuns, runStatistics, tallyRuns } from '../../../language/src/simulation/sampling/many-runs.ts';
import type { Program } from '../../../language/src/simulation/kernel/run.ts';
import type { Statistics } from '../../../language/src/simulation/sampling/statistics.ts';

/** Returns the statistics of all runs; see `tallyRuns`. */
export async function manyRuns(
  program: Program,
  many: ManyRuns,
  shouldContinue: (done: number) => Promise<boolean>,
): Promise<Statistics | Refusal> {
  const tally = await tallyRuns(program, many, shouldContinue);
  return 'refusal' in tally ? tally : runStatistics(many, tally);
}
