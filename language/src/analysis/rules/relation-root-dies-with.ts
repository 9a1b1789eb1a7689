/**
 * Finds root PDs that are to die or stop with something else. A root PD is never destroyed as a dependent, so the
 * relation has no effect.
 */
import { entityOf } from '../../model/model.ts';
import { defineRule } from './rule.ts';
import { declaredRelations, quotedEntityName } from './declarations.ts';
import { t } from '../../model/common/translation.ts';

/** Finds every `dies with` and `stops with` of a root PD. */
export const relationRootDiesWith = defineRule('relation/root-dies-with', (context) => {
  const { model, index } = context;
  const empty = (['dies with', 'stops with'] as const)
    .flatMap((kind) => index.all(kind))
    .filter(({ source }) => entityOf(model, source).kind === 'pd' && entityOf(model, source).root)
    .sort((a, b) => a.id - b.id);
  return declaredRelations(context, empty).map(({ first: { id, kind, source, target }, span }) => ({
    message:
      t`${quotedEntityName(context, source)} is a root PD, which survives the end of ${quotedEntityName(context, target)}: "${kind}" has no effect. ` +
      t`Remove the relation, or declare the PD without "root".`,
    span,
    remedies: () => [{ kind: 'unrelate', title: t`Remove this "${kind}"`, relations: [id] }],
  }));
});
