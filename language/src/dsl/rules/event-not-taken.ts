/**
 * Finds messages to a machine, and events that it raises, that it handles in no state, so that they are always dropped.
 */
import type { LanguageFault, LanguageRule } from './rule.ts';
import { isBuiltIn } from '../types/built-ins.ts';
import * as ast from '../generated/ast.ts';
import { receiverOf, runningMachine } from './event-sends.ts';
import { type EventNode, triggerOf, type MachineShape, shapeOf, takesAny } from './machine-shape.ts';
import { t } from '../../model/common/translation.ts';

/** Reports messages and raised events that their receiver always drops. */
export const eventNotTaken: LanguageRule = {
  code: 'event/not-taken',
  certainty: 'declaration',
  run(tree, report) {
    for (const send of [...tree.all('Send'), ...tree.all('Raise')]) {
      const event = send.event.ref;
      const machine = ast.isRaise(send) ? runningMachine(send) : receiverOf(send);
      if (event === undefined || machine === undefined || takes(shapeOf(machine), event)) continue;
      const other = [...knownEvents(shapeOf(machine))].find(({ name }) => name === event.name);
      report({
        node: send,
        property: 'event',
        message:
          other === undefined
            ? t`No state of "${machine.name}" takes "${event.name}", so it is always dropped. Add "on ${event.name}" to the machine, or send another event.`
            : t`"${machine.name}" takes another "${event.name}" than this, which is always dropped. Send the one that it takes, or rename one of the two.`,
        related: [
          { node: machine, property: 'name', message: t`The machine is declared here.` },
          ...(other === undefined ? [] : declarationsOf(event, other)),
        ],
      });
    }
  },
};

/** Returns where two events of one name are declared; those of the language itself are nowhere. */
function declarationsOf(sent: EventNode, taken: EventNode): NonNullable<LanguageFault['related']> {
  const places = [
    { node: sent, property: 'name', message: t`This one is sent.` },
    { node: taken, property: 'name', message: t`This one is taken.` },
  ];
  return places.filter(({ node }) => !isBuiltIn(node));
}

function takes(shape: MachineShape, event: EventNode): boolean {
  const any = [shape, ...shape.states].some(({ transitions }) => transitions.some(takesAny));
  return (any && !isBuiltIn(event)) || knownEvents(shape).has(event);
}

/** Returns the events that a machine handles, ignores or defers in some state. */
export function knownEvents(shape: MachineShape): ReadonlySet<EventNode> {
  const known = new Set<EventNode>();
  for (const { transitions, deferrals } of [shape, ...shape.states]) {
    for (const transition of transitions) {
      const event = triggerOf(transition);
      if (event !== undefined) known.add(event);
    }
    for (const { events } of deferrals) {
      for (const { event } of events) if (event.ref !== undefined) known.add(event.ref);
    }
  }
  return known;
}
