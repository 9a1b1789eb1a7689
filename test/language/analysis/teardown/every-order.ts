/**
 * The naive oracle for small models: enumerates every order in which objects can be destroyed. Also the comparator of
 * the Murano specification, and the random models on which both are tried.
 */

/** A model of `count` objects: who owns whom, and who is destroyed after whom. */
export interface Constraints {
  readonly count: number;
  /** `[owner, owned]` */
  readonly owns: readonly (readonly [number, number])[];
  /** `[subject, target]`: the target goes first. */
  readonly after: readonly (readonly [number, number])[];
}

/** Returns numbers in `[0, 1)`, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Returns a random model: each object but the first has an earlier owner with probability 1/5, and as many `destroyed
 * after` relations are drawn as there are objects. Those that would close a cycle are dropped, unless `hasCycles`.
 */
export function randomConstraints(random: () => number, count: number, hasCycles = false): Constraints {
  const below = (limit: number): number => Math.floor(random() * limit);
  const owns: (readonly [number, number])[] = [];
  for (let owned = 1; owned < count; owned++) if (random() < 0.2) owns.push([below(owned), owned]);
  const after: (readonly [number, number])[] = [];
  for (let tries = 0; tries < count; tries++) {
    const next = [below(count), below(count)] as const;
    if (next[0] === next[1]) continue;
    const candidate = { count, owns, after: [...after, next] };
    if (hasCycles || !isCircular(candidate)) after.push(next);
  }
  return { count, owns, after };
}

/** Returns the pairs `[first, then]` that each constraint demands. */
export function demanded({ owns, after }: Constraints): (readonly [number, number])[] {
  return [...owns, ...after].map(([later, first]) => [first, later] as const);
}

/**
 * Returns `always[a][b]`: true if a goes before b in every possible order. An order is possible if everything that must
 * precede each object is already gone; the sets of objects that can be gone represent the orders.
 */
export function inEveryOrder(constraints: Constraints): boolean[][] {
  const { count } = constraints;
  const needs = new Array<number>(count).fill(0);
  for (const [first, then] of demanded(constraints)) needs[then] = (needs[then] ?? 0) | (1 << first);
  const always = Array.from({ length: count }, (_, a) => Array.from({ length: count }, (__, b) => a !== b));
  const reachable = new Uint8Array(1 << count);
  reachable[0] = 1;
  for (let gone = 0; gone < reachable.length; gone++) {
    if (reachable[gone] !== 1) continue;
    for (let next = 0; next < count; next++) {
      if ((gone >> next) & 1 || ((needs[next] ?? 0) & ~gone) !== 0) continue;
      reachable[gone | (1 << next)] = 1;
      // Everything not yet gone can come after `next`.
      for (let other = 0; other < count; other++) if (!((gone >> other) & 1)) (always[other] ?? [])[next] = false;
    }
  }
  return always;
}

/** Returns true if no order satisfies all constraints. */
function isCircular(constraints: Constraints): boolean {
  const { count } = constraints;
  const needs = new Array<number>(count).fill(0);
  for (const [first, then] of demanded(constraints)) needs[then] = (needs[then] ?? 0) | (1 << first);
  let gone = 0;
  for (let progress = true; progress;) {
    progress = false;
    for (let next = 0; next < count; next++) {
      if ((gone >> next) & 1 || ((needs[next] ?? 0) & ~gone) !== 0) continue;
      gone |= 1 << next;
      progress = true;
    }
  }
  return gone !== (1 << count) - 1;
}

/** Returns the objects sorted by the comparator of the specification as a sort key, from a random start order. */
export function sortedByComparator(random: () => number, { count, owns, after }: Constraints): number[] {
  const isOwner = closed(count, owns);
  const waits = closed(count, after);
  const isGreater = (a: number, b: number): boolean =>
    isOwner[a]?.[b] === true || (waits[a]?.[b] === true && waits[b]?.[a] !== true);
  const objects = Array.from({ length: count }, (_, object) => object);
  for (let place = count - 1; place > 0; place--) {
    const other = Math.floor(random() * (place + 1));
    [objects[place], objects[other]] = [objects[other] ?? 0, objects[place] ?? 0];
  }
  return objects.sort((a, b) => (isGreater(a, b) ? 1 : isGreater(b, a) ? -1 : 0));
}

function closed(count: number, pairs: readonly (readonly [number, number])[]): boolean[][] {
  const table = Array.from({ length: count }, () => new Array<boolean>(count).fill(false));
  for (const [a, b] of pairs) (table[a] ?? [])[b] = true;
  for (let via = 0; via < count; via++) {
    for (const row of table) {
      if (row[via] !== true) continue;
      for (let b = 0; b < count; b++) if (table[via]?.[b] === true) row[b] = true;
    }
  }
  return table;
}
