/**
 * Finds hitting sets: small sets of numbers that share at least one number with each of many sets. The sets to hit may
 * be known from the start or found one at a time, such as the cycles of a graph.
 */
import { itemAt } from '../../model/common/lookup.ts';

/** The sets to hit, and the limits of the search. */
export interface HittingOptions {
  /** Returns an ascending set that shares no number with the chosen ones; undefined if all sets are hit. */
  readonly unhit: (chosen: readonly number[]) => readonly number[] | undefined;
  /** The largest size of a hitting set. */
  readonly maxSize: number;
  /** The search stops before the next size once it has found this many sets. */
  readonly maxCount: number;
  /** Returns true once the search has to end because its work is spent. */
  readonly isSpent: () => boolean;
}

/** The hitting sets that were found. */
export interface HittingSets {
  /**
   * Minimal sets: none contains another. Smaller sets first, then by the first number that differs; each set is
   * ascending.
   */
  readonly sets: readonly (readonly number[])[];
  /** All minimal sets of at most this size are included, unless `maxCount` sets come first. */
  readonly completeUpTo: number;
  /** True if there are no other minimal sets. */
  readonly isComplete: boolean;
}

/** A step towards a hitting set: `options[position]` was taken; the options before it are excluded from this branch. */
interface Choice {
  readonly before: Choice | undefined;
  readonly options: readonly number[];
  /** The position of each option. */
  readonly places: ReadonlyMap<number, number>;
  readonly position: number;
}

/**
 * Returns the smallest minimal hitting sets, by size. Each is found exactly once: it hits the set on which a choice
 * branches, and there is a first number by which it does. Cost: the number of partial choices, at most L^maxSize for
 * sets of L numbers, times the cost of `unhit`.
 */
export function smallestHittingSets(options: HittingOptions): HittingSets {
  const found: number[][] = [];
  let level: (Choice | undefined)[] = [undefined];
  for (let size = 0; size <= options.maxSize; size++) {
    const next: Choice[] = [];
    for (const choice of level) {
      if (options.isSpent()) return answer(options, found, size - 1, false);
      const chosen = numbersOf(choice);
      const set = options.unhit(chosen);
      if (set !== undefined) branch(next, choice, set);
      else if (isMinimal(options, chosen)) found.push(chosen.sort((a, b) => a - b));
      // The first level walks one ascending set, so the first found are the first in order.
      if (size === 1 && found.length >= options.maxCount) return answer(options, found, 1, false);
    }
    if (next.length === 0) return answer(options, found, options.maxSize, true);
    if (found.length >= options.maxCount) return answer(options, found, size, false);
    level = next;
  }
  return answer(options, found, options.maxSize, false);
}

function answer(options: HittingOptions, found: number[][], completeUpTo: number, isDone: boolean): HittingSets {
  const sets = found.sort(compareSets);
  const isComplete = isDone && sets.length <= options.maxCount;
  return { sets: sets.slice(0, options.maxCount), completeUpTo, isComplete };
}

/** Compares ascending sets by size, then by the first number that differs. */
export function compareSets(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return a.length - b.length;
  const place = a.findIndex((number, index) => number !== b[index]);
  return place < 0 ? 0 : itemAt(a, place) - itemAt(b, place);
}

function branch(next: Choice[], before: Choice | undefined, options: readonly number[]): void {
  const places = new Map(options.map((number, place) => [number, place]));
  for (const [position, number] of options.entries()) {
    if (!isBanned(before, number)) next.push({ before, options, places, position });
  }
}

/** Returns true if an earlier choice passed over a number; another branch has all sets with it. */
function isBanned(choice: Choice | undefined, number: number): boolean {
  for (let each = choice; each !== undefined; each = each.before) {
    if ((each.places.get(number) ?? each.position) < each.position) return true;
  }
  return false;
}

function numbersOf(choice: Choice | undefined): number[] {
  const numbers: number[] = [];
  for (let each = choice; each !== undefined; each = each.before) numbers.push(itemAt(each.options, each.position));
  return numbers;
}

function isMinimal({ unhit }: HittingOptions, chosen: readonly number[]): boolean {
  return chosen.every((number) => unhit(chosen.filter((each) => each !== number)) !== undefined);
}
