/**
 * Computes the resource similarity index (RSI) of two PDs: of all resources of one type that either reaches, the
 * fraction that both reach. Reference: "Metrics" in the CellulOS notes on cleanup, after P24 3.3.1 (closure over holds
 * and maps) and P26 3.2 (held resources alone). Each resource counts once, as both papers define it; only the CellulOS
 * script weighs memory objects by their pages.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { RelatedEntities } from '../facts/relation-index.ts';
import { closures, type MetricOptions, resourcesIn } from './closure.ts';
import { compareFractions, type Fraction, fraction, type Sum, sumOf } from './fraction.ts';
import { resourceTypes } from './resource-types.ts';
import { at, required } from '../../model/lookup.ts';

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

/** The mean RSI of a whole model, and the number of pairs. */
export interface MeanRsi extends Sum {
  readonly pairs: number;
}

/**
 * Returns the mean RSI, over all types together, of all pairs of living PDs that reach some resource: the global RSI of
 * P26, which follows holds alone (`follow: 'direct'`). 0 if there is no pair. Cost: O(V + E), plus the sizes of all
 * closures for each PD.
 */
export function meanRsi(model: RelatedEntities, options: MetricOptions = {}): MeanRsi {
  const closureOf = closures(model, options);
  const sets = model.entities
    .filter(({ kind }) => kind === 'pd')
    .map(({ id }) => resourcesIn(model, closureOf(id)))
    .filter((resources) => resources.length > 0);
  const indexes = sets.flatMap((first, place) =>
    sets.slice(place + 1).map((second) => similarity(first, second, undefined).rsi),
  );
  return { ...sumOf(indexes, Math.max(1, indexes.length)), pairs: indexes.length };
}

/**
 * Compares the first of two vectors with the second. One is more isolated if both have the same types present and it is
 * nowhere more similar; vectors may be incomparable. Source: P24 3.3.1.
 */
export function compareIsolation(
  a: readonly Similarity[],
  b: readonly Similarity[],
): 'equal' | 'more isolated' | 'less isolated' | 'incomparable' {
  const [first, second] = [presentTypes(a), presentTypes(b)];
  if (first.size !== second.size || [...first.keys()].some((type) => !second.has(type))) return 'incomparable';
  let [isLess, isMore] = [false, false];
  for (const [type, index] of first) {
    const difference = compareFractions(index, required(second.get(type)));
    if (difference < 0) isLess = true;
    if (difference > 0) isMore = true;
  }
  if (isLess && isMore) return 'incomparable';
  if (isLess) return 'more isolated';
  return isMore ? 'less isolated' : 'equal';
}

function presentTypes(vector: readonly Similarity[]): Map<string | undefined, Fraction> {
  return new Map(vector.filter(({ first, second }) => first + second > 0).map(({ type, rsi }) => [type, rsi]));
}

function jaccard({ first, second, shared }: Pick<Similarity, 'first' | 'second' | 'shared'>): Fraction {
  return fraction(shared, first + second - shared);
}
