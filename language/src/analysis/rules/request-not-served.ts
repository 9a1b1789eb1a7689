/**
 * Finds requests to a PD for a type whose spaces it does not manage (L5). A request for a space that no PD manages is
 * reported at that space.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Relation } from '../../model/relation.ts';
import { entityOf, relationOf } from '../../model/model.ts';
import { servicesOf } from '../facts/spread.ts';
import { type RuleContext, defineRule } from './rule.ts';
import { declaredRelations, quotedEntityName } from './declarations.ts';
import type { Remedy } from './remedy.ts';
import { t } from '../../model/common/translation.ts';

/** Finds requests by PD and type for which that PD manages no space. */
export const requestNotServed = defineRule('request/not-served', (context) => {
  const unserved = servicesOf(context.index)
    .filter(({ spaces }) => spaces.length === 0)
    .flatMap(({ requests }) => requests.map((id) => relationOf(context.model, id)));
  if (unserved.length === 0) return [];
  const servers = serversByType(context);
  return declaredRelations(context, unserved).map(({ first, span }) => {
    const { source, target, as } = first;
    const what = as === undefined ? t`space` : t`space of type "${as}"`;
    return {
      message:
        t`${quotedEntityName(context, source)} requests from ${quotedEntityName(context, target)}, which manages no ${what}. ` +
        t`Name the PD or the space that serves it, or let ${quotedEntityName(context, target)} manage one.`,
      span,
      remedies: () => remedies(context, first, [...(servers.get(as ?? '') ?? [])]),
    };
  });
});

/** Returns the remedies: request from a PD that serves that type, or only need the PD itself. */
function remedies(context: RuleContext, { id, source, target, as }: Relation, servers: readonly EntityId[]): Remedy[] {
  const others = servers.filter((to) => to !== source).slice(0, 3);
  const redirects = others.map((to): Remedy => {
    const title = t`Request from ${quotedEntityName(context, to)}, which serves "${as ?? ''}"`;
    return { kind: 'redirect', title, relation: id, to };
  });
  const title = t`Let ${quotedEntityName(context, source)} only need ${quotedEntityName(context, target)}`;
  return [...redirects, { kind: 'redirect', title, relation: id, to: 'needs' }];
}

/** Returns the PDs that manage spaces, by the type of the spaces. */
function serversByType({ index, model }: RuleContext): ReadonlyMap<string, ReadonlySet<EntityId>> {
  const servers = new Map<string, Set<EntityId>>();
  for (const { source, target } of index.all('manages')) {
    const { type } = entityOf(model, target);
    if (type === undefined) continue;
    const known = servers.get(type);
    if (known === undefined) servers.set(type, new Set([source]));
    else known.add(source);
  }
  return servers;
}
