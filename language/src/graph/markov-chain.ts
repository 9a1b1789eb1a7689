/**
 * Absorbing Markov chains in continuous time: how long until absorption, and how likely it is by a time. States are
 * eliminated one by one without any subtraction (Grassmann, Taksar, Heyman 1985), so that the result keeps nearly all
 * digits of a double however rare absorption is. The probability by a time comes from the matrix exponential, scaled
 * and squared; there, too, every number that is added is positive.
 */
import { itemAt, required } from '../model/common/lookup.ts';

/** A chain with states `0` to `n - 1`, and one more in which it ends. */
export interface AbsorbingChain {
  /** `rates[i]`: the rate from state i to each other state, without the end. */
  readonly rates: readonly ReadonlyMap<number, number>[];
  /** `ends[i]`: the rate from state i to the end. */
  readonly ends: readonly number[];
}

/** The most numbers that an elimination may add up: about two seconds. */
const mostSums = 20_000_000;

/** The most states of a chain for which a probability by a time is computed: about two seconds. */
const mostSquared = 250;

/**
 * Returns the mean time from state 0 to the end: infinity if it may never come, undefined if the chain is too large.
 * States with few neighbours are eliminated first.
 */
export function meanTimeToEnd({ rates, ends }: AbsorbingChain): number | undefined {
  if (!alwaysEnds({ rates, ends })) return Number.POSITIVE_INFINITY;
  const next = rates.map((row) => new Map(row));
  const before = rates.map(() => new Set<number>());
  for (const [from, row] of next.entries()) for (const to of row.keys()) before[to]?.add(from);
  const [times, ended] = [rates.map(() => 1), [...ends]];
  const left = new Set(rates.keys());
  left.delete(0);
  const costOf = (state: number): number => itemAt(next, state).size * itemAt(before, state).size;
  const waiting = createCostQueue(left, costOf);
  let sums = 0;
  for (let state = waiting.take(); state !== undefined; state = waiting.take()) {
    sums += costOf(state) + left.size / 64;
    if (sums > mostSums) return undefined;
    left.delete(state);
    const row = itemAt(next, state);
    const leaving = [...row.values()].reduce((sum, rate) => sum + rate, itemAt(ended, state));
    for (const to of row.keys()) before[to]?.delete(state);
    for (const from of itemAt(before, state)) {
      const earlier = itemAt(next, from);
      const share = required(earlier.get(state)) / leaving;
      earlier.delete(state);
      times[from] = itemAt(times, from) + share * itemAt(times, state);
      ended[from] = itemAt(ended, from) + share * itemAt(ended, state);
      for (const [to, rate] of row) {
        if (to === from) continue;
        earlier.set(to, (earlier.get(to) ?? 0) + share * rate);
        before[to]?.add(from);
      }
    }
    for (const each of new Set([...row.keys(), ...itemAt(before, state)])) waiting.changed(each);
  }
  return itemAt(times, 0) / itemAt(ended, 0);
}

/** Returns true if the end can be reached from every state that state 0 reaches. */
function alwaysEnds({ rates, ends }: AbsorbingChain): boolean {
  const before = rates.map((): number[] => []);
  for (const [from, row] of rates.entries()) for (const to of row.keys()) before[to]?.push(from);
  const reached = (starts: readonly number[], of: (state: number) => Iterable<number>): Set<number> => {
    const [seen, stack] = [new Set(starts), [...starts]];
    for (let state = stack.pop(); state !== undefined; state = stack.pop()) {
      for (const each of of(state)) {
        if (seen.has(each)) continue;
        seen.add(each);
        stack.push(each);
      }
    }
    return seen;
  };
  const ending = reached(
    ends.flatMap((rate, state) => (rate > 0 ? [state] : [])),
    (state) => itemAt(before, state),
  );
  return [...reached([0], (state) => itemAt(rates, state).keys())].every((state) => ending.has(state));
}

/** Creates a queue of states, the cheapest first; a cost that has changed is looked up again. */
function createCostQueue(states: Iterable<number>, costOf: (state: number) => number) {
  const buckets = new Map<number, Set<number>>();
  const known = new Map<number, number>();
  const heap: number[] = [];
  const place = (state: number): void => {
    // Costs of one power of two are one bucket: the order need not be exact.
    const bucket = Math.ceil(4 * Math.log2(1 + costOf(state)));
    known.set(state, bucket);
    const members = buckets.get(bucket);
    if (members !== undefined) members.add(state);
    else buckets.set(bucket, new Set([state]));
    heap[bucket] = bucket;
  };
  for (const state of states) place(state);
  return {
    take: (): number | undefined => {
      for (const bucket of heap.keys()) {
        const [state] = buckets.get(bucket) ?? [];
        if (state === undefined) continue;
        buckets.get(bucket)?.delete(state);
        known.delete(state);
        return state;
      }
      return undefined;
    },
    changed: (state: number): void => {
      const bucket = known.get(state);
      if (bucket === undefined) return;
      buckets.get(bucket)?.delete(state);
      place(state);
    },
  };
}

/**
 * Returns the probability that the chain, from state 0, has ended by a time; undefined if it is too large, or 1e9 events
 * or more are expected by then. The relative error is about 1e-16 for each expected event, so below 1e-7.
 */
export function probabilityOfEnd(chain: AbsorbingChain, time: number): number | undefined {
  const size = chain.rates.length + 1;
  if (chain.rates.length > mostSquared) return undefined;
  const leaving = chain.rates.map((row, state) =>
    [...row.values()].reduce((sum, rate) => sum + rate, itemAt(chain.ends, state)),
  );
  const fastest = Math.max(...leaving);
  if (fastest === 0 || time === 0) return 0;
  if (fastest * time >= mostEvents) return undefined;
  // Steps of a time in which less than one event is expected, doubled until they are the whole time.
  const doublings = Math.max(0, Math.ceil(Math.log2(fastest * time)) + 1);
  const expected = (fastest * time) / 2 ** doublings;
  const one = new Float64Array(size * size);
  for (const [state, row] of chain.rates.entries()) {
    for (const [to, rate] of row) one[state * size + to] = rate / fastest;
    one[state * size + size - 1] = itemAt(chain.ends, state) / fastest;
    one[state * size + state] = (fastest - itemAt(leaving, state)) / fastest;
  }
  one[size * size - 1] = 1;
  let power = stepMatrix(one, size, expected);
  for (let doubled = 0; doubled < doublings; doubled++) power = product(power, power, size);
  return Math.min(1, itemAt(power, size - 1));
}

const mostTerms = 24;
const mostEvents = 1e9;

/** Returns the sum over the number of events k of a Poisson distribution: its probability times the k-th power. */
function stepMatrix(one: Float64Array, size: number, expected: number): Float64Array {
  const sum = new Float64Array(size * size);
  let power = new Float64Array(size * size);
  for (let state = 0; state < size; state++) power[state * size + state] = 1;
  let weight = Math.exp(-expected);
  for (let events = 0; events < mostTerms; events++) {
    for (let place = 0; place < sum.length; place++) sum[place] = itemAt(sum, place) + weight * itemAt(power, place);
    power = product(power, one, size);
    weight *= expected / (events + 1);
  }
  return sum;
}

function product(a: Float64Array, b: Float64Array, size: number): Float64Array<ArrayBuffer> {
  const result = new Float64Array(size * size);
  // All indexes are inside; to assert that would cost a sixth of the time.
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < size; k++) {
      const factor = a[i * size + k] ?? 0;
      if (factor === 0) continue;
      for (let j = 0; j < size; j++)
        result[i * size + j] = (result[i * size + j] ?? 0) + factor * (b[k * size + j] ?? 0);
    }
  }
  return result;
}
