/**
 * Finds states that are entered, never left, and not marked final. A state that reacts without leaving may be where a
 * machine stays; one without any reaction should say `final`.
 */
import type { Fix } from '../../model/finding.ts';
import * as ast from '../generated/ast.ts';
import type { LanguageRule } from './rule.ts';
import { insertBefore, removeItem } from './fixes/edits.ts';
import {
  hasOthersBeside,
  leavesOf,
  type MachineShape,
  reactionsIn,
  shapeOf,
  type ShapedState,
  targetOf,
} from './machine-shape.ts';
import { reachedStates } from './state-unreachable.ts';
import { t } from '../../model/common/translation.ts';

/** Reports states without a way out. */
export const stateNoWayOut: LanguageRule = {
  code: 'state/no-way-out',
  certainty: 'declaration',
  run(tree, report) {
    for (const machine of tree.all('Machine')) {
      const shape = shapeOf(machine);
      // A machine with one state has nowhere to go.
      if (leavesOf(shape).length < 2) continue;
      const reached = reachedStates(shape);
      for (const leaf of leavesOf(shape)) {
        // Beside others, a state may well be where its part of the machine stays.
        if (reached?.has(leaf) !== true || isFinal(leaf) || hasOthersBeside(leaf) || !isStuck(shape, leaf)) continue;
        const { name } = leaf.state;
        report({
          node: leaf.state,
          property: 'name',
          message: t`Once in the state "${name}", "${machine.name}" stays there forever and does nothing more. Add a transition out of it, or mark it "final" if that is intended.`,
          fixes: markFinal(leaf.state),
        });
      }
    }
  },
};

const isFinal = ({ state, around }: ShapedState): boolean => state.final || around.some((each) => each.state.final);

function isStuck(shape: MachineShape, leaf: ShapedState): boolean {
  return reactionsIn(shape, leaf).every((reactions) =>
    reactions.transitions.every((transition) => {
      const target = shape.shapeOf(targetOf(transition));
      if (doesSomething(transition)) return false;
      return target === undefined || (entered(target) === leaf && reactions === leaf && !actsAgain(leaf));
    }),
  );
}

/** Returns the state in which a machine is after a transition to a state. */
function entered(state: ShapedState): ShapedState {
  const inner = state.children.find((child) => child.state.initial);
  return inner === undefined ? state : entered(inner);
}

/** Returns true if something is done each time a state is left and entered again. */
const actsAgain = ({ state, around }: ShapedState): boolean =>
  [state, ...around.map((each) => each.state)].some(({ members }) =>
    members.some((member) => (ast.isEnterBlock(member) || ast.isLeaveBlock(member)) && member.block.steps.length > 0),
  );

const doesSomething = ({ block }: ast.Transition): boolean => (block?.steps.length ?? 0) > 0;

/**
 * Returns the fix that marks a state as final and removes members that only ignore or defer events: a final state
 * handles none.
 */
function markFinal(state: ast.State): Fix[] {
  if (state.initial) return [];
  const others = state.members.filter((member) => !ast.isEnterBlock(member));
  if (!others.every((member) => ast.isTransition(member) || ast.isDeferral(member))) return [];
  const edits = [insertBefore(state, 'final '), ...others.map(removeItem)];
  return [{ title: t`Mark "${state.name}" as final`, edits, isPreferred: true }];
}
