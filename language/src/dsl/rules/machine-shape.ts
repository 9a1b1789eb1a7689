/**
 * The shape of a machine as its rules see it: the nesting of states, the reactions in each, and the states that are
 * left as soon as they are entered. Computed once for each machine of a tree.
 */
import { oncePer } from '../../model/common/once-per.ts';
import type * as ast from '../generated/ast.ts';
import { isDeferral, isHistory, isState, isTransition } from '../generated/ast.ts';
import { truthOf } from './constants.ts';

/** The reactions in a state or, for the machine itself, in all states. */
export interface DeclaredReactions {
  readonly transitions: readonly ast.Transition[];
  readonly deferrals: readonly ast.Deferral[];
}

/** A state with the states around it and in it. */
export interface ShapedState extends DeclaredReactions {
  readonly state: ast.State;
  /** Innermost first. */
  readonly around: readonly ShapedState[];
  readonly children: readonly ShapedState[];
  /**
   * True if an unguarded `always` leads out of it, or out of a state around it: a choice state that is never observed.
   */
  readonly isLeftAtOnce: boolean;
}

/** The shape of a machine. */
export interface MachineShape extends DeclaredReactions {
  readonly machine: ast.Machine;
  /** In document order. */
  readonly states: readonly ShapedState[];
  readonly shapeOf: (state: ast.State | undefined) => ShapedState | undefined;
}

/** Returns the shape of a machine. Cost: O(its text). */
export const shapeOf = oncePer(buildShape);

/** Returns true if nothing can prevent a transition once its trigger has occurred. */
export const isUnguarded = ({ guard }: ast.Transition): boolean => truthOf(guard) === true;

/** Returns the state that a transition leads to, of a history the first one; undefined for an internal one. */
export function targetOf({ target }: ast.Transition): ast.State | undefined {
  const to = target?.ref;
  return isHistory(to) ? to.target.ref : to;
}

/** An event declared in a file, or a built-in one. */
export type EventNode = ast.Event | ast.BuiltIn;

/** Returns the event that triggers a transition; undefined for one on any event. */
export function triggerOf({ trigger }: ast.Transition): EventNode | undefined {
  return trigger.$type === 'EventTrigger' ? trigger.event.ref : undefined;
}

/** Returns true if a transition takes any event that nothing else in its state takes. */
export const takesAny = ({ trigger }: ast.Transition): boolean => trigger.$type === 'AnyTrigger';

/** Returns the reactions that apply in a state: its own, those of the states around it, and those of the machine. */
export const reactionsIn = (shape: MachineShape, state: ShapedState): readonly DeclaredReactions[] => [
  state,
  ...state.around,
  shape,
];

/** Returns the states without inner states: a machine is always in one of them, and in several at once in a parallel one. */
export const leavesOf = ({ states }: Pick<MachineShape, 'states'>): readonly ShapedState[] =>
  states.filter(({ children }) => children.length === 0);

/** Returns true if other states are active together with a state. */
export const hasOthersBeside = ({ around }: ShapedState): boolean => around.some(({ state }) => state.parallel);

function buildShape(machine: ast.Machine): MachineShape {
  const states: ShapedState[] = [];
  const byState = new Map<ast.State, ShapedState>();
  const visit = (state: ast.State, around: readonly ShapedState[]): ShapedState => {
    const children: ShapedState[] = [];
    const own = reactionsOf(state.members);
    const isLeftAtOnce = own.transitions.some(leavesAtOnce) || (around[0]?.isLeftAtOnce ?? false);
    const shape: ShapedState = { state, around, children, ...own, isLeftAtOnce };
    states.push(shape);
    byState.set(state, shape);
    for (const member of state.members) if (isState(member)) children.push(visit(member, [shape, ...around]));
    return shape;
  };
  for (const member of machine.members) if (isState(member)) visit(member, []);
  const shapeFor = (state: ast.State | undefined) => (state === undefined ? undefined : byState.get(state));
  return { machine, states, shapeOf: shapeFor, ...reactionsOf(machine.members) };
}

function reactionsOf(members: readonly (ast.MachineMember | ast.StateMember)[]): DeclaredReactions {
  return { transitions: members.filter(isTransition), deferrals: members.filter(isDeferral) };
}

const leavesAtOnce = (transition: ast.Transition): boolean =>
  transition.trigger.$type === 'AlwaysTrigger' && transition.target !== undefined && isUnguarded(transition);
