/**
 * Finds resources with another type label than their space (the second half of L1).
 */
import { at } from '../../model/common/lookup.ts';
import { entitySpan, entityOf } from '../../model/model.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { type RuleContext, defineRule } from './rule.ts';
import { declaredEntities, quotedEntityName, namedCopies } from './declarations.ts';
import { t } from '../../model/common/translation.ts';

/** Finds resources whose label differs from that of their space. */
export const resourceWrongType = defineRule('resource/wrong-type', (context) => {
  const wrong = context.model.entities
    .filter(({ id, kind }) => kind === 'resource' && differs(context, id))
    .map(({ id }) => id);
  return declaredEntities(context, wrong).map(({ first, count, span }) => {
    const space = at(context.index.spaceOf, first);
    const [type = '', spaceType = ''] = [first, space].map((id) => entityOf(context.model, id).type);
    return {
      message:
        t`The resource ${namedCopies(context, first, count)} is of type "${type}", but its space ` +
        t`${quotedEntityName(context, space)} serves "${spaceType}". Move it to a space of its type, or change one of the labels.`,
      span,
      related: [{ message: t`The space is of type "${spaceType}".`, span: entitySpan(context.sources, space) }],
    };
  });
});

function differs({ model, index }: RuleContext, resource: EntityId): boolean {
  const space = at(index.spaceOf, resource);
  if (space < 0) return false;
  const [own, around] = [entityOf(model, resource).type, entityOf(model, space).type];
  return own !== undefined && around !== undefined && own !== around;
}
