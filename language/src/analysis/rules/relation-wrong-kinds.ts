/**
 * Finds relations between wrong kinds of entities (L4, L6, L7), whatever the origin of the model. All other rules and
 * analyses ignore them.
 */
import type { EntityKind } from '../../model/entity-kind.ts';
import { relationEnds } from '../../model/relation.ts';
import { wordList } from '../../model/common/word-list.ts';
import { entityOf } from '../../model/model.ts';
import { defineRule } from './rule.ts';
import { declaredRelations, quotedEntityName } from './declarations.ts';
import { t } from '../../model/common/translation.ts';

/** Finds relations that are illegal between their two ends. */
export const relationWrongKinds = defineRule('relation/wrong-kinds', (context) => {
  const { model } = context;
  return declaredRelations(context, context.index.illegal).map(({ first: { id, kind, source, target }, span }) => {
    const [from = '', to = ''] = [source, target].map((id) => inProse(entityOf(model, id).kind));
    const { from: sources, to: targets } = relationEnds[kind];
    const wanted = kind === 'maps' ? t`two resources or two spaces` : twoOf(sources, targets);
    return {
      message:
        t`"${kind}" cannot join the ${from} ${quotedEntityName(context, source)} and the ${to} ${quotedEntityName(context, target)}. ` +
        t`Use it between ${wanted}, or use another relation.`,
      span,
      remedies: () => [{ kind: 'unrelate', title: t`Remove this "${kind}"`, relations: [id] }],
    };
  });
});

function twoOf(sources: readonly EntityKind[], targets: readonly EntityKind[]): string {
  const [source, ...others] = new Set([...sources, ...targets]);
  if (source !== undefined && others.length === 0) return t`two ${inProse(source)}s`;
  return t`${anyOf(sources)} and ${anyOf(targets)}`;
}

function anyOf(kinds: readonly EntityKind[]): string {
  return wordList(
    kinds.map((kind) => (kind === 'object' ? t`an object` : `a ${inProse(kind)}`)),
    'or',
  );
}

function inProse(kind: EntityKind): string {
  return kind === 'pd' ? t`PD` : kind;
}
