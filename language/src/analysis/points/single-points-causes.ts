/**
 * Finds the PDs whose crash alone makes a need fail, by walking the crash cleanup backwards from everything that must
 * survive. Gives the same answer as crashing every PD in turn, in one pass for each need.
 */
import type { Digraph } from '../../graph/digraph.ts';
import { at, reversed } from '../../graph/digraph.ts';
import { reach } from '../../graph/reach.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Policy } from '../../model/policy.ts';
import type { Relation } from '../../model/relation.ts';
import { blockedNodes, limitOf } from '../crash/destruction.ts';
import { hasThresholds, nearPds } from '../metrics/thresholds.ts';
import type { RelatedEntities } from '../facts/relation-index.ts';
import type { Spread } from '../crash/spread.ts';
import { spreadOf } from '../crash/spread.ts';

/**
 * Returns a function that gives the PDs whose crash makes a need of a living PD fail, or undefined if it fails already.
 * The crash of the needing PD counts. Cost: O(V + E) for each need; with thresholds also the measuring for each PD that
 * must survive.
 */
export function failureCauses(
  model: RelatedEntities,
  policy: Policy,
  aliveBefore: Uint8Array,
): (need: Relation) => ReadonlySet<EntityId> | undefined {
  const spread = spreadOf(model);
  const blocked = blockedNodes(spread, aliveBefore);
  const back = {
    free: reversed(spread.free),
    pdSteps: reversed(spread.pdSteps),
    spaceSteps: reversed(spread.spaceSteps),
  };
  const known = new Map<string, ReadonlySet<EntityId> | undefined>();
  return ({ source, target }) => {
    const key = `${source} ${target}`;
    if (!known.has(key)) {
      const wanted = neededBy(spread, [source, target]);
      const isWhole = wanted.every((id) => aliveBefore[id] === 1);
      known.set(key, isWhole ? causes(spread, back, blocked, policy, wanted) : undefined);
    }
    return known.get(key);
  };
}

/** Returns the needing PD, what it needs, and everything that this needs in turn. */
function neededBy({ index }: Spread, [source, target]: readonly [EntityId, EntityId]): EntityId[] {
  const needs = index.from('needs');
  const wanted = [target];
  const isWanted = new Set(wanted);
  // Appending while iterating is intended: everything found is visited.
  for (const each of wanted) {
    for (let edge = at(needs.offsets, each); edge < at(needs.offsets, each + 1); edge++) {
      const further = at(needs.targets, edge);
      if (!isWanted.has(further)) wanted.push(further);
      isWanted.add(further);
    }
  }
  return isWanted.has(source) ? wanted : [...wanted, source];
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
  wanted: readonly EntityId[],
): ReadonlySet<EntityId> {
  const { entities } = index.model;
  const served = wanted.map((id) => ({ node: entities.length + id, hops: 0 }));
  const ends = [...wanted.map((node) => ({ node, hops: 0 })), ...served];
  const found = new Set<EntityId>();
  const addFrom = (distance: Int32Array): void => {
    for (const { id, kind } of entities) if (kind === 'pd' && at(distance, id) >= 0) found.add(id);
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
  // A PD that a metric ties to one of these makes the need fail; nearness is symmetric.
  const along = reach(nodeCount, { sources: ends, free, blocked });
  const alive = blocked.slice(0, entities.length).map((isBlocked) => 1 - isBlocked);
  for (const { id, kind, root } of entities) {
    if (kind !== 'pd' || root || at(along.distance, id) < 0) continue;
    for (const { pd } of nearPds(index.model, policy, id, alive)) found.add(pd);
  }
  return found;
}
