/**
 * Finds parameters of machines that nothing reads, so that setting them has no effect. Parameters of events are not
 * checked: a sender may give more than each receiver needs.
 */
import * as ast from '../generated/ast.ts';
import type { LanguageRule } from './rule.ts';
import { removeItem } from './fixes/edits.ts';
import { usesIn } from './uses.ts';
import { t } from '../../model/common/translation.ts';

/** Reports machine parameters that nothing reads. */
export const parameterUnused: LanguageRule = {
  code: 'parameter/unused',
  looksAt: 'file',
  certainty: 'file',
  run(tree, report) {
    const uses = usesIn(tree);
    for (const parameter of tree.all('Parameter')) {
      // A parameter of a class is data of its instances.
      if (ast.isClass(parameter.$container)) continue;
      if (uses.isRead(parameter)) continue;
      const { name } = parameter;
      report({
        node: parameter,
        property: 'name',
        message: t`Nothing reads the parameter "${name}", so setting it changes nothing. Use it or remove it.`,
        fixes: uses.isNamed(parameter) ? [] : [{ title: t`Remove "${name}"`, edits: [removeItem(parameter)] }],
      });
    }
  },
};
