/**
 * Reads how an object asks to be deleted if the deletion names no mode: by a setting, or by one of two finalizers.
 * These finalizers hold nothing up: the deletion itself removes them.
 */
import type { DeletionMode } from '../../model/policy.ts';

const modeByFinalizer: ReadonlyMap<string, DeletionMode> = new Map([
  ['orphan', 'orphan'],
  ['foregroundDeletion', 'foreground'],
]);

const modes: readonly DeletionMode[] = ['orphan', 'foreground', 'background'];

/** Returns the mode given by the setting `deletion`, or else by the finalizers; orphaning has precedence. */
export function ownDeletionMode(setting: string | undefined, finalizers: readonly string[]): DeletionMode | undefined {
  const asked = finalizers.map((word) => modeByFinalizer.get(word));
  return modes.find((mode) => mode === setting) ?? modes.find((mode) => asked.includes(mode));
}

/** Returns true if a finalizer keeps its object from ending. */
export const holdsUp = (finalizer: string): boolean => !modeByFinalizer.has(finalizer);
