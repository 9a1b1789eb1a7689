/**
 * Finds two scenarios, two checks or two views with one title, which could not be told apart.
 */
import type * as ast from '../generated/ast.ts';
import type { LanguageRule, ReportFault } from './rule.ts';
import { t } from '../../model/common/translation.ts';

/** Reports repeated titles. */
export const scenarioDuplicate: LanguageRule = {
  code: 'scenario/duplicate',
  looksAt: 'file',
  run(tree, report) {
    reportRepeats([...tree.all('Scenario')], 'scenario', report);
    reportRepeats([...tree.all('Check')], 'check', report);
    reportRepeats([...tree.all('View')], 'view', report);
  },
};

type Titled = ast.Scenario | ast.Check | ast.View;

function reportRepeats(runs: readonly Titled[], what: string, report: ReportFault): void {
  const first = new Map<string, Titled>();
  for (const run of runs) {
    const earlier = first.get(run.title);
    if (earlier === undefined) first.set(run.title, run);
    else {
      report({
        node: run,
        property: 'title',
        message: t`Another ${what} already has the title "${run.title}". Rename one of them.`,
        related: [{ node: earlier, property: 'title', message: t`The first one is here.` }],
      });
    }
  }
}
