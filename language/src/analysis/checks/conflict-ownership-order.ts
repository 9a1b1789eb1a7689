/**
 * Finds contradictions between `destroyed after` and ownership: an entity must go first because another one owns,
 * contains or manages it, and last because the text says so. The policy decides which side is kept, or that it is an
 * error.
 */
import { defineCheck } from './check.ts';
import { conflictFaults } from './conflict-faults.ts';
import { nameOf } from './declarations.ts';

/** Finds each order left out of a teardown because ownership and `destroyed after` contradict each other. */
export const conflictOwnershipOrder = defineCheck('conflict/ownership-order', (context) =>
  conflictFaults(
    context,
    ({ isAgainstOwnership }) => isAgainstOwnership,
    ({ first, then, side }, others) => {
      const [one, other] = [nameOf(context, first), nameOf(context, then)];
      const fault =
        side === 'dependency'
          ? `${other} is to be destroyed after ${one}, but ownership wants it first`
          : `${one} belongs to ${other} and would go before it, but "destroyed after" wants it last`;
      return `${fault}: ${others}. Take away one side, or choose with "conflict" in a policy which one is kept.`;
    },
  ),
);
