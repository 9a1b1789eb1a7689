/**
 * Finds variables that nothing reads. A `persistent` variable may be a metric for readers outside, so writing it is
 * enough. The same holds for a `let` in a machine that no entity of this file runs.
 */
import { once } from '../../model/common/once-per.ts';
import type { Fix } from '../../model/finding.ts';
import type * as ast from '../generated/ast.ts';
import type { LanguageRule } from './rule.ts';
import { insertBefore, removeItem } from './fixes/edits.ts';
import { usesIn } from './uses.ts';
import { t } from '../../model/common/translation.ts';

/** Reports variables that nothing reads. */
export const variableUnused: LanguageRule = {
  code: 'variable/unused',
  looksAt: 'file',
  certainty: 'file',
  run(tree, report) {
    const uses = usesIn(tree);
    for (const variable of tree.all('Variable')) {
      const isWritten = uses.isWritten(variable);
      if (uses.isRead(variable) || (variable.persistent && isWritten)) continue;
      const what = isWritten ? t`is written but never read` : t`is neither read nor written`;
      const advice = isWritten
        ? t`Read it, or declare it "persistent" if it is meant to be seen from outside.`
        : t`Remove it.`;
      report({
        node: variable,
        property: 'name',
        message: t`The variable "${variable.name}" ${what}. ${advice}`,
        fixes: [isWritten ? persist(variable) : takeAway(variable)],
      });
    }
    const run = once(() => new Set([...tree.all('Entity'), ...tree.all('Class')].map(({ machine }) => machine?.ref)));
    for (const value of tree.all('Let')) {
      if (uses.isRead(value) || !run().has(value.$container)) continue;
      const message = t`Nothing reads the value "${value.name}". Remove it.`;
      report({ node: value, property: 'name', message, fixes: [takeAway(value)] });
    }
  },
};

const takeAway = (declaration: ast.Variable | ast.Let): Fix => ({
  title: t`Remove "${declaration.name}"`,
  edits: [removeItem(declaration)],
  isPreferred: true,
});

const persist = (variable: ast.Variable): Fix => ({
  title: t`Declare "${variable.name}" persistent`,
  edits: [insertBefore(variable, 'persistent ')],
});
