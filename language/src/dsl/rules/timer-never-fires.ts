/**
 * Finds timers that never fire: their state is left at once, or another timer leaves it first.
 */
import type * as ast from '../generated/ast.ts';
import type { LanguageRule, LanguageFault } from './rule.ts';
import { constantOf } from './constants.ts';
import { removeItem } from './fixes/edits.ts';
import { textOf } from '../syntax/places.ts';
import { isUnguarded, shapeOf, type ShapedState } from './machine-shape.ts';
import { t } from '../../model/translation.ts';

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
 * Returns a timer of this state, or of one around it and so armed no later, that leaves the state no later than this
 * one fires.
 */
function earlierTimer({ transitions, around }: ShapedState, transition: ast.Transition): ast.Transition | undefined {
  const own = transitions.slice(0, transitions.indexOf(transition));
  const later = transitions.slice(transitions.indexOf(transition) + 1);
  const outer = around.flatMap((each) => each.transitions);
  return (
    [...own.filter(leaves), ...outer].find((each) => leadsAway(each) && isBefore(each, transition, true)) ??
    later.filter(leaves).find((each) => leadsAway(each) && isBefore(each, transition, false))
  );
}

/** An internal transition stays in its own state. */
const leaves = ({ isInternal }: ast.Transition): boolean => !isInternal;

const leadsAway = (transition: ast.Transition): boolean => transition.target !== undefined && isUnguarded(transition);

/** Returns true if the first delay is less than the second, or equal if `orEqual`. */
function isBefore(first: ast.Transition, second: ast.Transition, orEqual: boolean): boolean {
  if (first.trigger.$type !== 'TimerTrigger' || second.trigger.$type !== 'TimerTrigger') return false;
  const [one, other] = [first.trigger.delay, second.trigger.delay];
  const [a, b] = [constantOf(one), constantOf(other)];
  if (a?.kind === 'duration' && b?.kind === 'duration') return a.value < b.value || (orEqual && a.value === b.value);
  return orEqual && textOf(one) !== undefined && textOf(one) === textOf(other) && isFixed(one);
}

/**
 * Returns true if a delay is a parameter, which never changes in a state: timers with the same text then wait equally
 * long.
 */
const isFixed = (delay: ast.Expression): boolean =>
  delay.$type === 'NameReference' && delay.target.ref?.$type === 'Parameter';
