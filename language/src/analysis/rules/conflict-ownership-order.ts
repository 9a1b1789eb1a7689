/**
 * Finds contradictions between `destroyed after` and ownership: an entity must go first because another one owns,
 * contains or manages it, and last because the text says so. The policy decides which side is kept, or that it is an
 * error.
 */
import { defineRule } from './rule.ts';
import { conflictFaults } from './conflict-faults.ts';
import { quotedEntityName } from './declarations.ts';
import { t } from '../../model/common/translation.ts';

/** Finds each order that a teardown drops because ownership and `destroyed after` contradict each other. */
export const conflictOwnershipOrder = defineRule('conflict/ownership-order', (context) =>
  conflictFaults(
    context,
    ({ isAgainstOwnership }) => isAgainstOwnership,
    ({ first, then, side }, others) => {
      const [one, other] = [quotedEntityName(context, first), quotedEntityName(context, then)];
      const fault =
        side === 'dependency'
          ? t`${other} is declared to be destroyed after ${one}, but ownership requires it first`
          : t`${one} belongs to ${other} and would be destroyed before it, but "destroyed after" requires it last`;
      return t`${fault}: ${others}. Remove one side, or set "conflict" in a policy to choose which one is kept.`;
    },
  ),
);
