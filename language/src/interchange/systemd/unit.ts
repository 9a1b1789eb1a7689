/**
 * Units of systemd as its dependency graph has them, whatever they were read from: a dump, `systemctl show`, or unit
 * files.
 */
import type { Span } from '../../model/span.ts';
import { timeSpan } from './time-span.ts';

/** The dependencies that are read, as unit files call them, each with the name of its inverse. */
export const inverses = {
  Requires: 'RequiredBy',
  Requisite: 'RequisiteOf',
  Wants: 'WantedBy',
  BindsTo: 'BoundBy',
  PartOf: 'ConsistsOf',
  Upholds: 'UpheldBy',
  Conflicts: 'ConflictedBy',
  After: 'Before',
  OnFailure: 'OnFailureOf',
  Triggers: 'TriggeredBy',
  StopPropagatedFrom: 'PropagatesStopTo',
} as const;
/** The name of a dependency, not that of an inverse. */
export type DependencyKind = keyof typeof inverses;

/** A dependency of a unit on another one. */
export interface UnitDependency {
  readonly kind: DependencyKind;
  readonly from: string;
  readonly to: string;
  readonly place: Span;
  /** True if the other unit states it. */
  readonly isInverse?: boolean;
  /** The words of its origin, where the line does not say it alone. */
  readonly words?: string;
}

/** The restart of a unit by systemd. Undefined times and numbers are the defaults of systemd. */
export interface UnitRestart extends Pick<UnitDependency, 'place' | 'words'> {
  /** The value of `Restart=`. */
  readonly value: string;
  /** Milliseconds between the end and the start. */
  readonly delay: number | undefined;
  /** Milliseconds within which it is started at most `burst` times; 0 for no limit. */
  readonly interval: number | undefined;
  readonly burst: number | undefined;
}

/** Returns the restart of a unit by the values of its keys. */
export function unitRestart(
  value: string | undefined,
  source: Pick<UnitDependency, 'place' | 'words'>,
  texts: {
    readonly delay: string | undefined;
    readonly interval: string | undefined;
    readonly burst: string | undefined;
  },
): UnitRestart | undefined {
  if (value === undefined || value === 'no' || value === '') return undefined;
  const { delay, interval, burst } = texts;
  const most = burst !== undefined && /^\d{1,9}$/.test(burst) ? Number(burst) : undefined;
  const within = most === 0 ? 0 : interval === undefined ? undefined : timeSpan(interval);
  return {
    ...source,
    value,
    delay: delay === undefined ? undefined : timeSpan(delay),
    interval: within,
    burst: most === 0 ? undefined : most,
  };
}

/** A unit. */
export interface SystemUnit {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly place: Span;
  /** True if its file was found and is not masked. */
  readonly isLoaded: boolean;
  /** True if it is active, or about to be; undefined if nothing says. */
  readonly isActive: boolean | undefined;
  readonly isStopRefused: boolean;
  readonly isStoppedWhenUnneeded: boolean;
  /** What it says of starting again by itself, if `Restart=` is not `no`. */
  readonly restart: UnitRestart | undefined;
  readonly description: string | undefined;
}

/** The values of `Restart=` that a failure by a signal restarts. */
const afterCrash = /^(?:always|on-failure|on-abnormal|on-abort)$/;

/** Returns true if a crash of the unit makes systemd start it again. */
export const isRestarted = ({ restart }: SystemUnit): boolean =>
  restart !== undefined && afterCrash.test(restart.value);

/** Units with the dependencies between them. */
export interface SystemUnits {
  readonly units: readonly SystemUnit[];
  readonly dependencies: readonly UnitDependency[];
}

interface Direction {
  readonly kind: DependencyKind;
  readonly isInverse: boolean;
}

const directions = new Map<string, Direction>();
for (const [key, inverse] of Object.entries(inverses)) {
  // The keys are the kinds.
  const kind = key as DependencyKind;
  directions.set(key, { kind, isInverse: false });
  directions.set(inverse, { kind, isInverse: true });
}

/** Returns a dependency that a unit states under any name, inverse ones turned round; undefined for other names. */
export function statedDependency(
  name: string,
  ends: { readonly unit: string; readonly other: string },
  place: Span,
): UnitDependency | undefined {
  const found = directions.get(name);
  if (found === undefined) return undefined;
  const [from, to] = found.isInverse ? [ends.other, ends.unit] : [ends.unit, ends.other];
  return { kind: found.kind, from, to, place, isInverse: found.isInverse };
}

/** The dependencies through which any end of the other unit, also a failure, stops a unit. */
export const bindingKinds: readonly DependencyKind[] = ['BindsTo', 'StopPropagatedFrom'];

/** The dependencies through which a stop of the other unit stops a unit. */
export const stoppingKinds: readonly DependencyKind[] = [...bindingKinds, 'Requires', 'Requisite', 'PartOf'];

const unitName = /^[\w:.\\@-]{1,255}\.(?:service|socket|device|mount|automount|swap|target|path|timer|slice|scope)$/;

/** Returns true if a text is the name of a unit. */
export const isUnitName = (text: string): boolean => unitName.test(text);

/** Returns true if a path may be that of a part of a unit. */
export function isUnitPath(path: string): boolean {
  const [base = '', around = ''] = path.split('/').reverse();
  return isUnitName(base) || (base.endsWith('.conf') && around.endsWith('.d'));
}

/** Returns the type of a unit: `service`. */
export const unitType = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
