/**
 * Runs in which something never comes, and instants that never end, found by asking who reaches whom. A run that goes
 * round for ever is one where whoever waits for a turn in each state gets it, or does not go on waiting along some way.
 */
import type { Check, Property } from '../../../../language/src/model/scenario.ts';

/** One way on. */
export interface Way {
  readonly to: string;
  /** Whose turn it is. */
  readonly owed: string | undefined;
  /** Who does not go on waiting for a turn along it: whose timer was disarmed, even if it was armed again. */
  readonly relieved: readonly string[];
}

/** One state, and the ways on from it. */
export interface Place {
  readonly depth: number;
  readonly isCut: boolean;
  readonly ways: readonly Way[];
}

/** The turn of time: no run with an exact clock holds it up for ever. Where time passes by itself, that is no step. */
export const time = 'time';

/** The states of a check by their texts, and whether one holds something. */
export interface Searched<Node extends Place> {
  readonly nodes: ReadonlyMap<string, Node>;
  readonly clock: Check['clock'];
  readonly holds: (condition: Property['condition'], node: Node) => boolean;
}

/** Returns the runs that break the properties of whole runs, each by the steps to where it stays. */
export function brokenAtLast<Node extends Place>(searched: Searched<Node>, properties: readonly Property[]): string[] {
  const endless = searched.clock === 'exact' ? withoutEnd(searched) : [];
  return [...endless, ...properties.flatMap((property) => neverComes(searched, property))];
}

/** The first instant that never ends: all that happens is due, and no time passes. */
function withoutEnd<Node extends Place>({ nodes }: Searched<Node>): string[] {
  const isAtOnce = ({ owed, relieved }: Way): boolean =>
    owed !== undefined && owed !== time && !relieved.includes(time);
  const goesRound = roundsIn(nodes, { waits: [], goes: isAtOnce });
  const depths = [...nodes].filter(([text]) => goesRound(text)).map(([, { depth }]) => depth);
  return depths.length === 0 ? [] : [`error ${Math.min(...depths)}`];
}

/** A part of all ways, and who waits in each state. */
interface Part {
  readonly waits: readonly string[];
  readonly goes: (way: Way) => boolean;
}

/** Returns whether a run can go round from a state for ever, within a part. */
function roundsIn(nodes: ReadonlyMap<string, Place>, { waits, goes }: Part): (text: string) => boolean {
  const onward = (text: string): Way[] => {
    const node = nodes.get(text);
    // Nobody knows all that a state which is cut off leads to.
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

function neverComes<Node extends Place>(
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
  // Breadth first over pairs: where the run is, and whether it waits already.
  interface Standing {
    readonly text: string;
    readonly waits: boolean;
  }
  const seen = new Set<string>();
  const arriveAt = (to: string, hasBegun: boolean): Standing[] => {
    if (hasBegun) return open.has(to) ? [{ text: to, waits: true }] : [];
    return (begins(to) ? [true, false] : [false]).map((waits) => ({ text: to, waits }));
  };
  /** All that is come to without a step, none of it known before. */
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
