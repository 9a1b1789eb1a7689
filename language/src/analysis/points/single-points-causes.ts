/**
 * Finds the PDs and nodes whose crash alone destroys an entity, by walking the crash cleanup backwards. Gives the same
 * answer as crashing each of them in turn, in one pass.
 */
import { type Digraph, reversed } from '../../graph/digraph.ts';
import { at } from '../../model/common/lookup.ts';
import { reach } from '../../graph/reach.ts';
import type { EntityId, EntityKind } from '../../model/entity-kind.ts';
import type { Policy } from '../../model/policy.ts';
import { blockedNodes, limitOf } from '../crash/searches.ts';
import { hasThresholds, nearPds } from '../metrics/thresholds.ts';
import type { RelatedEntities } from '../facts/relation-index.ts';
import { type Spread, spreadOf } from '../facts/spread.ts';

/**
 * Returns a function that gives the PDs and nodes whose crash destroys a living entity, itself included. Cost: O(V + E)
 * for each entity; with thresholds also the measuring for each PD that takes it along.
 */
export function endCauses(
  model: RelatedEntities,
  policy: Policy,
  aliveBefore: Uint8Array,
): (entity: EntityId) => ReadonlySet<EntityId> {
  const spread = spreadOf(model);
  const blocked = blockedNodes(spread, aliveBefore);
  const back = {
    free: reversed(spread.free),
    pdSteps: reversed(spread.pdSteps),
    spaceSteps: reversed(spread.spaceSteps),
  };
  const known = new Map<EntityId, ReadonlySet<EntityId>>();
  return (entity) => {
    const found = known.get(entity) ?? causes(spread, back, blocked, policy, entity);
    known.set(entity, found);
    return found;
  };
}

interface Backwards {
  readonly free: Digraph;
  readonly pdSteps: Digraph;
  readonly spaceSteps: Digraph;
}

function causes(
  { index, nodeCount }: Spread,
  { free, pdSteps, spaceSteps }: Backwards,
  blocked: Uint8Array,
  policy: Policy,
  entity: EntityId,
): ReadonlySet<EntityId> {
  const { entities } = index.model;
  const served = [{ node: entities.length + entity, hops: 0 }];
  const ends = [{ node: entity, hops: 0 }, ...served];
  const found = new Set<EntityId>();
  const canCrash = (kind: EntityKind): boolean => kind === 'pd' || kind === 'node';
  const addFrom = (distance: Int32Array): void => {
    for (const { id, kind } of entities) if (canCrash(kind) && at(distance, id) >= 0) found.add(id);
  };
  const { distance } = reach(nodeCount, {
    sources: ends,
    free,
    steps: pdSteps,
    blocked,
    limit: limitOf(policy.pdDepth),
  });
  addFrom(distance);
  const spaces = { sources: ends, free, steps: spaceSteps, blocked, limit: limitOf(policy.spaceDepth) };
  addFrom(reach(nodeCount, spaces).distance);
  if (!hasThresholds(policy)) return found;
  // A PD that a metric ties to one of these takes it along; nearness is symmetric.
  const along = reach(nodeCount, { sources: ends, free, blocked });
  const alive = blocked.slice(0, entities.length).map((isBlocked) => 1 - isBlocked);
  for (const { id, kind, root } of entities) {
    if (kind !== 'pd' || root || at(along.distance, id) < 0) continue;
    for (const { pd } of nearPds(index.model, policy, id, alive)) {
      found.add(pd);
      // A node takes it along by the crash of the PD on it.
      for (let around = entities[pd]?.parent; around !== undefined; around = entities[around]?.parent) {
        if (entities[around]?.kind === 'node') found.add(around);
      }
    }
  }
  return found;
}
