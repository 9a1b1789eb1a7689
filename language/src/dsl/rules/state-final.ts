/**
 * Finds final states with reactions: `final` means that no event is handled there, and that only a state around it has
 * transitions.
 */
import type { Fix } from '../../model/finding.ts';
import * as ast from '../generated/ast.ts';
import type { LanguageRule } from './rule.ts';
import { removeItem, removeKeyword } from './fixes/edits.ts';
import { t } from '../../model/common/translation.ts';

/** Reports reactions in final states. */
export const stateFinal: LanguageRule = {
  code: 'state/final',
  run(tree, report) {
    for (const state of tree.all('State')) {
      if (!state.final) continue;
      const surplus = surplusIn(state);
      const [first] = surplus;
      if (first === undefined) continue;
      const why = isInner(state)
        ? t`takes no events itself, and is left only by the states around it`
        : t`is never left and takes no events`;
      report({
        node: state,
        property: 'name',
        message: t`The state "${state.name}" is final, so it ${why}. Remove "final", or remove what could happen in it.`,
        related: [{ node: first, message: t`This never happens.` }],
        fixes: fixesOf(state, surplus),
      });
    }
  },
};

/** Returns true if a state is in another one, which may still be left, and the final state with it. */
const isInner = (state: ast.State): boolean => ast.isState(state.$container);

/** Returns all members that can never take effect in a final state. */
const surplusIn = (state: ast.State): ast.StateMember[] =>
  state.members.filter((member) => !ast.isEnterBlock(member) && !(isInner(state) && ast.isLeaveBlock(member)));

function fixesOf(state: ast.State, surplus: readonly ast.StateMember[]): Fix[] {
  const edit = removeKeyword(state, 'final');
  const leadsOn = state.members.some((member) => ast.isTransition(member) && member.target !== undefined);
  const drop: Fix[] = edit === undefined || !leadsOn ? [] : [{ title: t`Remove "final"`, edits: [edit] }];
  return surplus.length > 1
    ? drop
    : [...drop, { title: t`Remove this from the final state`, edits: surplus.map(removeItem) }];
}
