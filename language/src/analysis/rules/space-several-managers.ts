/**
 * Finds spaces with several managers at the start (L13): it is ambiguous whose crash ends them. Absent managers do not
 * count, which allows spares.
 */
import { at } from '../../model/common/lookup.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { RelationId } from '../../model/relation.ts';
import { entityOf, relationOf } from '../../model/model.ts';
import { type RuleContext, defineRule, relationPlace } from './rule.ts';
import { declaredEntities, quotedEntityName, namedCopies } from './declarations.ts';
import { holdersOfAll } from './holders.ts';
import type { Remedy } from './remedy.ts';
import { t } from '../../model/common/translation.ts';

/** Finds spaces with more than one manager at the start. */
export const spaceSeveralManagers = defineRule('space/several-managers', (context) => {
  const { offsets } = context.index.to('manages');
  const contested = context.model.entities
    .filter(({ id, kind }) => kind === 'space' && at(offsets, id + 1) - at(offsets, id) > 1)
    .filter(({ id }) => managersOf(context, id).size > 1)
    .map(({ id }) => id);
  return declaredEntities(context, contested).map(({ first, count, span }) => {
    const managers = managersOf(context, first);
    const names = [...managers.keys()].map((manager) => quotedEntityName(context, manager)).join(', ');
    return {
      message:
        t`The space ${namedCopies(context, first, count)} has ${managers.size} managers: ${names}. ` +
        t`Keep one "manages", and let the other PDs hold or request the space.`,
      span,
      related: [...managers.values()].map((relation) => relationPlace(context, relation)),
      remedies: () => remedies(context, first),
    };
  });
});

/** Returns the remedies: each manager that holds the whole space could be the only one. */
function remedies(context: RuleContext, space: EntityId): Remedy[] {
  const { index, model } = context;
  const managers = [...managersOf(context, space).keys()];
  const holders = new Set(holdersOfAll(context, space));
  const { offsets, labels } = index.to('manages');
  const relations = [...labels.subarray(at(offsets, space), at(offsets, space + 1))].map((id) => relationOf(model, id));
  const isEmpty = at(index.nested.offsets, space) === at(index.nested.offsets, space + 1);
  return managers
    .filter((manager) => isEmpty || holders.has(manager))
    .map((manager): Remedy => {
      const others = relations.filter(({ source }) => source !== manager && managers.includes(source));
      const title = t`Let only ${quotedEntityName(context, manager)} manage ${quotedEntityName(context, space)}`;
      return { kind: 'unrelate', title, relations: others.map(({ id }) => id) };
    });
}

/** Returns the PDs that manage a space and exist at the start, each with the first relation that says so. */
function managersOf({ model, index }: RuleContext, space: EntityId): Map<EntityId, RelationId> {
  const { offsets, targets, labels } = index.to('manages');
  const managers = new Map<EntityId, RelationId>();
  for (let edge = at(offsets, space); edge < at(offsets, space + 1); edge++) {
    const manager = at(targets, edge);
    if (!entityOf(model, manager).absent && !managers.has(manager)) managers.set(manager, at(labels, edge));
  }
  return managers;
}
