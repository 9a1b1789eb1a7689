/**
 * Finds transitions that are never taken: their guard is constantly false, an earlier one with the same trigger is
 * always taken first, the state is left at once, or every inner state handles the event itself.
 */
import type * as ast from '../generated/ast.ts';
import type { LanguageRule, LanguageFault } from './rule.ts';
import { truthOf } from './constants.ts';
import { isBuiltIn } from '../types/built-ins.ts';
import { textOf } from '../syntax/tree/places.ts';
import { isDone } from '../types/done-event.ts';
import { removeItem } from './fixes/edits.ts';
import {
  type EventNode,
  triggerOf,
  isUnguarded,
  leavesOf,
  type MachineShape,
  type DeclaredReactions,
  shapeOf,
  type ShapedState,
  takesAny,
} from './machine-shape.ts';
import { t } from '../../model/common/translation.ts';

/** Reports transitions that are never taken. */
export const transitionNeverTaken: LanguageRule = {
  code: 'transition/never-taken',
  certainty: 'declaration',
  run(tree, report) {
    for (const machine of tree.all('Machine')) {
      const shape = shapeOf(machine);
      for (const owner of [shape, ...shape.states]) {
        if ('state' in owner && owner.state.final) continue;
        for (const transition of owner.transitions) {
          const reason = reasonOf(shape, owner, transition);
          if (reason === undefined) continue;
          const { message, related } = reason;
          const fixes = [{ title: t`Remove this transition`, edits: [removeItem(transition)] }];
          report({
            node: transition,
            property: 'trigger',
            message,
            ...(related === undefined ? {} : { related }),
            fixes,
          });
        }
      }
    }
  },
};

type Reason = Pick<LanguageFault, 'message' | 'related'>;

function reasonOf(shape: MachineShape, owner: DeclaredReactions, transition: ast.Transition): Reason | undefined {
  if (truthOf(transition.guard) === false) {
    return { message: t`The guard of this transition is never true. Correct it, or remove the transition.` };
  }
  if (isNeverDone(owner, transition)) {
    return {
      message: t`No state within this one is final, so "done" never comes here. Mark the last one "final", or remove the transition.`,
    };
  }
  const earlier = earlierOne(owner, transition);
  if (earlier !== undefined) {
    return {
      message: t`This transition is never taken: an earlier one ${isUnguarded(earlier) ? t`takes every case` : t`has the same guard`}. Move it before that one, give that one another guard, or remove this one.`,
      related: [{ node: earlier, property: 'trigger', message: t`The earlier one.` }],
    };
  }
  if (transition.trigger.$type === 'AlwaysTrigger') return undefined;
  if (isState(owner) && owner.isLeftAtOnce) {
    return transition.trigger.$type === 'TimerTrigger' ? undefined : leftAtOnce(owner);
  }
  return shadowed(shape, owner, transition);
}

const isState = (owner: DeclaredReactions): owner is ShapedState => 'state' in owner;

/** Returns true for `on done` where no final state is directly within; a machine is over in its own. */
function isNeverDone(owner: DeclaredReactions, transition: ast.Transition): boolean {
  const event = triggerOf(transition);
  if (event === undefined || !isDone(event)) return false;
  return !isState(owner) || !owner.children.some(({ state }) => state.final);
}

function leftAtOnce({ state, around, transitions }: ShapedState): Reason {
  const leaving = [transitions, ...around.map((each) => each.transitions)]
    .flat()
    .find((each) => each.trigger.$type === 'AlwaysTrigger' && each.target !== undefined && isUnguarded(each));
  const related = leaving === undefined ? [] : [{ node: leaving, property: 'trigger', message: t`It is left here.` }];
  return {
    message: t`"always" leaves the state "${state.name}" at once, so it never takes an event. Guard the "always", or remove this transition.`,
    related,
  };
}

/** Returns an earlier transition in the same state with the same trigger that is taken whenever this one could be. */
function earlierOne({ transitions }: DeclaredReactions, transition: ast.Transition): ast.Transition | undefined {
  for (const each of transitions) {
    if (each === transition) return undefined;
    if (isSameTrigger(each, transition) && (isUnguarded(each) || hasSameGuard(each, transition))) return each;
  }
  return undefined;
}

function isSameTrigger(first: ast.Transition, second: ast.Transition): boolean {
  if (first.trigger.$type === 'AlwaysTrigger') return second.trigger.$type === 'AlwaysTrigger';
  if (takesAny(first)) return takesAny(second);
  const event = triggerOf(first);
  return event !== undefined && event === triggerOf(second);
}

function hasSameGuard(first: ast.Transition, second: ast.Transition): boolean {
  const [one, other] = [wordsOf(first), wordsOf(second)];
  return one !== undefined && one === other;
}

/** Returns the text of the guard with the names that it may use. */
function wordsOf({ guard, trigger }: ast.Transition): string | undefined {
  const text = guard && textOf(guard);
  if (text === undefined) return undefined;
  const names = trigger.$type === 'EventTrigger' ? trigger.parameters.map(({ name }) => name) : [];
  return `${names.join()}: ${text.replaceAll(/\s+/g, ' ')}`;
}

/** Returns the reason if every state in which the machine can be handles the event before this owner does. */
function shadowed(shape: MachineShape, owner: DeclaredReactions, transition: ast.Transition): Reason | undefined {
  const event = triggerOf(transition);
  if (event === undefined || isDone(event) || (isState(owner) && owner.children.length === 0)) return undefined;
  const leaves = leavesOf(shape).filter(
    (leaf) => !isEnd(leaf) && !leaf.isLeftAtOnce && (owner === shape || leaf.around.some((each) => each === owner)),
  );
  const takers = leaves.map((leaf) => takerBefore(leaf, owner, event));
  const [first] = takers;
  if (first === undefined || takers.includes(undefined)) return undefined;
  return {
    message: t`Every state within takes "${event.name}" itself, so this transition is never taken. Remove it, or one of those.`,
    related: [{ node: first, property: 'trigger', message: t`This one comes before it.` }],
  };
}

/** Returns true if a machine ends in a state: none of its own transitions applies there. */
const isEnd = ({ state, around }: ShapedState): boolean => state.final && around.length === 0;

function takerBefore(leaf: ShapedState, owner: DeclaredReactions, event: EventNode): ast.Transition | undefined {
  const inside = [leaf, ...leaf.around];
  const end = inside.findIndex((each) => each === owner);
  return inside
    .slice(0, end < 0 ? inside.length : end)
    .flatMap(({ transitions }) => transitions)
    .find((each) => (triggerOf(each) === event || (takesAny(each) && !isBuiltIn(event))) && isUnguarded(each));
}
