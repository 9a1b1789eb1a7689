/**
 * Finds machines and states whose inner states have no initial one, or several, so that they could not start.
 */
import type { Fix } from '../../model/finding.ts';
import * as ast from '../generated/ast.ts';
import type { LanguageRule, ReportFault } from './rule.ts';
import { insertBefore, removeKeyword } from './fixes/edits.ts';
import { type MachineShape, shapeOf, targetOf } from './machine-shape.ts';
import { machineAround } from '../types/typing.ts';
import { t } from '../../model/common/translation.ts';

/** Reports a missing or repeated initial state. */
export const machineInitialState: LanguageRule = {
  code: 'machine/initial-state',
  run(tree, report) {
    for (const machine of tree.all('Machine')) checkLevel(machine, report);
    for (const state of tree.all('State')) if (!state.parallel) checkLevel(state, report);
  },
};

function checkLevel(node: ast.Machine | ast.State, report: ReportFault): void {
  const members: readonly ast.MachineMember[] | readonly ast.StateMember[] = node.members;
  const states = members.filter(ast.isState);
  const [first, second] = states.filter(({ initial }) => initial);
  const what = `${ast.isMachine(node) ? 'machine' : 'state'} "${node.name}"`;
  if (states.length > 0 && first === undefined) {
    report({
      node,
      property: 'name',
      message: t`The ${what} has no initial state. Write "initial" before the state in which it begins.`,
      fixes: possibleBeginnings(node, states).slice(0, 5).map(beginIn),
    });
  } else if (second !== undefined && first !== undefined) {
    report({
      node: second,
      property: 'name',
      message: t`The ${what} already has an initial state, "${first.name}". Remove one "initial".`,
      related: [{ node: first, property: 'name', message: t`The first one is here.` }],
      fixes: [first, second].flatMap((kept) => (states.filter(isInitial).length === 2 ? keepOnly(kept, states) : [])),
    });
  }
}

/** Returns the states from which all others can be entered; if there is none, the first state. */
function possibleBeginnings(node: ast.Machine | ast.State, states: readonly ast.State[]): readonly ast.State[] {
  const machine = ast.isMachine(node) ? node : machineAround(node);
  if (machine === undefined) return [];
  const shape = shapeOf(machine);
  const led = (from: ast.State): ReadonlySet<ast.State> => {
    const found = new Set([from]);
    for (const state of found) for (const next of targetsIn(shape, state)) if (states.includes(next)) found.add(next);
    return found;
  };
  const possible = states.filter((state) => led(state).size === states.length);
  return possible.length > 0 ? possible : states.slice(0, 1);
}

/**
 * Returns the targets of the transitions from a state, from those in it and from the machine itself, with the states
 * around them.
 */
function targetsIn(shape: MachineShape, state: ast.State): ast.State[] {
  const inner = shape.states.filter(
    (each) => each.state === state || each.around.some((outer) => outer.state === state),
  );
  const transitions = [shape, ...inner].flatMap((each) => each.transitions);
  return transitions.flatMap((transition) => {
    const target = shape.shapeOf(targetOf(transition));
    return target === undefined ? [] : [target.state, ...target.around.map((outer) => outer.state)];
  });
}

const isInitial = ({ initial }: ast.State): boolean => initial;

const beginIn = (state: ast.State): Fix => ({
  title: t`Begin in "${state.name}"`,
  edits: [insertBefore(state, 'initial ')],
});

function keepOnly(kept: ast.State, states: readonly ast.State[]): Fix[] {
  const edits = states
    .filter((state) => isInitial(state) && state !== kept)
    .flatMap((state) => removeKeyword(state, 'initial') ?? []);
  return [{ title: t`Begin in "${kept.name}" only`, edits }];
}
