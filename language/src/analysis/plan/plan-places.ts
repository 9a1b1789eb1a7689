/**
 * Finds the entities that changed positions between two plans, as seen in their layers. Only pairs that one of the
 * plans orders directly are compared, so the answer is short and the cost linear.
 */
import { pairsOfLayers } from './crash-order.ts';
import type { PlanJson } from './plan-json.ts';
import { t } from '../../model/common/translation.ts';

/** The number of pairs of each kind that are spelled out. */
const spelledOut = 10;

/** Returns one clause for each pair with a changed order, in the order of the plans. Cost: O(pairs). */
export function placesChanged(before: PlanJson, now: PlanJson): string[] {
  const [layerBefore, layerNow] = [layersByName(before), layersByName(now)];
  const swapped = new Set<string>();
  const apart: string[] = [];
  const together: string[] = [];
  for (const [first, then] of pairsIn(now)) {
    const old = difference(layerBefore, first, then);
    if (old === undefined) continue;
    if (old > 0) swapped.add(pairKey(first, then));
    if (old === 0) apart.push(t`${first} is now destroyed before ${then}`);
  }
  for (const [first, then] of pairsIn(before)) {
    const fresh = difference(layerNow, first, then);
    if (fresh === undefined) continue;
    if (fresh > 0) swapped.add(pairKey(first, then));
    if (fresh === 0) together.push(t`${first} is no longer destroyed before ${then}`);
  }
  const changed = [...swapped].map((pair) => t`${pair} changed places`);
  return [...shortened(changed), ...shortened(apart), ...shortened(together)];
}

const pairsIn = ({ before, layers }: PlanJson): Iterable<readonly [string, string]> => before ?? pairsOfLayers(layers);

function layersByName({ layers }: PlanJson): Map<string, number> {
  return new Map(layers.flatMap((layer, index) => layer.map((name) => [name, index] as const)));
}

/** Returns the number of layers by which `first` comes after `then`; undefined unless the plan has both. */
function difference(layers: ReadonlyMap<string, number>, first: string, then: string): number | undefined {
  const [a, b] = [layers.get(first), layers.get(then)];
  return a === undefined || b === undefined ? undefined : a - b;
}

function pairKey(first: string, then: string): string {
  return first < then ? t`${first} and ${then}` : t`${then} and ${first}`;
}

function shortened(clauses: readonly string[]): string[] {
  const rest = clauses.length - spelledOut;
  return rest > 0 ? [...clauses.slice(0, spelledOut), t`and ${rest} more such changes`] : [...clauses];
}
