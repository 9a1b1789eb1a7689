/**
 * Finds root PDs that are to die with another PD. A root PD is never destroyed as a dependent, so the relation has no
 * effect.
 */
import { entityOf } from '../facts/relation-index.ts';
import { defineCheck } from './check.ts';
import { declaredRelations, nameOf } from './declarations.ts';

/** Finds every `dies with` of a root PD. */
export const relationRootDiesWith = defineCheck('relation/root-dies-with', (context) => {
  const { model, index } = context;
  const empty = index.all('dies with').filter(({ source }) => entityOf(model, source).root);
  return declaredRelations(context, empty).map(({ first: { id, source, target }, span }) => ({
    message:
      `${nameOf(context, source)} is a root PD, which survives the end of ${nameOf(context, target)}: "dies with" has no effect. ` +
      'Take the relation away, or declare the PD without "root".',
    span,
    remedies: [{ kind: 'unrelate', title: 'Take away this "dies with"', relations: [id] }],
  }));
});
