/**
 * Finds spaces that no PD manages (L3): no PD answers requests for them, and no crash ends them.
 */
import { at } from '../../model/common/lookup.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { type RuleContext, defineRule } from './rule.ts';
import { declaredEntities, quotedEntityName, namedCopies } from './declarations.ts';
import { holdersOfAll } from './holders.ts';
import type { Remedy } from './remedy.ts';
import { t } from '../../model/common/translation.ts';

/** Finds spaces, present at the start, that no PD manages. */
export const spaceNoManager = defineRule('space/no-manager', (context) => {
  const { offsets } = context.index.to('manages');
  const unmanaged = context.model.entities
    .filter(({ id, kind, absent }) => kind === 'space' && !absent && at(offsets, id) === at(offsets, id + 1))
    .map(({ id }) => id);
  return declaredEntities(context, unmanaged).map(({ first, count, span }) => ({
    message: t`No PD manages the space ${namedCopies(context, first, count)}. Add "manages" to the PD that serves it.`,
    span,
    remedies: () => remedies(context, first, count),
  }));
});

/** Returns the remedies: a PD that already holds the whole space manages it, or a new one does. */
function remedies(context: RuleContext, space: EntityId, count: number): Remedy[] {
  const areAllCopies = count > 1;
  const holders = holdersOfAll(context, space).slice(0, 3);
  const managers = holders.map((subject): Remedy => {
    const title = t`Let ${quotedEntityName(context, subject)} manage ${namedCopies(context, space, count)}`;
    return { kind: 'relate', title, subject, relation: 'manages', targets: [space], areAllCopies };
  });
  const title = t`Declare a PD that manages ${namedCopies(context, space, count)}`;
  return [...managers, { kind: 'serve', title, space, areAllCopies }];
}
