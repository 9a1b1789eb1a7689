/**
 * Finds runs in which something never happens, and instants that never end, by pairwise reachability. In an infinite
 * run, whoever waits for a turn in each state gets it, or stops waiting at some step.
 */
import type { Check, Property } from '../../../../language/src/model/scenario.ts';

/** An edge to a next state. */
export interface Way {
  readonly to: string;
  /** Whose turn it is. */
  readonly owed: string | undefined;
  /** Those who stop waiting for a turn on this edge: their timer was disarmed, even if it was armed again. */
  readonly relieved: readonly string[];
}

/** A state and its outgoing edges. */
export interface SearchState {
  readonly depth: number;
  readonly isCut: boolean;
  readonly ways: readonly Way[];
}

/** The turn of time: no infinite run with an exact clock may stop it. Time that passes by itself is no step. */
export const time = 'time';

/** The states of a check by their texts, and whether a property holds in one. */
export interface Searched<Node extends SearchState> {
  readonly nodes: ReadonlyMap<string, Node>;
  readonly clock: Check['clock'];
  readonly holds: (condition: Property['condition'], node: Node) => boolean;
}

/** Returns the violations of properties of whole runs, each with the length of a run to where it stays. */
export function brokenAtLast<Node extends SearchState>(
  searched: Searched<Node>,
  properties: readonly Property[],
): string[] {
  const endless = searched.clock === 'exact' ? withoutEnd(searched) : [];
  return [...endless, ...properties.flatMap((property) => neverComes(searched, property))];
}

/** Returns the first instant that never ends: everything that happens is due, and no time passes. */
function withoutEnd<Node extends SearchState>({ nodes }: Searched<Node>): string[] {
  const isAtOnce = ({ owed, relieved }: Way): boolean =>
    owed !== undefined && owed !== time && !relieved.includes(time);
  const goesRound = roundsIn(nodes, { waits: [], goes: isAtOnce });
  const depths = [...nodes].filter(([text]) => goesRound(text)).map(([, { depth }]) => depth);
  return depths.length === 0 ? [] : [`error ${Math.min(...depths)}`];
}

/** A subset of all edges, and who waits in each state. */
interface Part {
  readonly waits: readonly string[];
  readonly goes: (way: Way) => boolean;
}

/** Returns whether an infinite run from a state exists within a subset. */
function roundsIn(nodes: ReadonlyMap<string, SearchState>, { waits, goes }: Part): (text: string) => boolean {
  const onward = (text: string): Way[] => {
    const node = nodes.get(text);
    // The successors of a state at a bound are incomplete.
    return node === undefined || node.isCut ? [] : node.ways.filter(goes);
  };
  const known = new Map<string, ReadonlySet<string>>();
  const reachedFrom = (text: string): ReadonlySet<string> => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const reached = new Set<string>();
    const more = onward(text).map(({ to }) => to);
    for (const next of more) {
      if (reached.has(next)) continue;
      reached.add(next);
      more.push(...onward(next).map(({ to }) => to));
    }
    known.set(text, reached);
    return reached;
  };
  return (text) => {
    const around = new Set([...reachedFrom(text)].filter((other) => reachedFrom(other).has(text)));
    if (!around.has(text)) return false;
    const owed = new Set([...waits, ...(nodes.get(text)?.ways ?? []).flatMap((way) => way.owed ?? [])]);
    return [...owed].every((each) =>
      [...around].some(
        (other) =>
          !(waits.includes(each) || nodes.get(other)?.ways.some((way) => way.owed === each)) ||
          onward(other).some((way) => around.has(way.to) && (way.owed === each || way.relieved.includes(each))),
      ),
    );
  };
}

function neverComes<Node extends SearchState>(
  { nodes, clock, holds }: Searched<Node>,
  { kind, condition, goal }: Property,
): string[] {
  if (kind !== 'eventually' && kind !== 'leads to') return [];
  const open = new Set([...nodes].filter(([, node]) => !holds(goal ?? condition, node)).map(([text]) => text));
  const begins = (text: string): boolean => {
    const node = nodes.get(text);
    if (node === undefined || !open.has(text)) return false;
    return kind === 'eventually' ? node.depth === 0 : holds(condition, node);
  };
  const goesRound = roundsIn(nodes, { waits: clock === 'exact' ? [time] : [], goes: ({ to }) => open.has(to) });
  const staysFrom = (text: string): boolean => {
    const node = nodes.get(text);
    return node?.isCut === false && (node.ways.every(({ owed }) => owed === undefined) || goesRound(text));
  };
  // Breadth-first search over pairs: the state of the run, and whether it already waits.
  interface Standing {
    readonly text: string;
    readonly waits: boolean;
  }
  const seen = new Set<string>();
  const arriveAt = (to: string, hasBegun: boolean): Standing[] => {
    if (hasBegun) return open.has(to) ? [{ text: to, waits: true }] : [];
    return (begins(to) ? [true, false] : [false]).map((waits) => ({ text: to, waits }));
  };
  /** Returns everything reachable without a step and not yet known. */
  const atOnce = (all: readonly Standing[]): Standing[] => {
    const found: Standing[] = [];
    const more = [...all];
    for (const each of more) {
      const mark = `${each.waits ? 'waits' : 'goes'} ${each.text}`;
      if (seen.has(mark)) continue;
      seen.add(mark);
      found.push(each);
      const passing = (nodes.get(each.text)?.ways ?? []).filter(({ owed }) => owed === time);
      more.push(...passing.flatMap(({ to }) => arriveAt(to, each.waits)));
    }
    return found;
  };
  const starts = [...nodes].filter(([, { depth }]) => depth === 0).map(([text]) => text);
  let level = atOnce(starts.flatMap((text) => arriveAt(text, false)));
  for (let depth = 0; level.length > 0; depth++) {
    if (level.some(({ text, waits }) => waits && staysFrom(text))) return [`${kind} ${depth}`];
    level = atOnce(
      level.flatMap(({ text, waits }) =>
        (nodes.get(text)?.ways ?? []).flatMap(({ to, owed }) => (owed === time ? [] : arriveAt(to, waits))),
      ),
    );
  }
  return [];
}
