/**
 * Proposes single relations by which a crash could reach an entity, nearest first: those with the shortest chain from
 * the crash. Other code tries them.
 */
import type { EntityId, EntityKind } from '../../model/entity-kind.ts';
import type { RelationKind } from '../../model/relation.ts';
import type { Cleanup } from '../crash/cleanup.ts';
import { indexRelations } from '../facts/relation-index.ts';
import { entityOf, type Model } from '../../model/model.ts';
import type { Candidate } from './why-answer.ts';

/** The number tried of each kind of destroyed entity, and of the entities whose end would end this one. */
const triedEnds = 4;
const triedWays = 8;

/** Returns relations that could destroy the entity; `by` chooses those by which the end of one could end the other. */
export function destroying(model: Model, entity: EntityId, cleanup: Cleanup, by = spreading): Candidate[] {
  const ends = firstOfEachKind(model, cleanup);
  const found = waysTo(model, entity).flatMap(({ id, facts }) =>
    ends.map((end) => ({ candidate: by(model, id, end.id), length: end.facts + 1 + facts })),
  );
  return found.sort((a, b) => a.length - b.length).map(({ candidate }) => candidate);
}

/** Returns relations whose loss degrades an entity: those of a PD, then soft needs; then what would destroy its targets. */
export const degrading = (model: Model, entity: EntityId, cleanup: Cleanup): Candidate[] => [
  ...relating(model, cleanup, ['requests', 'holds'], entity),
  ...needing(model, entity, cleanup).map((need): Candidate => ({ ...need, as: 'soft' })),
  ...destroyingTargets(model, entity, cleanup, ['requests', 'holds', 'needs']),
];

/** Returns needs that a crash leaves unmet; then what would destroy what is needed. */
export const breaking = (model: Model, entity: EntityId, cleanup: Cleanup): Candidate[] => [
  ...needing(model, entity, cleanup),
  ...destroyingTargets(model, entity, cleanup, ['needs']),
];

function needing(model: Model, entity: EntityId, cleanup: Cleanup): Candidate[] {
  const broken = cleanup.broken.slice(0, triedEnds);
  const needs = broken.map(({ entity: target }): Candidate => ({ kind: 'needs', source: entity, target }));
  return [...relating(model, cleanup, ['needs'], entity), ...needs];
}

/** Returns relations that would point to something destroyed; then what would destroy what is pointed to. */
export function leavingDangling(model: Model, entity: EntityId, cleanup: Cleanup): Candidate[] {
  const owning = firstOfEachKind(model, cleanup).map(({ id }): Candidate => ({
    kind: 'owns',
    source: id,
    target: entity,
  }));
  const owners = indexRelations(model)
    .all('owns')
    .flatMap(({ source, target }) => (target === entity ? [source] : []));
  return [
    ...relating(model, cleanup, ['maps', 'refers'], entity),
    ...owning,
    ...destroyingTargets(model, entity, cleanup, ['maps', 'refers']),
    ...destroyingAny(model, owners, cleanup),
  ];
}

/** Returns relations that could destroy what an entity has a relation to. */
function destroyingTargets(
  model: Model,
  entity: EntityId,
  cleanup: Cleanup,
  kinds: readonly RelationKind[],
): Candidate[] {
  const related = model.relations.filter(({ kind, source }) => source === entity && kinds.includes(kind));
  const targets = related.map(({ target }) => target);
  return destroyingAny(model, targets, cleanup);
}

/** Returns relations that could destroy others; last those that spare whatever depends on these. */
const destroyingAny = (model: Model, entities: readonly EntityId[], cleanup: Cleanup): Candidate[] => [
  ...entities.flatMap((each) => destroying(model, each, cleanup)),
  ...entities.flatMap((each) => destroying(model, each, cleanup, sharingFate)),
];

/** An entity that the crash reaches, or whose end would end the asked one, and the number of facts in between. */
interface Near {
  readonly id: EntityId;
  readonly facts: number;
}

function relating(model: Model, cleanup: Cleanup, kinds: readonly RelationKind[], source: EntityId): Candidate[] {
  const ends = firstOfEachKind(model, cleanup);
  return ends.flatMap(({ id }) => kinds.map((kind): Candidate => ({ kind, source, target: id })));
}

/** Returns the first destroyed entities, some of each kind, those with the shortest reasons first. */
function firstOfEachKind(model: Model, { destroyed }: Cleanup): Near[] {
  const counts = new Map<EntityKind, number>();
  const found: Near[] = [];
  for (const each of destroyed) {
    const { kind } = entityOf(model, each.entity);
    const count = counts.get(kind) ?? 0;
    if (count === triedEnds) continue;
    counts.set(kind, count + 1);
    found.push({ id: each.entity, facts: each.because.length - 1 });
  }
  return found.sort((a, b) => a.facts - b.facts);
}

/**
 * Returns the entity and those whose end would end it: the one around it, its manager, its server, or one that shares
 * its fate.
 */
function waysTo(model: Model, entity: EntityId): Near[] {
  const index = indexRelations(model);
  const found: Near[] = [{ id: entity, facts: 0 }];
  for (let place = 0; place < found.length && found.length < triedWays; place++) {
    const { id, facts } = found[place] ?? { id: entity, facts: 0 };
    const { parent, kind } = entityOf(model, id);
    const next: EntityId[] = parent === undefined ? [] : [parent];
    if (kind === 'space')
      next.push(...index.all('manages').flatMap(({ source, target }) => (target === id ? [source] : [])));
    for (const relation of ['dies with', 'requests', 'maps', 'holds'] as const) {
      if (relation === 'maps' && kind !== 'space') continue;
      next.push(...index.all(relation).flatMap(({ source, target }) => (source === id ? [target] : [])));
    }
    for (const other of next) {
      if (found.length < triedWays && found.every((each) => each.id !== other))
        found.push({ id: other, facts: facts + 1 });
    }
  }
  return found;
}

/** Returns the relation by which the end of one usually ends the other. */
function spreading(model: Model, to: EntityId, from: EntityId): Candidate {
  const [end, other] = [entityOf(model, from).kind, entityOf(model, to).kind];
  if (other === 'pd' && end === 'space') return { kind: 'requests', source: to, target: from };
  if (other === 'pd' && end === 'resource') return { kind: 'holds', source: to, target: from };
  if (other === 'space' && end === 'pd') return { kind: 'manages', source: from, target: to };
  if (other === 'space' && end === 'space') return { kind: 'maps', source: to, target: from };
  return sharingFate(model, to, from);
}

/** Returns the relation by which one ends with the other, whatever the depths of the policy. */
const sharingFate = (_: Model, to: EntityId, from: EntityId): Candidate => ({
  kind: 'dies with',
  source: to,
  target: from,
});
