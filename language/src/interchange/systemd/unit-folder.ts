/**
 * Finds the files of units in folders: which file counts, drop-ins, aliases, templates, `.wants` and `.requires`. Judges
 * paths and links, and reads no statement.
 */
import { append } from '../../model/common/append.ts';
import { isTemplate, splitName, templateOf } from './unit-names.ts';
import { isUnitName } from './unit.ts';
import type { UnitFile } from './unit-output.ts';

/** A unit that a folder of wishes names: `multi-user.target.wants/ssh.service`. */
export interface FolderDependency {
  readonly kind: 'Wants' | 'Requires' | 'Upholds';
  readonly from: string;
  readonly to: string;
  readonly file: UnitFile;
}

/** The files of units. */
export interface UnitFolder {
  /** The names of all units with a file, templates apart, and of instances that folders of wishes or drop-ins name. */
  readonly names: readonly string[];
  /** The file of a unit, or that of its template. */
  readonly fileOf: (name: string) => UnitFile | undefined;
  readonly isMasked: (name: string) => boolean;
  /** The name that an alias stands for; any other name itself. */
  readonly canonical: (name: string) => string;
  readonly aliasesOf: (name: string) => readonly string[];
  /** The drop-ins of a unit in the order in which they count. */
  readonly dropInsOf: (name: string) => readonly UnitFile[];
  readonly dependencies: readonly FolderDependency[];
}

const wishes = { wants: 'Wants', requires: 'Requires', upholds: 'Upholds' } as const;

/** Reads the names of files. Where several are for one unit, `/etc` counts before `/run`, and that before `/usr`. */
export function readFolder(given: readonly UnitFile[]): UnitFolder {
  const files = given.toSorted((a, b) => rankOf(a) - rankOf(b));
  const units = new Map<string, UnitFile>();
  const dropIns = new Map<string, UnitFile[]>();
  const dependencies: FolderDependency[] = [];
  for (const file of files) {
    const [base = '', around = ''] = file.name.split('/').reverse();
    const [, owner, folder] = /^(.+)\.(wants|requires|upholds|d)$/.exec(around) ?? [];
    if (owner !== undefined && folder === 'd') append(dropIns, owner, file);
    else if (owner !== undefined && folder !== undefined && isUnitName(base) && isUnitName(owner))
      dependencies.push({ kind: wishes[folder as keyof typeof wishes], from: owner, to: base, file });
    else if (isUnitName(base) && !units.has(base)) units.set(base, file);
  }
  const aliases = aliasesIn(units);
  const canonical = (name: string): string => aliases.get(name) ?? name;
  const byTarget = new Map<string, string[]>();
  for (const [alias, name] of aliases) append(byTarget, name, alias);
  const fileOf = (name: string): UnitFile | undefined => units.get(name) ?? units.get(templateOf(name) ?? '');
  const withDropIns = [...dropIns.keys()].filter((name) => isUnitName(name) && templateOf(name) !== undefined);
  const named = [...units.keys(), ...dependencies.flatMap(({ from, to }) => [from, to]), ...withDropIns];
  return {
    names: [...new Set(named.map(canonical))].filter((name) => !isTemplate(name) && fileOf(name) !== undefined),
    fileOf,
    isMasked: (name) => isMask(fileOf(name)),
    canonical,
    aliasesOf: (name) => byTarget.get(name) ?? [],
    dropInsOf: (name) => dropInsOf([name, ...(byTarget.get(name) ?? [])], dropIns),
    dependencies,
  };
}

const ranks = [/(?:^|\/)etc\//, /(?:^|\/)run\//, /(?:^|\/)usr\/local\//];

function rankOf({ name }: UnitFile): number {
  const rank = ranks.findIndex((pattern) => pattern.test(name));
  return rank < 0 ? ranks.length : rank;
}

const isMask = (file: UnitFile | undefined): boolean =>
  file !== undefined && (file.link === '/dev/null' || (file.link === undefined && file.text.trim() === ''));

/** Returns the names that are links to units of another name, each with the unit in the end. */
function aliasesIn(units: ReadonlyMap<string, UnitFile>): ReadonlyMap<string, string> {
  const aliases = new Map<string, string>();
  for (const [name, { link }] of units) {
    const target = link?.slice(link.lastIndexOf('/') + 1) ?? name;
    // The link of an instance to its template makes the instance, not another name.
    if (target === name || !isUnitName(target) || target === templateOf(name) || !units.has(target)) continue;
    aliases.set(name, target);
  }
  for (const [alias, first] of aliases) {
    const seen = new Set([alias]);
    let name = first;
    for (let next = aliases.get(name); next !== undefined && !seen.has(name); next = aliases.get(name)) {
      seen.add(name);
      name = next;
    }
    aliases.set(alias, name);
  }
  return aliases;
}

/** Returns drop-ins by file name: for the unit, its template, the prefixes of its name that end in `-`, and its type. */
function dropInsOf(names: readonly string[], dropIns: ReadonlyMap<string, readonly UnitFile[]>): UnitFile[] {
  const owners = new Set(
    names.flatMap((name) => {
      const { prefix, type } = splitName(name);
      const dashes = [...prefix.matchAll(/-/g)].map(({ index }) => `${prefix.slice(0, index + 1)}.${type}`);
      return [name, templateOf(name) ?? name, ...dashes.reverse(), type];
    }),
  );
  const byBase = new Map<string, UnitFile>();
  for (const owner of owners) {
    for (const file of dropIns.get(owner) ?? []) {
      const base = file.name.slice(file.name.lastIndexOf('/') + 1);
      if (!byBase.has(base)) byBase.set(base, file);
    }
  }
  return [...byBase].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, file]) => file);
}
