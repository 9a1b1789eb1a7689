/**
 * Final states in which something could happen: `final` says that a machine stays there and takes no event.
 */
import type { Fix } from '../../model/finding.ts';
import * as ast from '../generated/ast.ts';
import type { LanguageCheck } from './check.ts';
import { removeItem, removeKeyword } from './fixes/edits.ts';

export const stateFinal: LanguageCheck = {
  code: 'state/final',
  run(tree, report) {
    for (const state of tree.all('State')) {
      if (!state.final) continue;
      const [first] = state.members.filter((member) => !ast.isEnterBlock(member));
      if (first === undefined) continue;
      report({
        node: state,
        property: 'name',
        message: `The state "${state.name}" is final, so that it is never left and takes no events. Leave out "final", or what could happen in it.`,
        related: [{ node: first, message: 'This never happens.' }],
        fixes: fixesOf(state),
      });
    }
  },
};

function fixesOf(state: ast.State): Fix[] {
  const edit = removeKeyword(state, 'final');
  const surplus = state.members.filter((member) => !ast.isEnterBlock(member));
  const leadsOn = state.members.some((member) => ast.isTransition(member) && member.target !== undefined);
  const drop: Fix[] = edit === undefined || !leadsOn ? [] : [{ title: 'Leave out "final"', edits: [edit] }];
  return surplus.length > 1
    ? drop
    : [...drop, { title: 'Take this away from the final state', edits: surplus.map(removeItem) }];
}
