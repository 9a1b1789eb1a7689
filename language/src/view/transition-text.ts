/**
 * Transitions of machines in words of the language: what has to happen, under which condition, and where it
 * leads.
 */
import type { Machine, Transition } from '../model/machine.ts';
import type { WritePath } from '../model/print-expression.ts';
import { printExpression } from '../model/print-expression.ts';

/** Returns all transitions of a machine by their numbers in a run: those of the states in order, then its own. */
export function numberedTransitions({ states, transitions }: Machine): readonly Transition[] {
  return [...states.flatMap((state) => state.transitions), ...transitions];
}

/** Returns what a transition waits for: `on Saved(by, n)`, `after deadline`, `always`. */
export function triggerText({ trigger }: Transition, path: WritePath): string {
  switch (trigger.kind) {
    case 'event':
      return `on ${trigger.event}${trigger.parameters.length === 0 ? '' : `(${trigger.parameters.join(', ')})`}`;
    case 'after':
      return `after ${ownNames(printExpression(trigger.delay, path))}`;
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
  const target = transition.target === undefined ? '' : ` -> ${machine.states[transition.target]?.name ?? ''}`;
  return `${triggerText(transition, path)}${guard === undefined ? '' : ` when ${guard}`}${target}`;
}

/** What a machine calls by its name alone is written so. */
const ownNames = (text: string): string => text.replaceAll('self.', '');
