/**
 * Finds timers that never fire: their state is left at once, or another timer leaves it first.
 */
import type * as ast from '../generated/ast.ts';
import type { LanguageRule, LanguageFault } from './rule.ts';
import { constantOf } from './constants.ts';
import { removeItem } from './fixes/edits.ts';
import { isUnguarded, shapeOf, type ShapedState } from './machine-shape.ts';
import { t } from '../../model/common/translation.ts';

/** Reports timers that never fire. */
export const timerNeverFires: LanguageRule = {
  code: 'timer/never-fires',
  certainty: 'declaration',
  run(tree, report) {
    for (const machine of tree.all('Machine')) {
      for (const shape of shapeOf(machine).states) {
        if (shape.state.final) continue;
        for (const transition of shape.transitions) {
          const reason = reasonOf(shape, transition);
          if (reason === undefined) continue;
          const fixes = [{ title: t`Remove this timer`, edits: [removeItem(transition)] }];
          report({ node: transition, property: 'trigger', ...reason, fixes });
        }
      }
    }
  },
};

type Reason = Pick<LanguageFault, 'message' | 'related'>;

function reasonOf(shape: ShapedState, transition: ast.Transition): Reason | undefined {
  const { trigger } = transition;
  if (trigger.$type !== 'TimerTrigger') return undefined;
  if (shape.isLeftAtOnce) {
    return {
      message: t`"always" leaves the state "${shape.state.name}" at once, so this timer never fires. Guard the "always", or remove the timer.`,
    };
  }
  const earlier = earlierTimer(shape, transition);
  if (earlier === undefined) return undefined;
  return {
    message: t`Another timer leaves this state before this one can fire. Make this one shorter, guard the other one, or remove one of them.`,
    related: [{ node: earlier, property: 'trigger', message: t`This one fires first.` }],
  };
}

/**
 * Returns a timer of this state, or of one around it and so armed no later, that leaves the state before this one fires.
 * Of two that are due at the same time, either may fire.
 */
function earlierTimer({ transitions, around }: ShapedState, transition: ast.Transition): ast.Transition | undefined {
  const outer = around.flatMap((each) => each.transitions);
  return [...transitions, ...outer].find((each) => leadsAway(each) && isBefore(each, transition));
}

/** Returns true if a transition leaves its own state: an internal one may leave one within, but only once. */
const leadsAway = (transition: ast.Transition): boolean =>
  transition.target !== undefined && !transition.isInternal && isUnguarded(transition);

function isBefore(first: ast.Transition, second: ast.Transition): boolean {
  if (first.trigger.$type !== 'TimerTrigger' || second.trigger.$type !== 'TimerTrigger') return false;
  const [a, b] = [constantOf(first.trigger.delay), constantOf(second.trigger.delay)];
  return a?.kind === 'duration' && b?.kind === 'duration' && a.value < b.value;
}
