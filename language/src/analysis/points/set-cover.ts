/**
 * Minimum set cover: the fewest sets whose union has every element. Exact for small instances, greedy with a stated
 * bound for others.
 */
import { itemAt } from '../../model/common/lookup.ts';

/** A cover. */
export interface Cover {
  /** The indices of the chosen sets, ascending. */
  readonly chosen: readonly number[];
  /** No cover has fewer sets. */
  readonly atLeast: number;
}

/** The most steps of the exact search. */
const mostSteps = 50_000;

/**
 * Covers the elements 0 to `count` - 1, each of which is in at least one set. Among covers of one size the one with the
 * smallest indices is preferred. If `chosen` is longer than `atLeast`, the search was given up: it is then greedy, at
 * most `1 + ln(largest set)` times as long as the shortest (Chvátal 1979).
 */
export function setCover(count: number, sets: readonly ReadonlySet<number>[]): Cover {
  const holders = Array.from({ length: count }, (_, element) =>
    sets.flatMap((set, index) => (set.has(element) ? [index] : [])),
  );
  let best = greedy(count, sets);
  let steps = 0;
  const covered = new Uint16Array(count);
  const search = (chosen: readonly number[]): void => {
    steps += 1;
    if (steps > mostSteps) return;
    const open = holders.flatMap((_, element) => (covered[element] === 0 ? [element] : []));
    if (open.length === 0) {
      if (chosen.length < best.length) best = chosen;
      return;
    }
    if (chosen.length + apart(open, holders) >= best.length) return;
    const rarest = open.reduce((one, other) => (sizeOf(holders, other) < sizeOf(holders, one) ? other : one));
    for (const index of itemAt(holders, rarest)) {
      for (const element of itemAt(sets, index)) covered[element] = itemAt(covered, element) + 1;
      search([...chosen, index]);
      for (const element of itemAt(sets, index)) covered[element] = itemAt(covered, element) - 1;
    }
  };
  search([]);
  const all = holders.map((_, element) => element);
  const atLeast = steps > mostSteps ? apart(all, holders) : best.length;
  return { chosen: [...best].sort((a, b) => a - b), atLeast };
}

const sizeOf = (holders: readonly (readonly number[])[], element: number): number => itemAt(holders, element).length;

/** Returns the number of elements found that share no set: each needs a set of its own. */
function apart(open: readonly number[], holders: readonly (readonly number[])[]): number {
  const used = new Set<number>();
  let found = 0;
  for (const element of [...open].sort((a, b) => sizeOf(holders, a) - sizeOf(holders, b))) {
    const own = itemAt(holders, element);
    if (own.some((index) => used.has(index))) continue;
    for (const index of own) used.add(index);
    found += 1;
  }
  return found;
}

function greedy(count: number, sets: readonly ReadonlySet<number>[]): readonly number[] {
  const open = new Set(Array.from({ length: count }, (_, element) => element));
  const chosen: number[] = [];
  while (open.size > 0) {
    const gains = sets.map((set) => [...set].filter((element) => open.has(element)).length);
    const most = Math.max(0, ...gains);
    if (most === 0) throw new Error('Each element is in a set.');
    const index = gains.indexOf(most);
    chosen.push(index);
    for (const element of itemAt(sets, index)) open.delete(element);
  }
  return chosen;
}
