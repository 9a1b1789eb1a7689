/**
 * An exploration as interruptible work: it ends early at an interrupt or a time limit, and says what was found by then.
 */
import {
  endedExploration,
  type Limit,
  type Progress,
} from '../../../../language/src/simulation/explore/judgement/verdict.ts';
import type { DeepExploration } from '../../../../language/src/simulation/explore/deepening.ts';
import { finish, type Work } from '../input/interruption.ts';

/** Explores until it is done, out of time or interrupted; `words` describes the progress. */
export async function explored(
  work: Work,
  begin: () => Generator<Progress, DeepExploration, Limit | undefined>,
  words: (progress: Progress) => string,
): Promise<DeepExploration> {
  const limitOf = { interrupted: 'cancelled', 'out of time': 'time', 'out of memory': 'memory' } as const;
  const ended = await finish(work, begin, { progress: words, tell: (stop): Limit => limitOf[stop] });
  work.end();
  return 'value' in ended ? ended.value : endedExploration(ended.last, limitOf[work.stopped() ?? 'interrupted']);
}
