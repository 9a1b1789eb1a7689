/**
 * Chooses the finding to show where there is room for only one.
 */
import type { Problem } from '../../view/problems.ts';

const gravity = ['error', 'warning', 'information', 'hint'] as const;

/** Returns the most severe finding, the first one if there are several. */
export function gravestProblem(problems: readonly Problem[] | undefined): Problem | undefined {
  for (const severity of gravity) {
    const found = problems?.find((problem) => problem.severity === severity);
    if (found !== undefined) return found;
  }
  return undefined;
}
