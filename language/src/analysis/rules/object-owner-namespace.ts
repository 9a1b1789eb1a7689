/**
 * Finds owners in another namespace than what they own. They count as absent, so the object may be collected while they
 * live.
 */
import { entitySpan } from '../../model/model.ts';
import type { Relation } from '../../model/relation.ts';
import { areApart, namespaceOf } from '../deletion/deletion-settings.ts';
import { type RuleContext, defineRule } from './rule.ts';
import { declaredRelations, quotedEntityName } from './declarations.ts';
import type { Remedy } from './remedy.ts';
import { t } from '../../model/common/translation.ts';

/** Finds each ownership between objects that declare different namespaces. */
export const objectOwnerNamespace = defineRule('object/owner-namespace', (context) => {
  const { model, index, sources } = context;
  const apart = index.all('owns').filter(({ source, target }) => areApart(model, source, target));
  return declaredRelations(context, apart).map(({ first, count, span }) => {
    const { source, target, nested } = first;
    const [there, here] = [namespaceOf(model, source) ?? '', namespaceOf(model, target) ?? ''];
    const copies = count === 1 ? '' : t` The same holds for ${count - 1} more ${count === 2 ? t`copy` : t`copies`}.`;
    return {
      message:
        t`${quotedEntityName(context, target)} is in the namespace "${here}", but its owner ${quotedEntityName(context, source)} is in "${there}", ` +
        t`so this owner counts as absent. Put both into one namespace, or remove the owner.${copies}`,
      span,
      related: [
        {
          message: t`${quotedEntityName(context, source)} is in the namespace "${there}".`,
          span: entitySpan(sources, source),
        },
      ],
      remedies: () => remedies(context, first),
      ...(nested ? { setting: { entity: target, name: 'namespace' } } : {}),
    };
  });
});

function remedies(context: RuleContext, { id, source, target, nested }: Relation): Remedy[] {
  const there = namespaceOf(context.model, source) ?? '';
  const move: Remedy = {
    kind: 'set',
    title: t`Move ${quotedEntityName(context, target)} to the namespace "${there}"`,
    entity: target,
    name: 'namespace',
    text: there,
  };
  const cut: Remedy = {
    kind: 'unrelate',
    title: t`Remove ${quotedEntityName(context, source)} as an owner of ${quotedEntityName(context, target)}`,
    relations: [id],
  };
  // Removing the nesting would mean moving text.
  return nested ? [move] : [cut, move];
}
