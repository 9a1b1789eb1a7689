/**
 * Writes transitions of machines in the language: their trigger, guard and target.
 */
import type { Machine, Transition } from '../model/machines/machine.ts';
import { printExpression, type WritePath } from '../model/machines/print-expression.ts';
import { itemAt } from '../model/common/lookup.ts';

/** Returns all transitions of a machine by their numbers in a run: those of the states in order, then its own. */
export function numberedTransitions({ states, transitions }: Machine): readonly Transition[] {
  return [...states.flatMap((state) => state.transitions), ...transitions];
}

/** Returns the trigger of a transition: `on Saved(by, n)`, `after deadline`, `always`. */
export function triggerText({ trigger }: Transition, path: WritePath): string {
  switch (trigger.kind) {
    case 'event':
      return `on ${trigger.event}${trigger.parameters.length === 0 ? '' : `(${trigger.parameters.join(', ')})`}`;
    case 'after':
      return `after ${ownNames(printExpression(trigger.delay, path))}`;
    case 'done':
      return 'on done';
    case 'any':
      return 'on *';
    case 'always':
      return 'always';
  }
}

/** Returns the condition of a transition, if it has one: `n == round`. */
export function guardText({ guard }: Transition, path: WritePath): string | undefined {
  return guard === undefined ? undefined : ownNames(printExpression(guard, path));
}

/** Returns a transition in one line: `on Saved(by, n) when n == round -> Checking`. */
export function transitionText(machine: Machine, transition: Transition, path: WritePath): string {
  const guard = guardText(transition, path);
  const { history } = transition;
  const to = transition.target === undefined ? undefined : itemAt(machine.states, transition.target);
  const { name } = machine.histories?.[history ?? -1] ?? to ?? {};
  const target = name === undefined ? '' : ` -> ${name}${transition.isInternal === true ? ' as internal' : ''}`;
  return `${triggerText(transition, path)}${guard === undefined ? '' : ` when ${guard}`}${target}`;
}

/** Removes `self.`, since a machine refers to its own names without it. */
const ownNames = (text: string): string => text.replaceAll('self.', '');
