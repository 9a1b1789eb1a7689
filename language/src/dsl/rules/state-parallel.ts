/**
 * Finds initial and final states directly in a parallel one: what is in a parallel state begins together, and each of
 * its states is a part of its own.
 */
import * as ast from '../generated/ast.ts';
import type { LanguageRule } from './rule.ts';
import { removeKeyword } from './fixes/edits.ts';
import { t } from '../../model/common/translation.ts';

/** Reports `initial` and `final` where a parallel state leaves no choice. */
export const stateParallel: LanguageRule = {
  code: 'state/parallel',
  run(tree, report) {
    for (const state of tree.all('State')) {
      const word = wrongWord(state);
      if (word === undefined) continue;
      const why =
        word === 'initial' ? t`begins together with the other states of` : t`is a part that runs independently in`;
      const edit = removeKeyword(state, word);
      report({
        node: state,
        property: 'name',
        message: t`The state "${state.name}" ${why} "${state.$container.name}", which is parallel. Remove "${word}".`,
        fixes: edit === undefined ? [] : [{ title: t`Remove "${word}"`, edits: [edit], isPreferred: true }],
      });
    }
  },
};

function wrongWord({ $container: around, initial, final }: ast.State): 'initial' | 'final' | undefined {
  if (!ast.isState(around) || !around.parallel) return undefined;
  return initial ? 'initial' : final ? 'final' : undefined;
}
