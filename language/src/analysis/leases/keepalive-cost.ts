/**
 * What keepalives cost in a model as it is declared: how many one period of a collector takes, and
 * how many it would take if each reference passed one on only once.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Model } from '../../model/model.ts';
import { declaredBoxes } from './declared-boxes.ts';
import type { KeepaliveCount } from './keepalive-paths.ts';
import { circlesOf, countFlooding, countKeepalives } from './keepalive-paths.ts';

/** The cost of a period from one node, or from what is on none. */
export interface KeepaliveCost {
  readonly node: EntityId | undefined;
  /** The boxes that roots there name, in declaration order. */
  readonly roots: readonly EntityId[];
  readonly count: KeepaliveCount;
  /** What `forward: sequence` takes. */
  readonly flooding: number;
}

/**
 * Returns the cost of a period for each node that has roots, in declaration order; nothing without a
 * collector. For what `forward: visited` does; `budget` as for `countKeepalives`, for all nodes together.
 */
export function keepaliveCosts(model: Model, options: { readonly budget?: number } = {}): KeepaliveCost[] {
  if (model.collectors.length === 0) return [];
  const { graph, named } = declaredBoxes(model);
  const circles = circlesOf(graph, options);
  return named.map(({ node, roots }) => ({
    node,
    roots,
    count: countKeepalives(graph, roots, { circles }),
    flooding: countFlooding(graph, roots),
  }));
}
