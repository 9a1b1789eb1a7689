/**
 * Finds two scenarios or two checks with one title, whose results could not be told apart.
 */
import type * as ast from '../generated/ast.ts';
import type { LanguageCheck, Report } from './check.ts';

/** Reports repeated titles. */
export const scenarioDuplicate: LanguageCheck = {
  code: 'scenario/duplicate',
  looksAt: 'file',
  run(tree, report) {
    reportRepeats([...tree.all('Scenario')], 'scenario', report);
    reportRepeats([...tree.all('Check')], 'check', report);
  },
};

function reportRepeats(runs: readonly (ast.Scenario | ast.Check)[], what: string, report: Report): void {
  const first = new Map<string, ast.Scenario | ast.Check>();
  for (const run of runs) {
    const earlier = first.get(run.title);
    if (earlier === undefined) first.set(run.title, run);
    else {
      report({
        node: run,
        property: 'title',
        message: `Another ${what} has the title "${run.title}" already. Give one of them another title.`,
        related: [{ node: earlier, property: 'title', message: 'The first one is here.' }],
      });
    }
  }
}
