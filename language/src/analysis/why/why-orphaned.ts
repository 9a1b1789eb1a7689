/**
 * Explains why an entity is orphaned, or why not: a resource that no PD holds, a space that none manages, an object
 * that no root reaches, a region without members. PDs and nodes cannot be orphaned.
 */
import { at } from '../../model/common/lookup.ts';
import { pathTo, type Reach, reach } from '../../graph/reach.ts';
import type { Entity } from '../../model/entity.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import type { RelationKind } from '../../model/relation.ts';
import { isOrigin, keeperFact, keepers } from '../doomed/doomed-keepers.ts';
import { relationFact } from '../facts/facts.ts';
import { indexRelations } from '../facts/relation-index.ts';
import { entityOf, type Model } from '../../model/model.ts';
import { absentRemark, type Candidate, inDoubleQuotes, tryRelations, type WhyAnswer } from './why-answer.ts';
import { t } from '../../model/common/translation.ts';

/**
 * Returns the answer for an entity that can be orphaned; empty for PDs and nodes, and for entities that do not exist.
 */
export function whyOrphaned(model: Model, entity: EntityId): WhyAnswer[] {
  const asked = entityOf(model, entity);
  const lack = lackOf(asked);
  if (lack === undefined || asked.absent) return [];
  const kept = keptBy(model, asked);
  const name = inDoubleQuotes(asked);
  if (kept.length > 0) {
    return [
      {
        claim: 'orphaned',
        holds: false,
        text: t`${name} is not orphaned.`,
        because: kept,
        missing: [],
        remarks: [t`It is orphaned once every such chain is broken; this is one of the shortest.`],
      },
    ];
  }
  const { missing, limit } = tryRelations(
    model,
    keeping(model, asked),
    (changed) => keptBy(changed, entityOf(changed, entity)).length > 0,
  );
  return [
    {
      claim: 'orphaned',
      holds: true,
      text: t`${name} is orphaned.`,
      because: [{ text: `${lack} ${name}`, entity }],
      missing,
      remarks: [...absentRemark(asked), limit],
    },
  ];
}

function lackOf({ kind }: Entity): string | undefined {
  switch (kind) {
    case 'resource':
      return t`no PD holds`;
    case 'space':
      return t`no PD manages`;
    case 'object':
      return t`no root reaches`;
    case 'region':
      return t`no PD is a member of`;
    case 'pd':
    case 'node':
      return undefined;
  }
}

/** Returns the facts of a shortest chain that keeps an entity from being orphaned; empty if it is orphaned. */
function keptBy(model: Model, { id, kind }: Entity): Fact[] {
  if (kind === 'object') return reachedFrom(model, id);
  const keeping = kind === 'resource' ? 'holds' : kind === 'space' ? 'manages' : 'contains';
  const relation = indexRelations(model)
    .all(keeping)
    .find(({ source, target }) => {
      const [own, other] = kind === 'region' ? [source, target] : [target, source];
      return own === id && isThere(model, other);
    });
  return relation === undefined ? [] : [relationFact(model, relation.id)];
}

const isThere = (model: Model, id: EntityId): boolean => !entityOf(model, id).absent;

/**
 * Returns a chain over owners, owned objects and references, from a root or a living PD, as in a collection on demand.
 */
function reachedFrom(model: Model, id: EntityId): Fact[] {
  const found = reachFromRoots(model);
  if (at(found.distance, id) < 0) return [];
  return pathTo(found, id).map((node, position) => {
    if (position > 0) return keeperFact(model, at(found.label, node), node);
    const { name, root, kind } = entityOf(model, node);
    return {
      text: `"${name}" ${root ? t`is a root` : kind === 'pd' ? t`is a live PD` : t`is a region`}`,
      entity: node,
    };
  });
}

function reachFromRoots(model: Model): Reach {
  return reach(model.entities.length, {
    sources: model.entities.filter(isOrigin).map((origin) => ({ node: origin.id, hops: 0 })),
    free: keepers(model, 'demand', new Set()),
    blocked: Uint8Array.from(model.entities, ({ absent }) => (absent ? 1 : 0)),
  });
}

/** Yields relations that alone keep an entity; those of related PDs come first. */
function* keeping(model: Model, { id, kind, parent }: Entity): Generator<Candidate, void> {
  const pds = model.entities.filter((each) => each.kind === 'pd').map((each) => each.id);
  const near = nearPds(model, parent ?? id);
  const relation: Partial<Record<Entity['kind'], RelationKind>> = { resource: 'holds', space: 'manages' };
  const by = relation[kind];
  if (by !== undefined) for (const pd of [...near, ...pds]) yield { kind: by, source: pd, target: id };
  if (kind === 'region') for (const pd of pds) yield { kind: 'contains', source: id, target: pd };
  if (kind !== 'object') return;
  const { distance } = reachFromRoots(model);
  for (const other of model.entities) {
    if (other.kind === 'object' && at(distance, other.id) >= 0) yield { kind: 'refers', source: other.id, target: id };
  }
  for (const pd of pds) yield { kind: 'refers', source: pd, target: id };
}

/** The PDs that manage, request or hold an entity. */
function nearPds(model: Model, id: EntityId): EntityId[] {
  const index = indexRelations(model);
  return (['manages', 'holds', 'requests'] as const).flatMap((kind) =>
    index.all(kind).flatMap(({ source, target }) => (target === id ? [source] : [])),
  );
}
