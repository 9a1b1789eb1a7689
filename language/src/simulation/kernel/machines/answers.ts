/** The reactions of a state to an event: those that name it, and those to any event. */
import { required } from '../../../model/common/lookup.ts';
import type { Reactions, MachineProgram, StateProgram } from '../run.ts';

/** The key of any event that a state does not name; no event has such a name. */
export const anyEvent = '\n*';

/** Returns the key of the event that a state takes once a final state within it has been entered. */
export const doneIn = (state: number): string => `\ndone ${state}`;

/** Returns the reactions of a state to an event; a built-in one is taken only by its name. */
export function answersTo(state: Pick<StateProgram, 'answers'> | undefined, event: string): readonly Reactions[] {
  const named = state?.answers.get(event);
  if (named !== undefined || isBuiltInEvent(event)) return named ?? [];
  return state?.answers.get(anyEvent) ?? [];
}

const builtInEvents: ReadonlySet<string> = new Set(['restarted', 'freed', 'lost']);

/** Returns true for the name or key of an event that no machine sends. */
export const isBuiltInEvent = (event: string): boolean => builtInEvents.has(event) || event.startsWith('\n');

/** Returns true if entering a state raises an event: a final one in a state that takes `done`, or in a parallel one. */
export function raisesDone({ states }: Pick<MachineProgram, 'states'>, entered: number): boolean {
  const { final, path } = required(states[entered]);
  return final && path.slice(1, 3).some((around) => states[around]?.done !== undefined);
}
