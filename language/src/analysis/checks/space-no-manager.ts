/**
 * Spaces that no PD manages (L3): nobody answers the requests for them, and no crash ends them.
 */
import { at } from '../../graph/digraph.ts';
import { defineCheck } from './check.ts';
import { declaredEntities, namedCopies } from './declarations.ts';

/** Finds spaces, present at the start, that no PD manages. */
export const spaceNoManager = defineCheck('space/no-manager', (context) => {
  const { offsets } = context.index.to('manages');
  const unmanaged = context.model.entities
    .filter(({ id, kind, absent }) => kind === 'space' && !absent && at(offsets, id) === at(offsets, id + 1))
    .map(({ id }) => id);
  return declaredEntities(context, unmanaged).map(({ first, count, span }) => ({
    message: `No PD manages the space ${namedCopies(context, first, count)}. Say "manages" in the PD that serves it.`,
    span,
  }));
});
