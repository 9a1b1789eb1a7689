/**
 * Finds spaces that map to more than one other space (L11). Optional: one source forbids it, others use it.
 */
import { at } from '../../model/common/lookup.ts';
import { defineRule, relationPlace } from './rule.ts';
import { declaredEntities, namedCopies } from './declarations.ts';
import { t } from '../../model/common/translation.ts';

/** Finds spaces that map to several others. */
export const spaceSeveralMaps = defineRule(
  'space/several-maps',
  (context) => {
    const { offsets, targets, labels } = context.index.from('maps');
    const edgesOf = (id: number): [number, number] => [at(offsets, id), at(offsets, id + 1)];
    const spread = context.model.entities
      .filter(({ id, kind }) => kind === 'space' && new Set(targets.subarray(...edgesOf(id))).size > 1)
      .map(({ id }) => id);
    return declaredEntities(context, spread).map(({ first, count, span }) => ({
      message:
        t`The space ${namedCopies(context, first, count)} maps to more than one space. ` +
        t`Split it into one space for each that it is built from, or turn this rule off.`,
      span,
      related: [...labels.subarray(...edgesOf(first))].map((relation) => relationPlace(context, relation)),
    }));
  },
  { isOptional: true },
);
