/**
 * A unit with all statements that count for it, and the dependencies that these state.
 */
import type { Span } from '../../model/span.ts';
import { placeSpan } from '../import/import-findings.ts';
import { specified } from './unit-names.ts';
import { type UnitLine, splitWords } from './unit-file.ts';
import { isUnitName, statedDependency, type UnitDependency, unitType } from './unit.ts';

/** A unit whose file and drop-ins are read. */
export interface LoadedUnit {
  readonly name: string;
  /** The first line of its file; for one without a file, where it is needed. */
  readonly place: Span;
  readonly hasFile: boolean;
  readonly statements: readonly UnitLine[];
}

/** A path that a unit needs. */
export interface NeededPath {
  readonly path: string;
  readonly place: Span;
  readonly why: string;
  /** True if the unit does without it. */
  readonly isWanted?: boolean;
}

/** Adds dependencies with their reason: `add('Requires After', 'sysinit.target', 'DefaultDependencies=yes')`. */
export type Add = (names: string, other: string, why: string, place?: Span) => void;

/** The dependencies that a section [Unit] may state. */
const statedKeys = new Set([
  ...['Requires', 'Requisite', 'Wants', 'BindsTo', 'BindTo', 'PartOf', 'Upholds', 'Conflicts', 'Before', 'After'],
  ...['OnFailure', 'PropagatesStopTo', 'StopPropagatedFrom'],
]);

/** The other keys of the section [Unit] that are read. */
const unitKeys = new Set([
  ...['Description', 'DefaultDependencies', 'RefuseManualStop', 'StopWhenUnneeded'],
  ...['RequiresMountsFor', 'WantsMountsFor', 'StartLimitIntervalSec', 'StartLimitInterval', 'StartLimitBurst'],
  ...['StartLimitAction', 'FailureAction', 'OnSuccess'],
]);
/** The keys of [Unit] that [Service] may have, too, as before systemd 229. */
const olderKeys = new Set(['StartLimitInterval', 'StartLimitBurst', 'StartLimitAction', 'FailureAction']);
/** The keys of the section of a type whose place is worth a word. */
const typeKeys = new Set(['Restart', 'RestartSec', 'Type', 'Slice', 'Sockets', 'BusName']);

/** Returns true if systemd reads a statement in its section; otherwise it ignores it. */
function isInPlace({ key, section }: UnitLine, unit: string): boolean {
  const type = unitType(unit);
  const own = `${type.slice(0, 1).toUpperCase()}${type.slice(1)}`;
  if (!statedKeys.has(key) && !unitKeys.has(key)) return section === own;
  return section === 'Unit' || (section === own && own === 'Service' && olderKeys.has(key));
}

/** Returns the statements of a key in the section where systemd reads it. */
export const statementsOf = ({ name, statements }: LoadedUnit, key: string): readonly UnitLine[] =>
  statements.filter((each) => each.key === key && isInPlace(each, name));

/** Returns the statements of known keys that systemd ignores because of their section. */
export const misplacedIn = ({ name, statements }: LoadedUnit): readonly UnitLine[] =>
  statements.filter(
    (each) =>
      [statedKeys, unitKeys, typeKeys].some((keys) => keys.has(each.key)) &&
      !each.section.startsWith('X-') &&
      !isInPlace(each, name),
  );

/** Returns the last value of a key, with specifiers replaced; undefined if it is absent or empty. */
export function valueOf(unit: LoadedUnit, key: string): string | undefined {
  const value = statementsOf(unit, key).at(-1)?.value;
  return value === undefined || value === '' ? undefined : specified(value, unit.name);
}

/** Returns true if the last value of a key says yes; without one `otherwise`. */
export function isYes(unit: LoadedUnit, key: string, otherwise = false): boolean {
  const value = valueOf(unit, key);
  return value === undefined ? otherwise : /^(?:1|yes|y|true|t|on)$/i.test(value);
}

/** A word of a list with its place. */
export interface Listed {
  readonly word: string;
  readonly place: Span;
}

/** Returns the words of all values of a key; an empty value takes away those before it. */
export function wordsOfKey(unit: LoadedUnit, key: string): readonly Listed[] {
  let words: Listed[] = [];
  for (const { value, uri, place } of statementsOf(unit, key)) {
    if (value === '') words = [];
    for (const word of splitWords(value))
      words.push({ word: specified(word, unit.name), place: placeSpan(uri, place) });
  }
  return words;
}

/** Returns the dependencies that a unit states with names. Unlike other lists, these cannot be emptied. */
export function statedBy(unit: LoadedUnit): UnitDependency[] {
  return unit.statements.flatMap(({ section, key, value, uri, place }) => {
    if (section !== 'Unit' || !statedKeys.has(key)) return [];
    return splitWords(value).flatMap((word): UnitDependency[] => {
      const other = instanceFor(specified(word, unit.name), unit.name);
      const name = key === 'BindTo' ? 'BindsTo' : key;
      const stated = isUnitName(other)
        ? statedDependency(name, { unit: unit.name, other }, placeSpan(uri, place))
        : undefined;
      return stated === undefined ? [] : [{ ...stated, isInverse: false, words: `${key}=${other}` }];
    });
  });
}

/** Returns the instance of a template that a dependency of another instance names: `a@.service` for `b@x.service`. */
function instanceFor(name: string, unit: string): string {
  const at = unit.indexOf('@');
  return at < 0 ? name : name.replace('@.', `@${unit.slice(at + 1, unit.lastIndexOf('.'))}.`);
}
