/**
 * Finds states that silently drop an event: the machine handles it elsewhere, so it can arrive, and this state neither
 * handles, defers nor ignores it. Final states and those that are left at once are exempt.
 */
import type { Fix } from '../../model/finding.ts';
import { isBuiltIn } from '../types/built-ins.ts';
import type * as ast from '../generated/ast.ts';
import type { LanguageRule } from './rule.ts';
import { knownEvents } from './event-not-taken.ts';
import { addMembers } from './fixes/add-member.ts';
import {
  type EventNode,
  triggerOf,
  leavesOf,
  type MachineShape,
  reactionsIn,
  shapeOf,
  type ShapedState,
  takesAny,
} from './machine-shape.ts';
import { reachedStates } from './state-unreachable.ts';
import { itemAt } from '../../model/common/lookup.ts';
import { t } from '../../model/common/translation.ts';
import { wordList } from '../../model/common/word-list.ts';

/** Reports states that silently drop an event. */
export const eventUnhandled: LanguageRule = {
  code: 'event/unhandled',
  certainty: 'declaration',
  run(tree, report) {
    for (const machine of tree.all('Machine')) {
      const shape = shapeOf(machine);
      const known = [...knownEvents(shape)].filter(canComeAtAnyTime);
      if (known.length === 0) continue;
      const reached = reachedStates(shape);
      for (const leaf of leavesOf(shape)) {
        if (leaf.isLeftAtOnce || isFinal(leaf) || reached?.has(leaf) !== true) continue;
        const missing = known.filter((event) => !isHandled(shape, leaf, event));
        if (missing.length === 0) continue;
        report({
          node: leaf.state,
          property: 'name',
          message: t`The state "${leaf.state.name}" neither takes, defers nor ignores ${listed(missing)}, so it is dropped there. Add "on ${itemAt(missing, 0).name}" to ignore it or "defer ${itemAt(missing, 0).name}" to keep it.`,
          related: whereTaken(shape, missing[0]),
          fixes: fixesOf(leaf.state, missing),
        });
      }
    }
  },
};

/** Returns false for `restarted`, which comes in the initial state, and `done`, which comes from within a state. */
const canComeAtAnyTime = (event: EventNode): boolean =>
  !(isBuiltIn(event) && (event.name === 'restarted' || event.name === 'done'));

const isFinal = ({ state, around }: ShapedState): boolean => state.final || around.some((each) => each.state.final);

function isHandled(shape: MachineShape, leaf: ShapedState, event: EventNode): boolean {
  const beside = leaf.around
    .filter(({ state }) => state.parallel)
    .flatMap((parallel) => shape.states.filter(({ around }) => around.includes(parallel)));
  return [...reactionsIn(shape, leaf), ...beside].some(
    ({ transitions, deferrals }) =>
      transitions.some((each) => triggerOf(each) === event || (takesAny(each) && !isBuiltIn(event))) ||
      deferrals.some(({ events }) => events.some((each) => each.event.ref === event)),
  );
}

function whereTaken(shape: MachineShape, event: EventNode | undefined) {
  const taking = shape.states.flatMap(({ transitions }) => transitions).find((each) => triggerOf(each) === event);
  return taking === undefined ? [] : [{ node: taking, property: 'trigger', message: t`It is taken here.` }];
}

function fixesOf(state: ast.State, missing: readonly EventNode[]): Fix[] {
  const names = missing.map(({ name }) => name);
  return [
    {
      title: t`Ignore ${listed(missing)} in "${state.name}"`,
      edits: [
        addMembers(
          state,
          names.map((name) => `on ${name}`),
        ),
      ],
    },
    {
      title: t`Defer ${listed(missing)} in "${state.name}"`,
      edits: [addMembers(state, [`defer ${names.join(', ')}`])],
    },
  ];
}

function listed(events: readonly EventNode[]): string {
  return wordList(events.map(({ name }) => `"${name}"`));
}
