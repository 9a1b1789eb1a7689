/**
 * What ends because nothing needs it any more: each unit with `StopWhenUnneeded=` once all that keep it running have
 * stopped, or have failed and are not started again, and what stops with it.
 */
import { append } from '../../model/common/append.ts';
import { itemAt, required } from '../../model/common/lookup.ts';
import type { UnitDependency } from './unit.ts';

/** The dependencies by which units stop and end without that. */
export interface UnitEnds {
  readonly units: readonly string[];
  /** One dependency for each unit whose stop stops one, and for each whose failure does. */
  readonly stopsWith: (unit: string) => readonly UnitDependency[];
  readonly endsWith: (unit: string) => readonly UnitDependency[];
  /** The dependencies that keep a running unit with `StopWhenUnneeded=` running; none for all others. */
  readonly needersOf: (unit: string) => readonly UnitDependency[];
  readonly isRunning: (unit: string) => boolean;
  /** Returns true if what fails needs nothing any more: systemd does not start it again. */
  readonly isOver: (unit: string) => boolean;
}

/** What stops, and ends, by a unit that leaves others unneeded: one dependency for each of the nearest such units. */
export interface UnneededEnds {
  readonly stops: ReadonlyMap<string, readonly UnitDependency[]>;
  readonly ends: ReadonlyMap<string, readonly UnitDependency[]>;
}

type Way = keyof UnneededEnds;

/** What an end takes along, in order; each with the dependency by which it goes, that of the first on itself left out. */
type TakenAlong = ReadonlyMap<string, UnitDependency | undefined>;

/** Returns both. Cost: for each unit, what its end takes along. */
export function unneededEnds(given: UnitEnds): UnneededEnds {
  const { units } = given;
  const needers = new Map(units.flatMap((unit) => needersIn(given, unit)));
  if (needers.size === 0) return { stops: new Map(), ends: new Map() };
  const pinned = new Map<string, string[]>();
  for (const [unit, own] of needers) for (const { from } of own) append(pinned, from, unit);
  const stopping = reversed(units, given.stopsWith);
  const ending = reversed(units, given.endsWith);
  const found = (way: Way): Map<string, UnitDependency[]> => {
    const first = way === 'stops' ? stopping : ending;
    const isOver = way === 'stops' ? (): boolean => true : given.isOver;
    const taken = (unit: string, without: boolean): TakenAlong =>
      takenAlong(unit, {
        way,
        first,
        stopping,
        isRunning: given.isRunning,
        isOver,
        pinned: without ? new Map() : pinned,
        needers,
      });
    return nearest(
      new Map(units.map((unit) => [unit, taken(unit, false)])),
      new Map(units.map((unit) => [unit, taken(unit, true)])),
      given.isRunning,
    );
  };
  return { stops: found('stops'), ends: found('ends') };
}

function needersIn({ needersOf }: UnitEnds, unit: string): [string, readonly UnitDependency[]][] {
  const own = needersOf(unit);
  return own.length > 0 ? [[unit, own]] : [];
}

/** Returns what goes with each unit, by the dependencies of what goes. */
function reversed(
  units: readonly string[],
  from: (unit: string) => readonly UnitDependency[],
): ReadonlyMap<string, readonly (readonly [string, UnitDependency])[]> {
  const found = new Map<string, (readonly [string, UnitDependency])[]>();
  for (const unit of units) for (const each of from(unit)) append(found, each.to, [unit, each]);
  return found;
}

interface Event extends Pick<UnitEnds, 'isRunning' | 'isOver'> {
  readonly way: Way;
  /** What goes with the unit itself, and what with those that it takes along: these are stopped. */
  readonly first: ReturnType<typeof reversed>;
  readonly stopping: ReturnType<typeof reversed>;
  /** The units that may become unneeded, by what keeps them running, and what that is. */
  readonly pinned: ReadonlyMap<string, readonly string[]>;
  readonly needers: ReadonlyMap<string, readonly UnitDependency[]>;
}

function takenAlong(unit: string, { way, first, stopping, isRunning, isOver, pinned, needers }: Event): TakenAlong {
  const taken = new Map<string, UnitDependency | undefined>([[unit, undefined]]);
  const left = new Map<string, number>();
  let isStopped = first === stopping;
  const stop = (name: string, via: UnitDependency | undefined): void => {
    for (const [other, each] of (via === undefined ? first : stopping).get(name) ?? []) {
      // A failure stops what is bound and runs.
      if (via === undefined && way === 'ends' && !isRunning(other)) continue;
      const by = via === undefined ? each : after(each, via);
      if (!taken.has(other)) taken.set(other, by);
      // A stop is passed on by what has failed, too.
      if (other !== unit || isStopped) continue;
      isStopped = true;
      stop(unit, by);
    }
  };
  // The map grows while it is read.
  for (const [name, via] of taken) {
    stop(name, via);
    if (name === unit && !isOver(unit)) continue;
    for (const other of pinned.get(name) ?? []) {
      const own = required(needers.get(other));
      const count = (left.get(other) ?? own.length) - 1;
      left.set(other, count);
      if (count === 0 && !taken.has(other)) taken.set(other, unneededBy(own, unit, way));
    }
  }
  return taken;
}

function unneededBy(needers: readonly UnitDependency[], to: string, way: Way): UnitDependency {
  const first = itemAt(needers, 0);
  const names = needers.map(({ from }) => from);
  const whom = names.join() === to ? `${to} alone` : `${names.join(', ')}, which ${way.slice(0, -1)} with ${to}`;
  const kind = way === 'ends' ? 'BindsTo' : 'PartOf';
  return { kind, from: first.to, to, place: first.place, words: `StopWhenUnneeded=yes, needed by ${whom}` };
}

/** Returns the dependency of what goes with what goes by another one. */
function after(each: UnitDependency, via: UnitDependency): UnitDependency {
  const wordsOf = ({ kind, to, words }: UnitDependency): string => words ?? `${kind}=${to}`;
  return { ...each, kind: via.kind, to: via.to, words: `${wordsOf(each)}, ${wordsOf(via)}` };
}

/**
 * Returns by which units each goes that does not go with them in any case, but for those that take another of these along
 * before it.
 */
function nearest(
  all: ReadonlyMap<string, TakenAlong>,
  base: ReadonlyMap<string, TakenAlong>,
  isRunning: (unit: string) => boolean,
): Map<string, UnitDependency[]> {
  const candidates = new Map<string, (readonly [string, UnitDependency])[]>();
  for (const [unit, taken] of all)
    for (const [other, by] of taken)
      if (by !== undefined && base.get(unit)?.has(other) !== true) append(candidates, other, [unit, by]);
  const rank = new Map([...all.keys()].map((unit, place) => [unit, place]));
  const places = new Map(
    [...all].map(([unit, taken]) => [unit, new Map([...taken.keys()].map((name, place) => [name, place]))]),
  );
  const placeOf = (name: string, unit: string): number => places.get(unit)?.get(name) ?? Infinity;
  const found = new Map<string, UnitDependency[]>();
  for (const [other, some] of candidates) {
    const isNearer = (middle: string, unit: string): boolean => {
      if (middle === unit || !isRunning(middle) || placeOf(other, middle) === Infinity) return false;
      // Of two that take each other along, the first one counts.
      const isMutual = placeOf(unit, middle) < placeOf(other, middle);
      return !isMutual || required(rank.get(middle)) < required(rank.get(unit));
    };
    const isCovered = (unit: string): boolean => {
      for (const middle of required(all.get(unit)).keys()) {
        if (middle === other) return false;
        if (isNearer(middle, unit)) return true;
      }
      return false;
    };
    const kept = some.filter(([unit]) => !isCovered(unit)).map(([, by]) => by);
    if (kept.length > 0) found.set(other, kept);
  }
  return found;
}
