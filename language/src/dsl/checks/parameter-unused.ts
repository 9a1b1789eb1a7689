/**
 * Parameters of machines that nothing reads, so that setting them changes nothing. Those of events are not
 * judged: who sends an event says more than each receiver wants to know.
 */
import type { LanguageCheck } from './check.ts';
import { removeItem } from './fixes/edits.ts';
import { usesIn } from './uses.ts';

export const parameterUnused: LanguageCheck = {
  code: 'parameter/unused',
  looksAt: 'file',
  certainty: 'file',
  run(tree, report) {
    const uses = usesIn(tree);
    for (const parameter of tree.all('Parameter')) {
      if (uses.isRead(parameter)) continue;
      const { name } = parameter;
      report({
        node: parameter,
        property: 'name',
        message: `Nothing reads the parameter "${name}", so that setting it changes nothing. Use it, or take it away.`,
        fixes: uses.isNamed(parameter) ? [] : [{ title: `Take "${name}" away`, edits: [removeItem(parameter)] }],
      });
    }
  },
};
