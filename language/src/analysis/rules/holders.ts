/**
 * Finds PDs that could hold a resource which no PD, or not the right one, holds: the remedies that two rules share.
 */
import { at } from '../../model/common/lookup.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { RuleContext } from './rule.ts';
import { quotedEntityName } from './declarations.ts';
import type { Remedy } from './remedy.ts';
import { increase } from '../../model/common/increase.ts';
import { t } from '../../model/common/translation.ts';

function managersOf({ index }: RuleContext, space: EntityId): readonly EntityId[] {
  const { offsets, targets } = index.to('manages');
  return [...new Set(targets.subarray(at(offsets, space), at(offsets, space + 1)))];
}

/** Returns the PDs that hold an entity, each once, in declaration order. */
export function holdersOf({ index }: RuleContext, entity: EntityId): readonly EntityId[] {
  const { offsets, targets } = index.to('holds');
  return [...new Set(targets.subarray(at(offsets, entity), at(offsets, entity + 1)))];
}

/** Returns the PDs that hold all resources of a space, or the space itself if it has none. */
export function holdersOfAll(context: RuleContext, space: EntityId): readonly EntityId[] {
  const resources = resourcesOf(context, space);
  if (resources.length === 0) return holdersOf(context, space);
  const counts = new Map<EntityId, number>();
  for (const resource of resources) {
    for (const holder of holdersOf(context, resource)) increase(counts, holder);
  }
  return [...counts].filter(([, count]) => count === resources.length).map(([holder]) => holder);
}

function resourcesOf({ index }: RuleContext, space: EntityId): readonly EntityId[] {
  const { offsets, targets } = index.nested;
  return [...targets.subarray(at(offsets, space), at(offsets, space + 1))];
}

function resourceCountOf({ index }: RuleContext, space: EntityId): number {
  const { offsets } = index.nested;
  return at(offsets, space + 1) - at(offsets, space);
}

/** Returns the remedies that let the managers of a resource's space hold it: this resource, or all in the space. */
export function holdRemedies(context: RuleContext, resource: EntityId, count: number): Remedy[] {
  const space = at(context.index.spaceOf, resource);
  if (space < 0) return [];
  return managersOf(context, space).flatMap((manager): Remedy[] => {
    const common = { kind: 'relate', subject: manager, relation: 'holds' } as const;
    const [server, name, around] = [manager, resource, space].map((id) => quotedEntityName(context, id));
    const what = count === 1 ? (name ?? '') : t`${name ?? ''} and its copies`;
    const one: Remedy = {
      ...common,
      title: t`Let ${server ?? ''} hold ${what}`,
      targets: [resource],
      areAllCopies: count > 1,
      isPreferred: true,
    };
    const all: Remedy = {
      ...common,
      title: t`Let ${server ?? ''} hold everything in ${around ?? ''}`,
      targets: [space],
      areNested: true,
    };
    const isHeldItself = holdersOf(context, space).includes(manager);
    return isHeldItself || resourceCountOf(context, space) > count ? [one, all] : [one];
  });
}
