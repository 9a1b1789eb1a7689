/**
 * Who changed places between two plans, as far as the layers show it. Looks only at pairs that one
 * of the plans orders directly, so that the answer is short and the cost linear.
 */
import { pairsOfLayers } from './crash-order.ts';
import type { PlanJson } from './plan-json.ts';

/** How many pairs of each kind are spelled out. */
const spelledOut = 10;

/** Returns one clause for each pair that is ordered otherwise now, in the order of the plans. Cost: O(pairs). */
export function placesChanged(before: PlanJson, now: PlanJson): string[] {
  const [layerBefore, layerNow] = [layersByName(before), layersByName(now)];
  const swapped = new Set<string>();
  const apart: string[] = [];
  const together: string[] = [];
  for (const [first, then] of pairsIn(now)) {
    const old = difference(layerBefore, first, then);
    if (old === undefined) continue;
    if (old > 0) swapped.add(pairKey(first, then));
    if (old === 0) apart.push(`${first} now goes before ${then}`);
  }
  for (const [first, then] of pairsIn(before)) {
    const fresh = difference(layerNow, first, then);
    if (fresh === undefined) continue;
    if (fresh > 0) swapped.add(pairKey(first, then));
    if (fresh === 0) together.push(`${first} no longer goes before ${then}`);
  }
  const changed = [...swapped].map((pair) => `${pair} changed places`);
  return [...shortened(changed), ...shortened(apart), ...shortened(together)];
}

const pairsIn = ({ before, layers }: PlanJson): Iterable<readonly [string, string]> => before ?? pairsOfLayers(layers);

function layersByName({ layers }: PlanJson): Map<string, number> {
  return new Map(layers.flatMap((layer, index) => layer.map((name) => [name, index] as const)));
}

/** How many layers `first` comes after `then`; nothing unless the plan has both. */
function difference(layers: ReadonlyMap<string, number>, first: string, then: string): number | undefined {
  const [a, b] = [layers.get(first), layers.get(then)];
  return a === undefined || b === undefined ? undefined : a - b;
}

function pairKey(first: string, then: string): string {
  return first < then ? `${first} and ${then}` : `${then} and ${first}`;
}

function shortened(clauses: readonly string[]): string[] {
  const rest = clauses.length - spelledOut;
  return rest > 0 ? [...clauses.slice(0, spelledOut), `and ${rest} more like that`] : [...clauses];
}
