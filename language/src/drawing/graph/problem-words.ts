/**
 * Which of several findings is shown where there is room for one only.
 */
import type { Problem } from '../../view/problems.ts';

const gravity = ['error', 'warning', 'information', 'hint'] as const;

/** Returns the gravest finding, the first of them if several are. */
export function gravestProblem(problems: readonly Problem[] | undefined): Problem | undefined {
  for (const severity of gravity) {
    const found = problems?.find((problem) => problem.severity === severity);
    if (found !== undefined) return found;
  }
  return undefined;
}
