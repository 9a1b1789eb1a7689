/**
 * Resources in no space (the first half of L1): nobody serves them, and no crash ends them.
 */
import { at } from '../../graph/digraph.ts';
import { defineCheck } from './check.ts';
import { declaredEntities, namedCopies } from './declarations.ts';

/** Finds resources that are nested in no space. */
export const resourceNoSpace = defineCheck('resource/no-space', (context) => {
  const loose = context.model.entities
    .filter(({ id, kind }) => kind === 'resource' && at(context.index.spaceOf, id) < 0)
    .map(({ id }) => id);
  return declaredEntities(context, loose).map(({ first, count, span }) => ({
    message:
      `The resource ${namedCopies(context, first, count)} is in no space. ` +
      `Declare it in the body of the space that it belongs to.`,
    span,
  }));
});
