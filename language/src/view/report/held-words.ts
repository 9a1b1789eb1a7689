/**
 * The words for what holds up an end, the same on the command line, in reports and in the graph.
 */

/** Describes what holds up an entity, with names instead of ids. */
interface HeldUp {
  readonly finalizers: readonly string[];
  readonly waitsFor: readonly string[];
  readonly isDeadlocked: boolean;
  /** Operators that ended before they removed the finalizers. */
  readonly lostOperators?: readonly string[];
}

/** Returns what an entity that is to end waits for: `finalizers backup; waits for db; never ends: a deadlock`. */
export function heldWords({ finalizers, waitsFor, isDeadlocked, lostOperators = [] }: HeldUp): string {
  return [
    ...(finalizers.length === 0 ? [] : [`finalizers ${finalizers.join(', ')}`]),
    ...(waitsFor.length === 0 ? [] : [`waits for ${waitsFor.join(', ')}`]),
    ...(lostOperators.length === 0 ? [] : [`removed by ${lostOperators.join(', ')}, which ends before`]),
    ...(isDeadlocked ? ['never ends: a deadlock'] : []),
  ].join('; ');
}
