/**
 * Adds up explorations of different combinations of one check: together they say what the exploration of all of these
 * would have said.
 */
import { type Broken, type Exploration, type Hashed, hashedWith, type Unexplored } from './verdict.ts';

/** Returns the sum of one or more explorations, in the order of their combinations. */
export function addExplorations(explorations: readonly Exploration[]): Exploration {
  const sum = (countOf: (each: Exploration) => number): number =>
    explorations.reduce((all, each) => all + countOf(each), 0);
  const most = (countOf: (each: Exploration) => number): number => Math.max(0, ...explorations.map(countOf));
  return {
    states: sum(({ states }) => states),
    transitions: sum(({ transitions }) => transitions),
    queue: sum(({ queue }) => queue),
    depth: most(({ depth }) => depth),
    // The memory of one combination is free before the next.
    bytes: most(({ bytes }) => bytes),
    variants: most(({ variants }) => variants),
    broken: explorations.flatMap(({ broken }) => broken),
    isReduced: explorations.some(({ isReduced }) => isReduced),
    hasPiles: explorations.some(({ hasPiles }) => hasPiles),
    unreached: unreachedByAll(explorations),
    unexplored: unexploredByAny(explorations),
  };
}

/** Returns what the members of a swarm found, each of which searched the same anew: of each violation the shortest run. */
export function addSwarmMembers(members: readonly Exploration[]): Exploration {
  const [only, ...others] = members;
  if (only !== undefined && others.length === 0) return only;
  const shortest = new Map<string, Broken>();
  for (const broken of members.flatMap((member) => member.broken)) {
    const key = `${broken.kind} ${String(broken.place)}`;
    const known = shortest.get(key);
    if (known === undefined || broken.counterexample.steps < known.counterexample.steps) shortest.set(key, broken);
  }
  const sum = addExplorations(members);
  const most = (countOf: (each: Exploration) => number): number => Math.max(0, ...members.map(countOf));
  return {
    ...sum,
    states: most(({ states }) => states),
    transitions: most(({ transitions }) => transitions),
    broken: [...shortest.values()],
  };
}

/** Reached is what some combination reaches; unknown if any was left early. */
function unreachedByAll(explorations: readonly Exploration[]): Exploration['unreached'] {
  const [first, ...others] = explorations.map(({ unreached }) => unreached);
  const places = others.map((unreached) => unreached && new Set(unreached.map(({ place }) => place)));
  if (places.includes(undefined)) return undefined;
  return first?.filter(({ place }) => places.every((each) => each?.has(place)));
}

/** Equal limits are one entry, in the order in which they came; each fault is one of its own, after them. */
function unexploredByAny(explorations: readonly Exploration[]): Unexplored[] {
  const all = explorations.flatMap(({ unexplored }) => unexplored);
  const limits = new Map<string, Unexplored>();
  for (const each of all.filter(({ limit }) => limit !== 'fault')) {
    const key = `${each.limit} ${each.why ?? ''} ${each.hashed?.kind ?? ''}`;
    const known = limits.get(key);
    const step = Math.max(each.step ?? 0, known?.step ?? 0);
    limits.set(key, {
      ...each,
      states: each.states + (known?.states ?? 0),
      ...(each.step !== undefined && { step }),
      ...longerQueue(each.grown, known?.grown),
      ...(each.hashed !== undefined && { hashed: addHashed(each.hashed, known?.hashed) }),
    });
  }
  return [...limits.values(), ...all.filter(({ limit }) => limit === 'fault')];
}

/** Returns the longer one of two queues. */
function longerQueue(one: Unexplored['grown'], other: Unexplored['grown']): Pick<Unexplored, 'grown'> {
  const grown = one !== undefined && (other === undefined || one.messages >= other.messages) ? one : other;
  return grown === undefined ? {} : { grown };
}

/** Returns what two searches by hashes may have omitted together. */
export function addHashed(one: Hashed, other: Hashed | undefined): Hashed {
  if (other === undefined) return one;
  return hashedWith({
    kind: one.kind,
    states: one.states + other.states,
    expected: one.expected + other.expected,
    ...(one.factor !== undefined && { factor: Math.min(one.factor, other.factor ?? one.factor) }),
  });
}
