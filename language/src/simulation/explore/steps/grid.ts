/**
 * The instants at which the environment acts in an exploration with an exact clock: multiples of a step that divides
 * all durations, which is enough for every order in which anything can happen. Where that is no proof, it is a
 * resolution that the answer states. Why: language/docs/concepts/exact-time.md.
 */
import { collectorDefaults } from '../../../analysis/leases/collector-settings.ts';
import type { Model } from '../../../model/model.ts';
import type { Check } from '../../../model/scenario.ts';
import type { Move } from '../../play/environment.ts';
import { durationsIn, mayWait } from '../../play/free-time.ts';
import type { Entry, State } from '../../kernel/run.ts';
import { leasesKey } from '../relevance/lease-parts.ts';
import { relevanceOf } from '../relevance/relevance.ts';
import { setsClocks } from '../relevance/time-kept.ts';
import { pastOfLeases } from '../relevance/watched-leases.ts';

/** The grid of one exploration. */
export interface Grid {
  /** True if it depends on the pending entries of explored states. */
  readonly learns: boolean;
  /** Records the pending entries of an explored state. */
  readonly see: (state: Pending, until: number | undefined) => void;
  /** Returns true if making a move of the environment later makes a difference, after it was made at once. */
  readonly isLaterElse: (made: MadeAtOnce) => boolean;
  /**
   * Returns the times that the environment waits before it acts in a state, besides not at all; round numbers first.
   */
  readonly waits: (state: Pick<State, 'now'>, leeway: number) => readonly number[];
  /** Returns true if the waits used turned out too far apart. */
  readonly isTooCoarse: () => boolean;
  /** Starts again with the knowledge so far. */
  readonly restart: () => void;
  /**
   * Returns the microseconds between two instants, where they are not proved sufficient, and the states in which that
   * mattered.
   */
  readonly resolution: () => { readonly step: number; readonly states: number } | undefined;
  /** Returns what it has learned and counted so far. */
  readonly known: () => GridKnowledge;
  /** Goes on from that. */
  readonly resume: (known: GridKnowledge) => void;
}

/** The part of a state that a grid learns from. */
interface Pending extends Pick<State, 'now'> {
  readonly agenda: readonly Pick<Entry, 'at'>[];
  readonly held: readonly Pick<Entry, 'at'>[];
}

/** What a grid has learned and counted. */
export interface GridKnowledge {
  readonly unit: number;
  readonly isUsed: boolean;
  readonly isTooCoarse: boolean;
  readonly stated: number;
  readonly states: number;
}

/** A move of the environment, made at once. */
interface MadeAtOnce {
  readonly before: State;
  readonly move: Move;
  readonly after: State;
  /** The longest time it may wait. */
  readonly leeway: number;
  /** The plain step that comes at its own time, if there is one left. */
  readonly next?: unknown;
}

/** The most instants between two due entries; more are thinned out to `fewInstants`. */
const mostInstants = 4000;
const fewInstants = 200;
/** The greatest factor by which a grid is finer than all durations, and the factor if there is no end of events. */
const mostParts = 12;
const fewParts = 4;

/** Creates the grid of a check; undefined where the environment has no choice of instants. */
export function createGrid(model: Model, check: Check): Grid | undefined {
  if (check.clock === 'any' && check.steps.length === 0) return undefined;
  if (check.faults.length + timedOf(check).length === 0) return undefined;
  const kind = kindOf(model, check);
  let unit = kind.unit;
  let isUsed = false;
  let isTooCoarse = false;
  let stated = 0;
  let states = 0;
  let last: { readonly state: Pick<State, 'now'> | undefined; readonly waits: readonly number[] } = {
    state: undefined,
    waits: [],
  };

  const stepOf = (all: number): number => {
    const step = partOf(unit, kind.parts);
    const taken = all / step > mostInstants ? step * Math.ceil(all / fewInstants / step) : step;
    if (kind.isStated || taken > step) {
      stated = Math.max(stated, taken);
      states += 1;
    }
    return taken;
  };
  return {
    learns: kind.learns,
    see({ now, agenda, held }, until) {
      if (!kind.learns) return;
      const before = unit;
      const learn = (wait: number): void => {
        if (unit === 0 || wait % partOf(unit, kind.parts) !== 0) unit = commonDivisor(unit, Math.abs(wait));
      };
      for (const { at } of agenda) learn(at - now);
      for (const { at } of held) learn(at - now);
      if (until !== undefined) learn(until - now);
      if (isUsed && unit !== before) isTooCoarse = true;
    },
    isLaterElse: (made) => mayWait(made.move) && made.leeway > 0 && (kind.readsTime || isTimed(kind, made)),
    waits(state, most) {
      if (state === last.state) return last.waits;
      isUsed = true;
      const step = stepOf(most);
      const found = [most];
      for (let wait = step - (state.now % step); wait < most; wait += step) found.push(wait);
      last = { state, waits: roundFirst(state.now, found) };
      return last.waits;
    },
    isTooCoarse: () => isTooCoarse,
    restart() {
      [isUsed, isTooCoarse, stated, states] = [false, false, 0, 0];
    },
    resolution: () => (stated === 0 ? undefined : { step: stated, states }),
    known: () => ({ unit, isUsed, isTooCoarse, stated, states }),
    resume(known) {
      ({ unit, isUsed, isTooCoarse, stated, states } = known);
      last = { state: undefined, waits: [] };
    },
  };
}

/** The rules by which the instants of a check are chosen. */
interface Kind {
  /** Microseconds that divide all durations known so far; 0 for none yet. */
  readonly unit: number;
  /** True if `unit` is learned from the pending entries. */
  readonly learns: boolean;
  /** The grid is at least this many times as fine. */
  readonly parts: number;
  readonly isStated: boolean;
  /** True if the judgement of a state depends on the time. */
  readonly readsTime: boolean;
  readonly hasLeases: boolean;
}

function kindOf(model: Model, check: Check): Kind {
  const { readsClock } = relevanceOf(model, check, check.steps);
  const hasLeases = model.collectors.length > 0;
  const keepsPast = hasLeases && pastOfLeases(check).spans;
  const events = freeEvents(model, check, keepsPast);
  const readsTime = readsClock || keepsPast;
  if (!readsClock && !hasLeases && !setsClocks(model, check)) {
    return { unit: 0, learns: true, parts: 1, isStated: false, readsTime, hasLeases };
  }
  const isStated = readsClock || setsClocks(model, check) || events >= mostParts;
  const written = [...durationsIn(model, check), ...(hasLeases ? usualTimes(model) : [])];
  return {
    unit: written.reduce(commonDivisor, 0) || 1_000_000,
    learns: !isStated,
    // With one event alone half a unit represents everything between two multiples.
    parts: Math.max(isStated ? 2 : 1, Math.min(events < Infinity ? events + 1 : fewParts, mostParts)),
    ...{ isStated, readsTime, hasLeases },
  };
}

/** Returns the defaults of the times that a collector does not set. */
function usualTimes({ collectors: [collector] }: Model): number[] {
  const said = new Set(collector?.settings.map(({ name }) => name));
  return Object.entries(collectorDefaults).flatMap(([name, time]) => (said.has(name) || time === 0 ? [] : 1000 * time));
}

/**
 * Returns what the environment may do at a time of its own: nothing before the last plain step, where the clock is
 * exact in any case.
 */
const timedOf = ({ clock, possibilities }: Check): Check['possibilities'] => (clock === 'exact' ? possibilities : []);

/** Returns the greatest number of times the environment can leave a time of its own in a run. */
function freeEvents({ entities }: Model, check: Check, keepsPast: boolean): number {
  const lost = keepsPast ? 1 : 0;
  const times = { crash: 2, halt: 1, pause: 2, lose: lost, duplicate: lost, reorder: 0 } as const;
  // What fails together comes back one by one.
  const timesOf = ({ kind, together }: Check['faults'][number]): number =>
    times[kind] === 2 && together === true ? 1 + entities.length : times[kind];
  return (
    check.faults.reduce((sum, fault) => sum + timesOf(fault) * fault.upTo, 0) +
    timedOf(check).reduce((sum, { upTo = Infinity }) => sum + upTo, 0)
  );
}

/** Returns true if a move has left its time in the state: some pending entry depends on it, and some other does not. */
function isTimed({ hasLeases }: Kind, { before, move, after, next }: MadeAtOnce): boolean {
  // The clock of what is held back stands still, then resumes: that is a time of its own.
  if (before.held !== after.held) return true;
  const known = duesIn(before);
  const now = [...duesIn(after)];
  if (hasLeases) {
    const isOfNetwork = move.kind === 'lose' || move.kind === 'duplicate';
    return !isOfNetwork || now.some((due) => !known.has(due)) || !isSameLeases(before, after);
  }
  return now.some((due) => !known.has(due)) && (next !== undefined || now.some((due) => known.has(due)));
}

const duesIn = ({ agenda, held }: State): Set<Entry['due']> =>
  new Set((held.length === 0 ? agenda : [...agenda, ...held]).map(({ due }) => due));

/** Freed boxes stay freed, whenever that is examined. */
const kept = { spans: false, freed: true };

const isSameLeases = ({ leases: before }: State, { leases: after }: State): boolean =>
  before === undefined || after === undefined || leasesKey(before, kept) === leasesKey(after, kept);

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));

/**
 * Returns the largest divisor of a unit that is at most a `parts`-th of it, but at least the microsecond that the clock
 * itself shows.
 */
function partOf(unit: number, parts: number): number {
  for (let count = parts; count < unit; count++) if (unit % count === 0) return unit / count;
  return 1;
}

/**
 * Sorts waits by how round the resulting clock time is, roundest first; the wait that coincides with a due entry is
 * last.
 */
function roundFirst(now: number, waits: readonly number[]): readonly number[] {
  const most = Math.max(...waits);
  return waits
    .map((wait) => ({ wait, zeros: wait === most ? -1 : zerosOf(now + wait) }))
    .sort((a, b) => b.zeros - a.zeros || a.wait - b.wait)
    .map(({ wait }) => wait);
}

/** Returns how many zeros a time ends with. */
function zerosOf(time: number): number {
  if (time === 0) return 1;
  let zeros = 0;
  for (let rest = time; rest % 10 === 0; rest /= 10) zeros += 1;
  return zeros;
}
