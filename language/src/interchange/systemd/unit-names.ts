/**
 * The names of units: templates and instances, paths as names, specifiers such as `%i`.
 */
import { tableOf } from '../../model/common/table.ts';
import { unitType } from './unit.ts';

/** The parts of a unit name: `getty@tty1.service`. */
export interface UnitNameParts {
  /** `getty`. */
  readonly prefix: string;
  /** `tty1`; empty for a template, undefined without `@`. */
  readonly instance: string | undefined;
  /** `service`. */
  readonly type: string;
}

/** Splits a name into its parts. */
export function splitName(name: string): UnitNameParts {
  const type = unitType(name);
  const stem = name.slice(0, -type.length - 1);
  const at = stem.indexOf('@');
  return at < 0
    ? { prefix: stem, instance: undefined, type }
    : { prefix: stem.slice(0, at), instance: stem.slice(at + 1), type };
}

/** Returns the template of an instance: `getty@.service`; undefined for other names. */
export function templateOf(name: string): string | undefined {
  const { prefix, instance, type } = splitName(name);
  return instance === undefined || instance === '' ? undefined : `${prefix}@.${type}`;
}

/** Returns true if a name is that of a template. */
export const isTemplate = (name: string): boolean => splitName(name).instance === '';

const escapeByte = (byte: number): string => `\\x${byte.toString(16).padStart(2, '0')}`;

/** Escapes a text for a name: `/` becomes `-`, other signs `\x2d`. */
export function escapeName(text: string): string {
  let escaped = '';
  for (const [index, byte] of new TextEncoder().encode(text).entries()) {
    const sign = String.fromCharCode(byte);
    if (sign === '/') escaped += '-';
    else escaped += /[\w:.]/.test(sign) && !(index === 0 && sign === '.') ? sign : escapeByte(byte);
  }
  return escaped;
}

/** Undoes `escapeName`. */
const unescapeName = (text: string): string =>
  text
    .replaceAll('-', '/')
    .replace(/\\x([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Returns the unit of a path: `/var/lib` is `var-lib.mount`, `/` is `-.mount`. */
export function pathUnit(path: string, type: string): string {
  const inner = path.split('/').filter((part) => part !== '' && part !== '.');
  return `${inner.length === 0 ? '-' : escapeName(inner.join('/'))}.${type}`;
}

/** Returns a path and those that contain it, from `/` on. */
export function pathsAround(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '');
  return parts.reduce<string[]>(
    (all, part) => [...all, `${all.at(-1) === '/' ? '' : (all.at(-1) ?? '')}/${part}`],
    ['/'],
  );
}

const folders: Readonly<Record<string, string>> = tableOf({
  t: '/run',
  S: '/var/lib',
  C: '/var/cache',
  L: '/var/log',
  E: '/etc',
  T: '/tmp',
  V: '/var/tmp',
  h: '/root',
  u: 'root',
  U: '0',
  g: 'root',
  G: '0',
  s: '/bin/sh',
});

/** Replaces the specifiers of a value; those that only a host knows stay. */
export function specified(value: string, name: string): string {
  if (!value.includes('%')) return value;
  const { prefix, instance = '', type } = splitName(name);
  const last = prefix.slice(prefix.lastIndexOf('-') + 1);
  const stem = name.slice(0, -type.length - 1);
  const own: Readonly<Record<string, string>> = tableOf({
    i: instance,
    I: unescapeName(instance),
    n: name,
    N: stem,
    p: prefix,
    P: unescapeName(prefix),
    j: last,
    J: unescapeName(last),
    f: `/${unescapeName(instance === '' ? prefix : instance)}`,
    '%': '%',
  });
  return value.replace(/%([A-Za-z%])/g, (whole, letter: string) => own[letter] ?? folders[letter] ?? whole);
}
