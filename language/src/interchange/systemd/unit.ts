/**
 * Units of systemd as its dependency graph has them, whatever they were read from: a dump, `systemctl show`, or unit
 * files.
 */
import type { Span } from '../../model/span.ts';

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
  /** The value of `Restart=`, if it is not `no`. */
  readonly restart: string | undefined;
  readonly description: string | undefined;
}

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

/** The dependencies through which a stop of the other unit stops a unit. */
export const stopKinds: readonly DependencyKind[] = [
  'BindsTo',
  'Requires',
  'Requisite',
  'PartOf',
  'StopPropagatedFrom',
];

const unitName = /^[\w:.\\@-]{1,255}\.(?:service|socket|device|mount|automount|swap|target|path|timer|slice|scope)$/;

/** Returns true if a text is the name of a unit. */
export const isUnitName = (text: string): boolean => unitName.test(text);

/** Returns the type of a unit: `service`. */
export const unitType = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
