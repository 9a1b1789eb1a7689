/**
 * Finds histories that begin outside their state: what a history stands for is always in the state that it is in, and
 * directly so unless it is deep.
 */
import type { Fix } from '../../model/finding.ts';
import * as ast from '../generated/ast.ts';
import type { LanguageRule } from './rule.ts';
import { insertBefore } from './fixes/edits.ts';
import { t } from '../../model/common/translation.ts';

/** Reports histories whose first state is not in their own state. */
export const stateHistory: LanguageRule = {
  code: 'state/history',
  run(tree, report) {
    for (const history of tree.all('History')) {
      const { $container: state, name, target } = history;
      const first = target.ref;
      if (first === undefined || first.$container === state) continue;
      const isInside = isIn(first, state);
      if (isInside && history.deep) continue;
      const message = isInside
        ? t`The history "${name}" stands for a state directly in "${state.name}", and "${first.name}" is deeper. Write "deep history", or name a state directly in "${state.name}".`
        : t`The history "${name}" of "${state.name}" begins in "${first.name}", which is not in "${state.name}". Name a state in it.`;
      report({ node: history, property: 'target', message, fixes: isInside ? deepened(history) : [] });
    }
  },
};

const isIn = ({ $container: around }: ast.State, state: ast.State): boolean =>
  around === state || (ast.isState(around) && isIn(around, state));

const deepened = (history: ast.History): Fix[] =>
  history.persistent ? [] : [{ title: t`Make it deep`, edits: [insertBefore(history, 'deep ')], isPreferred: true }];
