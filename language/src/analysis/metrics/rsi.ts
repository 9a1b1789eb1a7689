/**
 * Computes the resource similarity index (RSI) of two PDs: of all resources of one type that either reaches, the
 * fraction that both reach. Reference: "Metrics" in the CellulOS notes on cleanup, after P24 3.3.1 (closure over holds
 * and maps) and P26 3.2 (held resources alone). Each resource counts once, as both papers define it; only the CellulOS
 * script weighs memory objects by their pages.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { RelatedEntities } from '../facts/relation-index.ts';
import { closures, type MetricOptions, resourcesIn } from './closure.ts';
import { type Fraction, fraction } from './fraction.ts';
import { resourceTypes } from './resource-types.ts';
import { at } from '../../model/common/lookup.ts';

/** The similarity of two PDs in one type of resources, or in all types if `type` is undefined. */
export interface Similarity {
  readonly type: string | undefined;
  /** The number of resources of the type that the first PD reaches. */
  readonly first: number;
  readonly second: number;
  /** The number of resources that both reach. */
  readonly shared: number;
  /** `shared` divided by the number that either reaches; 0 if there is none. */
  readonly rsi: Fraction;
}

/**
 * Returns the RSI of two PDs for a type, or for all types together if the type is undefined; 0 if at most one of the
 * PDs has the type. Cost: O(V + E).
 */
export function rsi(
  model: RelatedEntities,
  first: EntityId,
  second: EntityId,
  type: string | undefined,
  options: MetricOptions = {},
): Fraction {
  const closureOf = closures(model, options);
  const [a, b] = [resourcesIn(model, closureOf(first)), resourcesIn(model, closureOf(second))];
  return similarity(ofType(model, a, type), ofType(model, b, type), type).rsi;
}

/** Returns the similarity of two PDs for each type of the model's resources, in declaration order. */
export function rsiVector(
  model: RelatedEntities,
  first: EntityId,
  second: EntityId,
  options: MetricOptions = {},
): Similarity[] {
  const closureOf = closures(model, options);
  return vectorOf(model, resourcesIn(model, closureOf(first)), resourcesIn(model, closureOf(second)));
}

/** Returns the vector of two sets of resources. Cost: O(types + resources). */
export function vectorOf(
  model: RelatedEntities,
  first: readonly EntityId[],
  second: readonly EntityId[],
): Similarity[] {
  const { labels, of } = resourceTypes(model);
  const counts = labels.map(() => ({ first: 0, second: 0, shared: 0 }));
  const inFirst = new Set(first);
  const countOf = (id: EntityId): { first: number; second: number; shared: number } | undefined => counts[at(of, id)];
  for (const id of first) {
    const count = countOf(id);
    if (count !== undefined) count.first += 1;
  }
  for (const id of second) {
    const count = countOf(id);
    if (count === undefined) continue;
    count.second += 1;
    if (inFirst.has(id)) count.shared += 1;
  }
  return counts.map((count, place) => ({ type: labels[place], ...count, rsi: jaccard(count) }));
}

/** Returns the similarity of two sets of resources. Cost: O(resources). */
export function similarity(
  first: readonly EntityId[],
  second: readonly EntityId[],
  type: string | undefined,
): Similarity {
  const inFirst = new Set(first);
  const shared = second.filter((id) => inFirst.has(id)).length;
  const counts = { first: first.length, second: second.length, shared };
  return { type, ...counts, rsi: jaccard(counts) };
}

/** Returns the resources of a type, or all if the type is undefined. */
function ofType(model: RelatedEntities, resources: readonly EntityId[], type: string | undefined): readonly EntityId[] {
  if (type === undefined) return resources;
  const { labels, of } = resourceTypes(model);
  const place = labels.indexOf(type);
  return place < 0 ? [] : resources.filter((id) => of[id] === place);
}

function jaccard({ first, second, shared }: Pick<Similarity, 'first' | 'second' | 'shared'>): Fraction {
  return fraction(shared, first + second - shared);
}
