/**
 * Computes the isolation of PDs in pairs: all metrics of two PDs, and the table of all pairs of a model.
 */
import { at, itemAt } from '../../model/common/lookup.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { RelatedEntities } from '../facts/relation-index.ts';
import { closures, resourcesIn } from './closure.ts';
import { faultRadii, faultRadius } from './fault-radius.ts';
import { rsiVector, type Similarity, similarity, vectorOf } from './rsi.ts';
import { levelOf, type SharedResource, sharedResources } from './shared.ts';
import { impactBoundary, trustedBase } from './trusted-base.ts';

/** One pair in the table. */
export interface IsolationPair {
  readonly first: EntityId;
  readonly second: EntityId;
  /** One entry for each type of the model's resources, in declaration order. */
  readonly types: readonly Similarity[];
  /** All types together. */
  readonly all: Similarity;
  /** Undefined if the two have no common ancestor. */
  readonly faultRadius: number | undefined;
}

/** All metrics of two PDs. */
export interface IsolationReport extends IsolationPair {
  /** The similarities of held entities alone, without maps. */
  readonly direct: readonly Similarity[];
  readonly shared: readonly SharedResource[];
  /** The number of hops after which sharing starts; undefined if nothing is shared. */
  readonly level: number | undefined;
  /** True if the first PD has to trust the second, and vice versa. */
  readonly trusts: { readonly firstSecond: boolean; readonly secondFirst: boolean };
  /** True if the first PD can harm the second, and vice versa. */
  readonly harms: { readonly firstSecond: boolean; readonly secondFirst: boolean };
}

/** Returns all metrics of two PDs. Cost: O(V + E). */
export function compareTwo(model: RelatedEntities, first: EntityId, second: EntityId): IsolationReport {
  const closureOf = closures(model);
  const [a, b] = [resourcesIn(model, closureOf(first)), resourcesIn(model, closureOf(second))];
  const shared = sharedResources(model, first, second);
  const both = (of: (pd: EntityId) => readonly EntityId[]): { firstSecond: boolean; secondFirst: boolean } => ({
    firstSecond: of(first).includes(second),
    secondFirst: of(second).includes(first),
  });
  return {
    first,
    second,
    types: vectorOf(model, a, b),
    all: similarity(a, b, undefined),
    faultRadius: faultRadius(model, first, second),
    direct: rsiVector(model, first, second, { follow: 'direct' }),
    shared,
    level: levelOf(shared),
    trusts: both((pd) => trustedBase(model, pd)),
    harms: both((pd) => impactBoundary(model, pd)),
  };
}

/**
 * Yields the pairs of each living PD with those declared later, in declaration order, so that other work can run in
 * between. Cost: O(V + E) for each PD, and for each pair the sizes of the two closures.
 */
export function* pairRows(model: RelatedEntities): Generator<IsolationPair[], void> {
  const pds = model.entities.filter(({ kind, absent }) => kind === 'pd' && !absent).map(({ id }) => id);
  const closureOf = closures(model);
  const sets = pds.map((pd) => resourcesIn(model, closureOf(pd)));
  for (const [row, first] of pds.entries()) {
    const radii = faultRadii(model, first);
    const own = itemAt(sets, row);
    yield pds.slice(row + 1).map((second, offset): IsolationPair => {
      const other = itemAt(sets, row + 1 + offset);
      const radius = at(radii.of, second);
      return {
        first,
        second,
        types: vectorOf(model, own, other),
        all: similarity(own, other, undefined),
        faultRadius: radius < 0 ? undefined : radius,
      };
    });
  }
}
