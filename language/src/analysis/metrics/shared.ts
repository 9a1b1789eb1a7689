/**
 * Finds what two PDs share, and after how many hops. Sharing starts where the nearer of the two reaches something that
 * the other reaches as well: the isolation level of P23 3.3.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { RelatedEntities } from '../facts/relation-index.ts';
import { entityOf } from '../../model/model.ts';
import { closures, type MetricOptions } from './closure.ts';
import { itemAt } from '../../model/common/lookup.ts';

/** A resource that two PDs reach, and its distance from each; a resource that a PD holds itself is 0 hops away. */
export interface SharedResource {
  readonly resource: EntityId;
  readonly first: number;
  readonly second: number;
}

/** Returns the resources that both PDs reach, in declaration order. Cost: O(V + E). */
export function sharedResources(
  model: RelatedEntities,
  first: EntityId,
  second: EntityId,
  options: MetricOptions = {},
): SharedResource[] {
  const closureOf = closures(model, options);
  const [a, b] = [closureOf(first), closureOf(second)];
  const hopsOfFirst = new Map(a.nodes.map((id, place) => [id, itemAt(a.hops, place)]));
  const shared = b.nodes.flatMap((resource, place): SharedResource[] => {
    const hops = hopsOfFirst.get(resource);
    if (hops === undefined || entityOf(model, resource).kind !== 'resource') return [];
    return [{ resource, first: hops, second: itemAt(b.hops, place) }];
  });
  return shared.sort((x, y) => x.resource - y.resource);
}

/**
 * Returns the isolation level for the shared resources of two PDs: the number of hops after which they begin to share, 0
 * if one of them holds something that the other reaches; undefined if they share nothing.
 */
export function levelOf(shared: readonly SharedResource[]): number | undefined {
  if (shared.length === 0) return undefined;
  return shared.reduce((least, each) => Math.min(least, startOf(each)), Infinity);
}

function startOf({ first, second }: SharedResource): number {
  return Math.min(first, second);
}
