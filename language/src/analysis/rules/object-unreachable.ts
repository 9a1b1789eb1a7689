/**
 * Finds objects that no root reaches, so that a collection destroys them. Reports one finding for objects that keep
 * each other; objects kept only by an unreached object are not reported again.
 */
import { entitySpan } from '../../model/model.ts';
import { defineRule } from './rule.ts';
import { declaredEntities, quotedEntityName, namedCopies } from './declarations.ts';
import { unreachedGroups } from './unreached-objects.ts';
import { itemAt, required } from '../../model/common/lookup.ts';
import { t } from '../../model/common/translation.ts';

/** Finds objects that a collection at the start would destroy. */
export const objectUnreachable = defineRule('object/unreachable', (context) => {
  const groups = unreachedGroups(context.index).filter(({ unreferred }) => unreferred === undefined);
  const sizes = new Map(groups.map(({ objects }) => [itemAt(objects, 0), objects]));
  return declaredEntities(context, [...sizes.keys()]).map(({ first, count, span }) => {
    const others = required(sizes.get(first)).slice(1);
    const more = others.length === 0 ? '' : t` and ${others.length} more that refer to each other`;
    return {
      message:
        t`No root reaches the object ${namedCopies(context, first, count)}, so a collection destroys it${more}. ` +
        t`Mark it "root", or let something alive own it or refer to it.`,
      span,
      related: others.slice(0, 20).map((id) => ({
        message: t`This is destroyed with it.`,
        span: entitySpan(context.sources, id),
      })),
      remedies: () => [
        { kind: 'mark', as: 'root', title: t`Mark ${quotedEntityName(context, first)} as root`, entity: first },
      ],
    };
  });
});
