/**
 * Hitting sets: small sets of numbers that have something in common with each of many sets. The sets
 * to be hit may be known from the start, or found one at a time, such as the cycles of a graph.
 */

/** What is to be hit, and how far to look. */
export interface HittingOptions {
  /** Returns a set, ascending, that has nothing in common with those chosen; nothing if all are hit. */
  readonly unhit: (chosen: readonly number[]) => readonly number[] | undefined;
  /** How many numbers a hitting set may have. */
  readonly maxSize: number;
  /** Sizes are no longer looked at once there are so many hitting sets. */
  readonly maxCount: number;
  /** Returns whether so much work has been done that the search must end. */
  readonly isSpent: () => boolean;
}

/** The hitting sets that were found. */
export interface HittingSets {
  /**
   * Minimal ones: none holds another. The fewest numbers first, then in ascending order of the first
   * number that differs; each set is ascending.
   */
  readonly sets: readonly (readonly number[])[];
  /** All minimal ones of at most so many numbers are there, unless `maxCount` of them come before. */
  readonly completeUpTo: number;
  /** Whether there is no minimal one at all besides those found. */
  readonly isComplete: boolean;
}

/** A choice on the way to a hitting set: `options[position]` was taken, none of those before it ever is. */
interface Choice {
  readonly before: Choice | undefined;
  readonly options: readonly number[];
  /** The place of each option. */
  readonly places: ReadonlyMap<number, number>;
  readonly position: number;
}

/**
 * Returns the smallest minimal hitting sets, in rising size. Every one is met exactly once: it hits the
 * set on which a choice branches, and there is a first number by which it does. Cost: the number of
 * partial choices, at most L^maxSize for sets of L numbers, times the cost of `unhit`.
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
      // The first level goes through one ascending set, so the first found are the first there are.
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

/** Orders ascending sets by size, then by the first number that differs. */
export function compareSets(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return a.length - b.length;
  const place = a.findIndex((number, index) => number !== b[index]);
  return place < 0 ? 0 : (a[place] ?? 0) - (b[place] ?? 0);
}

function branch(next: Choice[], before: Choice | undefined, options: readonly number[]): void {
  const places = new Map(options.map((number, place) => [number, place]));
  for (const [position, number] of options.entries()) {
    if (!isBanned(before, number)) next.push({ before, options, places, position });
  }
}

/** Whether an earlier choice has passed over a number: then another branch has all sets with it. */
function isBanned(choice: Choice | undefined, number: number): boolean {
  for (let each = choice; each !== undefined; each = each.before) {
    if ((each.places.get(number) ?? each.position) < each.position) return true;
  }
  return false;
}

function numbersOf(choice: Choice | undefined): number[] {
  const numbers: number[] = [];
  for (let each = choice; each !== undefined; each = each.before) numbers.push(each.options[each.position] ?? -1);
  return numbers;
}

function isMinimal({ unhit }: HittingOptions, chosen: readonly number[]): boolean {
  return chosen.every((number) => unhit(chosen.filter((each) => each !== number)) !== undefined);
}
