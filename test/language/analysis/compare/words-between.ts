/** The changes between two texts, in words. */
import { directionOf } from '../../../../language/src/analysis/compare/change.ts';
import { modelChanges } from '../../../../language/src/analysis/compare/compare-models.ts';
import { allSteps } from '../../../../language/src/model/all-steps.ts';
import { changeWords } from '../../../../language/src/view/report/change-words.ts';
import { lowered } from '../../dsl/load-text.ts';

/** Returns all changes, each with its direction. */
export async function wordsBetween(base: string, head: string): Promise<string[]> {
  const changes = allSteps(modelChanges({ base: await lowered(base), head: await lowered(head) }));
  return changes.map((change) => `${directionOf(change)}: ${changeWords(change)}`);
}
