/**
 * Finds orders that a teardown drops because relations of several kinds contradict each other, other than
 * ownership and `destroyed after`. Cycles of one kind of relation have rules of their own.
 */
import { defineRule } from './rule.ts';
import { conflictFaults } from './conflict-faults.ts';
import { quotedEntityName } from './declarations.ts';
import { t } from '../../model/common/translation.ts';

/** Finds each order dropped because of a cycle with maps, requests or nesting besides other orders. */
export const orderLeftOut = defineRule('order/left-out', (context) =>
  conflictFaults(
    context,
    ({ isAgainstOwnership }) => !isAgainstOwnership,
    ({ first, then, fact, isDecided }, others) => {
      const [one, other] = [quotedEntityName(context, first), quotedEntityName(context, then)];
      const choice = isDecided ? t`, or set "conflict" in a policy to choose which side is kept` : '';
      return (
        t`Because ${fact.text}, ${one} would be destroyed before ${other}, but other orders require the opposite: ${others}. ` +
        t`Remove one of these relations${choice}.`
      );
    },
  ),
);
