/**
 * How an object says itself that it is to be deleted, where a deletion does not: by a setting, or by one
 * of two finalizers. These hold nothing up: whoever carries out the deletion takes them away.
 */
import type { Policy } from '../../model/policy.ts';

type DeletionMode = Policy['deletion'];

const modeByFinalizer: ReadonlyMap<string, DeletionMode> = new Map([
  ['orphan', 'orphan'],
  ['foregroundDeletion', 'foreground'],
]);

const modes: readonly DeletionMode[] = ['orphan', 'foreground', 'background'];

/** Returns the mode that an object asks for by its setting `deletion`, or else by its finalizers; orphaning goes first. */
export function ownDeletionMode(setting: string | undefined, finalizers: readonly string[]): DeletionMode | undefined {
  const asked = finalizers.map((word) => modeByFinalizer.get(word));
  return modes.find((mode) => mode === setting) ?? modes.find((mode) => asked.includes(mode));
}

/** Whether a finalizer keeps its object from ending. */
export const holdsUp = (finalizer: string): boolean => !modeByFinalizer.has(finalizer);
