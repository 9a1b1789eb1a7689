/**
 * Finds objects on a node that nothing owns or refers to. No lease ever reaches them, so their collector frees them at
 * the first sweep; without a collector, the first collection does.
 */
import { defineRule } from './rule.ts';
import { declaredEntities, quotedEntityName, namedCopies } from './declarations.ts';
import { unreachedGroups } from './unreached-objects.ts';
import { t } from '../../model/common/translation.ts';

/** Finds objects directly on a node that no root reaches because nothing refers to them. */
export const objectUnreferred = defineRule('object/unreferred', (context) => {
  const unreferred = unreachedGroups(context.index).flatMap((group) => group.unreferred ?? []);
  const end = context.model.collectors.length > 0 ? t`its lease expires` : t`a collection destroys it`;
  return declaredEntities(context, unreferred).map(({ first, count, span }) => ({
    message:
      t`Nothing refers to the object ${namedCopies(context, first, count)} on its node, so ${end}. ` +
      t`Mark it "root", or add "refers" to what uses it.`,
    span,
    remedies: () => [
      { kind: 'mark', as: 'root', title: t`Mark ${quotedEntityName(context, first)} as root`, entity: first },
    ],
  }));
});
