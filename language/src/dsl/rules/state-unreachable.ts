/**
 * Finds states that no transition leads to. A state that only such a state leads to is not reported again.
 */
import type { AstNode } from 'langium';
import { oncePer } from '../../model/common/once-per.ts';
import type { LanguageRule } from './rule.ts';
import { removeItem } from './fixes/edits.ts';
import { type MachineShape, shapeOf, type ShapedState, targetOf } from './machine-shape.ts';
import type { TreeIndex } from '../names/tree-index.ts';
import { t } from '../../model/common/translation.ts';

/** Reports unreachable states. */
export const stateUnreachable: LanguageRule = {
  code: 'state/unreachable',
  looksAt: 'file',
  certainty: 'declaration',
  run(tree, report) {
    for (const machine of tree.all('Machine')) {
      const shape = shapeOf(machine);
      for (const unreached of firstUnreached(shape)) {
        const { state } = unreached;
        report({
          node: state,
          property: 'name',
          message: t`No transition leads to the state "${state.name}", so it is never entered. Add one, or remove the state.`,
          fixes:
            leadsOn(shape, unreached) || isNamedOutside(tree, unreached)
              ? []
              : [{ title: t`Remove "${state.name}"`, edits: [removeItem(state)] }],
        });
      }
    }
  },
};

/** Returns the states that can be entered; undefined if the initial state is ambiguous. */
export const reachedStates = oncePer(findReached);

function findReached(shape: MachineShape): ReadonlySet<ShapedState> | undefined {
  const levels = [
    shape.states.filter(({ around }) => around.length === 0),
    ...shape.states.map((each) => (each.state.parallel ? [] : each.children)),
  ];
  if (levels.some((level) => level.length > 0 && level.filter(({ state }) => state.initial).length !== 1))
    return undefined;
  const first = levels[0]?.find(({ state }) => state.initial);
  return first === undefined ? new Set() : reachFrom(shape, [first]);
}

/** Returns all states entered from these, directly and by transitions. */
function reachFrom(shape: MachineShape, starts: readonly ShapedState[]): Set<ShapedState> {
  const reached = new Set<ShapedState>();
  const pending: ShapedState[] = [];
  // A state entered for one inside it does not enter its initial state; entered itself, perhaps later, it does.
  const enteredItself = new Set<ShapedState>();
  const enter = (state: ShapedState | undefined): void => {
    if (state === undefined || enteredItself.has(state)) return;
    enteredItself.add(state);
    for (const each of [state, ...state.around]) {
      if (!reached.has(each)) {
        reached.add(each);
        pending.push(each);
        if (each.state.parallel) each.children.forEach(enter);
      }
    }
    enter(state.children.find((child) => child.state.initial));
  };
  starts.forEach(enter);
  for (const transition of shape.transitions) enter(shape.shapeOf(targetOf(transition)));
  for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
    for (const transition of state.transitions) enter(shape.shapeOf(targetOf(transition)));
  }
  return reached;
}

/** Returns the unreached states from which all the others can be reached, outer states for those in them. */
function firstUnreached(shape: MachineShape): ShapedState[] {
  const reached = reachedStates(shape);
  if (reached === undefined || reached.size === shape.states.length) return [];
  const outermost = shape.states.filter(
    (each) => !reached.has(each) && each.around.every((outer) => reached.has(outer)),
  );
  const led = new Set(outermost.flatMap((state) => ledFrom(shape, state, outermost)));
  const reported = new Set<ShapedState>();
  const found: ShapedState[] = [];
  // First those that nothing leads to, then the first of those that only lead to each other.
  for (const state of [...outermost.filter((each) => !led.has(each)), ...outermost]) {
    if (reported.has(state)) continue;
    found.push(state);
    for (const each of reachFrom({ ...shape, transitions: [] }, withInner(state))) reported.add(each);
  }
  return found;
}

/** Returns the other outermost states to which transitions lead from a state or those in it. */
function ledFrom(shape: MachineShape, state: ShapedState, outermost: readonly ShapedState[]): ShapedState[] {
  const targets = withInner(state).flatMap((each) => each.transitions.map(targetOf));
  const reached = targets.flatMap((target) => {
    const to = shape.shapeOf(target);
    return to === undefined ? [] : [to, ...to.around];
  });
  return outermost.filter((each) => each !== state && reached.includes(each));
}

const withInner = (state: ShapedState): ShapedState[] => [state, ...state.children.flatMap(withInner)];

/** Returns true if an unreachable state leads to another one, which would be reported next. */
function leadsOn(shape: MachineShape, state: ShapedState): boolean {
  const own = new Set(withInner(state));
  const reached = reachedStates(shape);
  return [...reachFrom({ ...shape, transitions: [] }, [...own])].some(
    (each) => !own.has(each) && reached?.has(each) !== true,
  );
}

/** Returns true if something outside a state names it or one in it. */
function isNamedOutside(tree: TreeIndex, shape: ShapedState): boolean {
  const inner = new Set<unknown>(withInner(shape).map(({ state }) => state));
  return tree.uses.some(({ node, reference }) => inner.has(reference.ref) && !isIn(node, inner));
}

function isIn(node: AstNode, states: ReadonlySet<unknown>): boolean {
  for (let around: AstNode | undefined = node; around !== undefined; around = around.$container) {
    if (states.has(around)) return true;
  }
  return false;
}
