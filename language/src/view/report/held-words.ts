/**
 * The words for what holds up an end, the same on the command line, in reports and in the graph.
 */
import { t } from '../../model/common/translation.ts';

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
    ...(finalizers.length === 0 ? [] : [t`finalizers ${finalizers.join(', ')}`]),
    ...(waitsFor.length === 0 ? [] : [t`waits for ${waitsFor.join(', ')}`]),
    ...(lostOperators.length === 0 ? [] : [t`removed by ${lostOperators.join(', ')}, which ends before`]),
    ...(isDeadlocked ? [t`never ends: a deadlock`] : []),
  ].join('; ');
}
