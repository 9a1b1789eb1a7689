/**
 * Computes the cost of keepalives in a declared model: the number that one period of a collector takes, and the number
 * if each reference passed a keepalive on only once.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Model } from '../../model/model.ts';
import { declaredBoxes } from './declared-boxes.ts';
import { countFlooding, countKeepalives, cyclesIn, type KeepaliveCount } from './keepalive-paths.ts';

/** The cost of a period from one node, or from the roots on no node. */
export interface KeepaliveCost {
  readonly node: EntityId | undefined;
  /** The boxes named by the roots there, in declaration order. */
  readonly roots: readonly EntityId[];
  readonly count: KeepaliveCount;
  /** The number that `forward: sequence` takes. */
  readonly flooding: number;
}

/**
 * Returns the cost of a period with `forward: visited` for each node that has roots, in declaration order; empty
 * without a collector. `budget` is as for `countKeepalives`, for all nodes together.
 */
export function keepaliveCosts(model: Model, options: { readonly budget?: number } = {}): KeepaliveCost[] {
  if (model.collectors.length === 0) return [];
  const { graph, named } = declaredBoxes(model);
  const cycles = cyclesIn(graph, options);
  return named.map(({ node, roots }) => ({
    node,
    roots,
    count: countKeepalives(graph, roots, { cycles }),
    flooding: countFlooding(graph, roots),
  }));
}
