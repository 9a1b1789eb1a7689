/**
 * The dependencies of units by their ends, each once: aliases resolved, repeated and inverse statements joined, and what
 * a stop passes on through units that are not running.
 */
import { append } from '../../model/common/append.ts';
import { once } from '../../model/common/once-per.ts';
import { required } from '../../model/common/lookup.ts';
import {
  bindingKinds,
  type DependencyKind,
  isRestarted,
  stoppingKinds,
  type SystemUnit,
  type SystemUnits,
  type UnitDependency,
} from './unit.ts';
import { unneededEnds } from './unneeded-units.ts';

/** The dependencies of units by their ends. */
export interface DependencyIndex {
  /** The units that become entities: all loaded ones, and missing ones that loaded ones require. */
  readonly units: readonly SystemUnit[];
  /** Units whose name an earlier one has. */
  readonly repeated: readonly SystemUnit[];
  /** Names that are referred to and have no entity. */
  readonly missing: ReadonlySet<string>;
  readonly isRunning: (unit: string) => boolean;
  /** The dependencies of a unit, of these kinds, in the order stated. */
  readonly from: (unit: string, kinds: readonly DependencyKind[]) => readonly UnitDependency[];
  /** The dependencies on a unit. */
  readonly to: (unit: string, kinds: readonly DependencyKind[]) => readonly UnitDependency[];
  readonly isAfter: (unit: string, other: string) => boolean;
  /** One dependency for each unit whose stop stops this one, directly or through units that are not running. */
  readonly stopsWith: (unit: string) => readonly UnitDependency[];
  /**
   * One dependency for each unit whose end, also by a failure, stops this one: it binds it, or one that it stops with, or
   * leaves one of these unneeded.
   */
  readonly endsWith: (unit: string) => readonly UnitDependency[];
  /** One dependency for each unit, running or not, that keeps one with `StopWhenUnneeded=` running. */
  readonly pinnedBy: (unit: string) => readonly UnitDependency[];
  /**
   * One dependency for each of the nearest units whose stop stops one because it leaves something unneeded: stops all
   * that keep a unit with `StopWhenUnneeded=` running.
   */
  readonly unneededWith: (unit: string) => readonly UnitDependency[];
}

const requirements: readonly DependencyKind[] = ['Requires', 'Requisite', 'BindsTo'];
const pins: readonly DependencyKind[] = [...requirements, 'Wants', 'Upholds'];

/** Builds the index. `O(units + dependencies)`, but for chains of units that are not running. */
export function indexDependencies({ units: stated, dependencies }: SystemUnits): DependencyIndex {
  const byName = new Map<string, SystemUnit>();
  const repeated: SystemUnit[] = [];
  for (const unit of stated) {
    if (byName.has(unit.name)) repeated.push(unit);
    else byName.set(unit.name, unit);
  }
  const names = new Map([...byName.values()].flatMap(({ name, aliases }) => aliases.map((alias) => [alias, name])));
  const canonical = (name: string): string => (byName.has(name) ? name : (names.get(name) ?? name));
  const outgoing = new Map<string, UnitDependency[]>();
  const incoming = new Map<string, UnitDependency[]>();
  const known = new Set<string>();
  const isInverse = (each: UnitDependency): boolean => each.isInverse === true;
  for (const each of [...dependencies.filter((each) => !isInverse(each)), ...dependencies.filter(isInverse)]) {
    const [from, to] = [canonical(each.from), canonical(each.to)];
    const key = `${each.kind} ${from} ${to}`;
    if (from === to || known.has(key)) continue;
    known.add(key);
    const own = { ...each, from, to };
    append(outgoing, from, own);
    append(incoming, to, own);
  }
  const isLoaded = (name: string): boolean => byName.get(name)?.isLoaded === true;
  const isRequired = (name: string): boolean =>
    (incoming.get(name) ?? []).some(({ kind, from }) => requirements.includes(kind) && isLoaded(from));
  const units = [...byName.values()].filter(({ name }) => isLoaded(name) || isRequired(name));
  const isNothingActive = !units.some(({ isActive, isLoaded: own }) => own && isActive !== false);
  const running = new Set(
    units.filter((unit) => unit.isLoaded && (isNothingActive || unit.isActive !== false)).map(({ name }) => name),
  );
  const entities = new Set(units.map(({ name }) => name));
  const select = (
    list: ReadonlyMap<string, readonly UnitDependency[]>,
    unit: string,
    kinds: readonly DependencyKind[],
  ) => (list.get(unit) ?? []).filter(({ kind }) => kinds.includes(kind));
  const from: DependencyIndex['from'] = (unit, kinds) => select(outgoing, unit, kinds);
  const isRunning = (name: string): boolean => running.has(name);
  const stopsWith: DependencyIndex['stopsWith'] = (unit) => stopReasons(unit, from, isRunning);
  const pinnedBy = (unit: string): readonly UnitDependency[] => {
    if (byName.get(unit)?.isStoppedWhenUnneeded !== true) return [];
    return [...new Map(select(incoming, unit, pins).map((each) => [each.from, each])).values()];
  };
  const needersOf = (unit: string): readonly UnitDependency[] =>
    isRunning(unit) ? pinnedBy(unit).filter((each) => isRunning(each.from)) : [];
  const endsWith: DependencyIndex['endsWith'] = (unit) => endReasons(unit, stopsWith, isRunning);
  const unneeded = once(() =>
    unneededEnds({
      ...{ units: units.map(({ name }) => name), stopsWith, endsWith, needersOf, isRunning },
      isOver: (unit) => !isRestarted(required(byName.get(unit))),
    }),
  );
  return {
    units,
    repeated,
    missing: new Set([...outgoing.keys(), ...incoming.keys()].filter((name) => !entities.has(name))),
    isRunning,
    from,
    to: (unit, kinds) => select(incoming, unit, kinds),
    isAfter: (unit, other) => known.has(`After ${unit} ${other}`),
    stopsWith,
    endsWith: (unit) => [...endsWith(unit), ...(unneeded().ends.get(unit) ?? [])],
    pinnedBy,
    unneededWith: (unit) => unneeded().stops.get(unit) ?? [],
  };
}

const isBinding = ({ kind }: UnitDependency): boolean => bindingKinds.includes(kind);

/**
 * Follows the dependencies that pass on a stop up to those that bind: systemd stops what is bound to a unit that fails,
 * and this stop is passed on as any other.
 */
function endReasons(
  unit: string,
  stopsWith: DependencyIndex['stopsWith'],
  isRunning: (name: string) => boolean,
): readonly UnitDependency[] {
  const reasons = new Map<string, UnitDependency>();
  const wordsOf = ({ kind, to, words }: UnitDependency): string => words ?? `${kind}=${to}`;
  const reached = new Map<string, UnitDependency | undefined>([[unit, undefined]]);
  for (const [name, via] of reached) {
    for (const each of stopsWith(name)) {
      const words = via === undefined ? each.words : `${wordsOf(via)}, ${wordsOf(each)}`;
      const own = { ...(via ?? each), kind: each.kind, to: each.to, ...(words !== undefined && { words }) };
      if (!isBinding(each)) {
        if (isRunning(unit) && isRunning(each.to) && !reached.has(each.to)) reached.set(each.to, own);
      } else if (each.to !== unit && !reasons.has(each.to)) reasons.set(each.to, own);
    }
  }
  return [...reasons.values()];
}

/** Follows the dependencies that pass on a stop; those on units that are not running lead further. */
function stopReasons(
  unit: string,
  from: DependencyIndex['from'],
  isRunning: (name: string) => boolean,
): readonly UnitDependency[] {
  const reasons = new Map<string, UnitDependency>();
  // Where several say it, a direct one counts before others, the first of the kinds, and the last of these.
  const rank = ({ kind }: UnitDependency): number => stoppingKinds.indexOf(kind);
  const waiting = from(unit, stoppingKinds)
    .toReversed()
    .sort((a, b) => rank(a) - rank(b));
  // The list grows while it is read.
  for (const next of waiting) {
    if (next.to === unit || reasons.has(next.to)) continue;
    reasons.set(next.to, next);
    if (isRunning(next.to) || !isRunning(unit)) continue;
    for (const further of from(next.to, stoppingKinds)) {
      const words = `${next.words ?? `${next.kind}=${next.to}`}, ${further.words ?? `${further.kind}=${further.to}`}`;
      waiting.push({ kind: 'PartOf', from: unit, to: further.to, place: next.place, words });
    }
  }
  return [...reasons.values()];
}
