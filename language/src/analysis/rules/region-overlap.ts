/**
 * Finds PDs in several regions (CDISP0835E; the source merges such regions): a reset of one undoes work that the other
 * has checkpointed.
 */
import { at, required } from '../../model/common/lookup.ts';
import type { Relation, RelationId } from '../../model/relation.ts';
import { entityOf, relationOf } from '../../model/model.ts';
import { type RuleContext, defineRule, relationPlace } from './rule.ts';
import { declaredRelations, quotedEntityName } from './declarations.ts';
import { isOperatorDriven } from './region-settings.ts';
import type { Remedy } from './remedy.ts';
import { t } from '../../model/common/translation.ts';

/** Finds PDs that a second region contains. */
export const regionOverlap = defineRule('region/overlap', (context) => {
  const firsts = new Map<Relation, Relation>();
  for (const relation of context.index.all('contains')) {
    const first = firstContaining(context, relation);
    if (first.source !== relation.source) firsts.set(relation, first);
  }
  return declaredRelations(context, [...firsts.keys()]).map(({ first: second, span }) => {
    const first = required(firsts.get(second));
    const [pd, one, other] = [second.target, first.source, second.source].map((id) => quotedEntityName(context, id));
    const driven = [first, second].some(({ source }) => isOperatorDriven(context, entityOf(context.model, source)));
    const why = driven ? t` An operator-driven region cannot share a PD with another region.` : '';
    return {
      message:
        t`${pd ?? ''} is in the regions ${one ?? ''} and ${other ?? ''}, so a reset of one undoes what the other has saved.${why} ` +
        t`Keep it in one of them, or merge the two regions.`,
      span,
      related: [relationPlace(context, first.id)],
      remedies: () => [second, first].flatMap((each) => remedies(context, each)),
    };
  });
});

function firstContaining({ index, model }: RuleContext, { target }: Relation): Relation {
  const { offsets, labels } = index.to('contains');
  let first = at(labels, at(offsets, target));
  for (let edge = at(offsets, target) + 1; edge < at(offsets, target + 1); edge++) {
    first = Math.min(first, at(labels, edge));
  }
  return relationOf(model, first);
}

/** Returns the remedy that removes the PD from a region with other members. */
function remedies(context: RuleContext, { id, source, target }: Relation): Remedy[] {
  const { offsets } = context.index.from('contains');
  if (at(offsets, source + 1) - at(offsets, source) < 2) return [];
  const relations: RelationId[] = [id];
  return [
    {
      kind: 'unrelate',
      title: t`Remove ${quotedEntityName(context, target)} from ${quotedEntityName(context, source)}`,
      relations,
    },
  ];
}
