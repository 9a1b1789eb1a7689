/**
 * Decision diagrams: binary ones for what a formula says (Bryant 1986), zero-suppressed ones for its minimal solutions
 * (Minato 1993), derived as by Rauzy, "New algorithms for fault trees analysis" (1993), which finds those of functions
 * that are not monotone, too. Variables are numbers in the order of the diagram; 0 is false, or no set; 1 is true, or
 * the empty set alone.
 */

import { at, itemAt } from '../model/common/lookup.ts';

/** A node of a diagram. */
export type Diagram = number;

/** Thrown when a diagram passes the limit of its nodes. */
export class DiagramTooLarge extends Error {}

/** Diagrams that share their nodes. */
export interface Diagrams {
  readonly variable: (index: number) => Diagram;
  readonly or: (a: Diagram, b: Diagram) => Diagram;
  readonly and: (a: Diagram, b: Diagram) => Diagram;
  readonly not: (f: Diagram) => Diagram;
  /** Returns the function that is true of all sets of variables that contain one of which a function is. */
  readonly upward: (f: Diagram) => Diagram;
  /** Returns that at least `least` of the inputs hold. */
  readonly atLeast: (least: number, inputs: readonly Diagram[]) => Diagram;
  /** Returns the diagram of the minimal sets of variables that make a function true. */
  readonly minimal: (f: Diagram) => Diagram;
  /** Returns the variable of a node that is neither 0 nor 1, and its branches without and with it. */
  readonly node: (f: Diagram) => { readonly variable: number; readonly low: Diagram; readonly high: Diagram };
  /** Returns the function with one variable fixed. */
  readonly restrict: (f: Diagram, variable: number, value: boolean) => Diagram;
  /** Returns the probability that a function is true where its variables are independent. */
  readonly probability: (f: Diagram, of: (variable: number) => number) => number;
}

/** Deeper recursion could pass the stack. */
const mostVariables = 4000;
const terminal = 0x7fffffff;
/** The first and the largest size of the table of results. */
const [firstBits, mostBits] = [8, 16];
/** The most steps of all operations together, by the limit of nodes: results that were forgotten are computed again. */
const stepsPerNode = 16;

/** Creates an empty set of diagrams. A node takes 12 bytes, and 4 to 8 in the table. */
export function createDiagrams(nodeLimit: number): Diagrams {
  const nodes = createNodes(nodeLimit);
  const { make, variableOf, lowOf, highOf } = nodes;
  const cached = createCache();
  let steps = 0;
  const step = (): void => {
    steps += 1;
    if (steps > stepsPerNode * nodeLimit) throw new DiagramTooLarge();
  };
  const either = (a: Diagram, b: Diagram): Diagram => {
    if (a === b || b === 0) return a;
    if (a === 0) return b;
    if (a === 1 || b === 1) return 1;
    return split(either, orCode, Math.min(a, b), Math.max(a, b));
  };
  const both = (a: Diagram, b: Diagram): Diagram => {
    if (a === b || b === 1) return a;
    if (a === 1) return b;
    if (a === 0 || b === 0) return 0;
    return split(both, andCode, Math.min(a, b), Math.max(a, b));
  };
  function split(apply: (a: Diagram, b: Diagram) => Diagram, code: number, a: Diagram, b: Diagram): Diagram {
    const known = cached.find(code, a, b);
    if (known >= 0) return known;
    step();
    const variable = Math.min(variableOf(a), variableOf(b));
    const low = apply(variableOf(a) === variable ? lowOf(a) : a, variableOf(b) === variable ? lowOf(b) : b);
    const high = apply(variableOf(a) === variable ? highOf(a) : a, variableOf(b) === variable ? highOf(b) : b);
    return cached.keep(code, a, b, low === high ? low : make(variable, low, high));
  }
  const withMember = (variable: number, low: Diagram, high: Diagram): Diagram =>
    high === 0 ? low : make(variable, low, high);
  /** Returns the sets of `u` that contain no set of `v`. */
  const without = (u: Diagram, v: Diagram): Diagram => {
    if (u === 0 || v === 1) return 0;
    if (v === 0 || u === 1) return u;
    const [x, y] = [variableOf(u), variableOf(v)];
    if (x > y) return without(u, lowOf(v));
    const known = cached.find(withoutCode, u, v);
    if (known >= 0) return known;
    step();
    const high = without(highOf(u), x === y ? lowOf(v) : v);
    const left = x === y ? without(high, highOf(v)) : high;
    return cached.keep(withoutCode, u, v, withMember(x, without(lowOf(u), x === y ? lowOf(v) : v), left));
  };
  const solutions = new Map<Diagram, Diagram>();
  const minimal = (f: Diagram): Diagram => {
    if (f < 2) return f;
    const known = solutions.get(f);
    if (known !== undefined) return known;
    const low = minimal(lowOf(f));
    const found = withMember(variableOf(f), low, without(minimal(highOf(f)), low));
    solutions.set(f, found);
    return found;
  };
  return {
    variable: (index) => {
      if (index >= mostVariables) throw new DiagramTooLarge();
      return make(index, 0, 1);
    },
    or: either,
    and: both,
    not: createOpposites(nodes),
    upward: createUpward(nodes, either),
    atLeast: (least, inputs) => {
      if (least > inputs.length) return 0;
      if (least === inputs.length) return inputs.reduceRight((all, input) => both(input, all), 1);
      // `row[k]`: at least k of the inputs so far.
      const row: Diagram[] = [1];
      for (const input of inputs) {
        for (let k = Math.min(least, row.length); k >= 1; k--)
          row[k] = either(row[k] ?? 0, both(input, itemAt(row, k - 1)));
      }
      return itemAt(row, Math.max(0, least));
    },
    minimal,
    node: (f) => ({ variable: variableOf(f), low: lowOf(f), high: highOf(f) }),
    restrict: (f, variable, value) => restricted(nodes, f, variable, value),
    probability: (f, of) => probabilityOf(nodes, f, of),
  };
}

function createOpposites({ make, variableOf, lowOf, highOf }: Nodes): (f: Diagram) => Diagram {
  const known = new Map<Diagram, Diagram>([
    [0, 1],
    [1, 0],
  ]);
  const opposite = (f: Diagram): Diagram => {
    const found = known.get(f) ?? make(variableOf(f), opposite(lowOf(f)), opposite(highOf(f)));
    known.set(f, found);
    return found;
  };
  return opposite;
}

/** What is true without a variable is true with it, too. */
function createUpward(
  { make, variableOf, lowOf, highOf }: Nodes,
  either: (a: Diagram, b: Diagram) => Diagram,
): (f: Diagram) => Diagram {
  const known = new Map<Diagram, Diagram>([
    [0, 0],
    [1, 1],
  ]);
  const upward = (f: Diagram): Diagram => {
    const found = known.get(f);
    if (found !== undefined) return found;
    const low = upward(lowOf(f));
    const high = either(low, upward(highOf(f)));
    const result = low === high ? low : make(variableOf(f), low, high);
    known.set(f, result);
    return result;
  };
  return upward;
}

function restricted({ make, variableOf, lowOf, highOf }: Nodes, f: Diagram, variable: number, value: boolean): Diagram {
  const known = new Map<Diagram, Diagram>();
  const restrict = (g: Diagram): Diagram => {
    if (variableOf(g) > variable) return g;
    if (variableOf(g) === variable) return value ? highOf(g) : lowOf(g);
    const found = known.get(g);
    if (found !== undefined) return found;
    const [low, high] = [restrict(lowOf(g)), restrict(highOf(g))];
    const result = low === high ? low : make(variableOf(g), low, high);
    known.set(g, result);
    return result;
  };
  return restrict(f);
}

/** Adds up a diagram: of a variable, with its probability, one branch, and else the other. */
function probabilityOf({ variableOf, lowOf, highOf }: Nodes, f: Diagram, of: (variable: number) => number): number {
  const known = new Map<Diagram, number>();
  const measure = (g: Diagram): number => {
    if (g < 2) return g;
    const found = known.get(g);
    if (found !== undefined) return found;
    const p = of(variableOf(g));
    const sum = p * measure(highOf(g)) + (1 - p) * measure(lowOf(g));
    known.set(g, sum);
    return sum;
  };
  return measure(f);
}

const [orCode, andCode, withoutCode] = [1, 2, 3];

interface Nodes {
  readonly make: (variable: number, low: Diagram, high: Diagram) => Diagram;
  readonly variableOf: (f: Diagram) => number;
  readonly lowOf: (f: Diagram) => Diagram;
  readonly highOf: (f: Diagram) => Diagram;
}

const mix = (a: number, b: number, c: number): number => {
  const h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35);
  return (h ^ (h >>> 15)) >>> 0;
};

/** Creates the nodes, each of which exists once. */
function createNodes(nodeLimit: number): Nodes {
  let capacity = 1 << firstBits;
  let triples = new Int32Array(3 * capacity);
  let table = new Int32Array(2 * capacity);
  let count = 2;
  triples.set([terminal, 0, 0, terminal, 1, 1]);
  const variableOf = (f: Diagram): number => at(triples, 3 * f);
  const lowOf = (f: Diagram): Diagram => at(triples, 3 * f + 1);
  const highOf = (f: Diagram): Diagram => at(triples, 3 * f + 2);
  const slotOf = (variable: number, low: Diagram, high: Diagram): number => {
    let slot = mix(variable, low, high) & (table.length - 1);
    for (let id = at(table, slot); id !== 0; id = at(table, slot)) {
      if (variableOf(id) === variable && lowOf(id) === low && highOf(id) === high) break;
      slot = (slot + 1) & (table.length - 1);
    }
    return slot;
  };
  const grow = (): void => {
    capacity *= 2;
    const wider = new Int32Array(3 * capacity);
    wider.set(triples);
    triples = wider;
    table = new Int32Array(2 * capacity);
    for (let id = 2; id < count; id++) table[slotOf(variableOf(id), lowOf(id), highOf(id))] = id;
  };
  return {
    make: (variable, low, high) => {
      const slot = slotOf(variable, low, high);
      const known = at(table, slot);
      if (known !== 0) return known;
      if (count >= nodeLimit) throw new DiagramTooLarge();
      const id = count++;
      triples[3 * id] = variable;
      triples[3 * id + 1] = low;
      triples[3 * id + 2] = high;
      table[slot] = id;
      if (count === capacity) grow();
      return id;
    },
    variableOf,
    lowOf,
    highOf,
  };
}

/** A table of results that forgets: two keys with one place displace each other. It grows up to a limit. */
function createCache() {
  let keys = new Int32Array(3 << firstBits);
  let results = new Int32Array(1 << firstBits);
  let kept = 0;
  const placeOf = (code: number, a: Diagram, b: Diagram): number => mix(code, a, b) & (results.length - 1);
  const put = (code: number, a: Diagram, b: Diagram, result: Diagram): void => {
    const place = placeOf(code, a, b);
    keys[3 * place] = code;
    keys[3 * place + 1] = a;
    keys[3 * place + 2] = b;
    results[place] = result;
  };
  const grow = (): void => {
    const [before, known] = [keys, results];
    keys = new Int32Array(2 * before.length);
    results = new Int32Array(2 * known.length);
    for (const [place, result] of known.entries()) {
      const code = at(before, 3 * place);
      if (code !== 0) put(code, at(before, 3 * place + 1), at(before, 3 * place + 2), result);
    }
  };
  return {
    find: (code: number, a: Diagram, b: Diagram): Diagram => {
      const place = placeOf(code, a, b);
      const isKnown = keys[3 * place] === code && keys[3 * place + 1] === a && keys[3 * place + 2] === b;
      return isKnown ? at(results, place) : -1;
    },
    keep: (code: number, a: Diagram, b: Diagram, result: Diagram): Diagram => {
      if (2 * kept >= results.length && results.length < 1 << mostBits) grow();
      kept += 1;
      put(code, a, b, result);
      return result;
    },
  };
}
