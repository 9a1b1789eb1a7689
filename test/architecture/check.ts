/**
 * Finds violations of the architecture rules: imports against the table, outside packages away from home, cycles, long
 * files, barrels. The table itself is in zones.ts.
 */
import ts from 'typescript-6';
import type { Import, Source } from './sources.ts';
import { homes } from './homes.ts';
import { means, type Zone, zones } from './zones.ts';

/** A violation of a rule by a file. */
export interface Violation {
  readonly rule: 'zone' | 'import' | 'package' | 'home' | 'extension' | 'cycle' | 'length' | 'barrel' | 'default';
  readonly path: string;
  readonly detail: string;
}

const longest = 300;

/** Returns all violations, in file order. */
export function checkArchitecture(sources: readonly Source[]): readonly Violation[] {
  const inZones = sources.filter(({ path }) => isZoned(path));
  return [
    ...inZones.flatMap(checkImports),
    ...checkHomes(inZones),
    ...checkCycles(sources),
    ...sources.flatMap(checkShape),
  ];
}

/** Returns the row of the table for a file. */
export function zoneOf(path: string): Zone | undefined {
  return zones
    .filter(({ folder }) => path.startsWith(folder))
    .sort((a, b) => b.folder.length - a.folder.length)
    .at(0);
}

function isZoned(path: string): boolean {
  return /^(?:language|server|client)\//.test(path) && !path.startsWith('client/scripts/');
}

function checkImports(source: Source): readonly Violation[] {
  const { path } = source;
  const zone = zoneOf(path);
  if (zone === undefined) return [{ rule: 'zone', path, detail: 'stands in no folder of the table' }];
  return source.imports.flatMap((found): readonly Violation[] => {
    const detail = `imports "${found.text}"`;
    if (found.file === undefined)
      return zone.packages.some((pattern) => pattern.test(found.text)) ? [] : [{ rule: 'package', path, detail }];
    if (!found.isThere) return [{ rule: 'extension', path, detail: `${detail}, which is no file's full name` }];
    return mayImport(zone, found.file) ? [] : [{ rule: 'import', path, detail }];
  });
}

function mayImport(zone: Zone, file: string): boolean {
  const target = zoneOf(file);
  if (target === undefined) return false;
  return target === zone || zone.zones.some((named) => means(named, target.name)) || zone.files.includes(file);
}

function checkHomes(sources: readonly Source[]): readonly Violation[] {
  return homes.flatMap(({ packageName, most, folders }) => {
    const importers = sources.filter(({ imports }) =>
      imports.some(({ text, file }) => file === undefined && packageName.test(text)),
    );
    const strangers = importers.filter(({ path }) => !folders.some((folder) => path.startsWith(folder)));
    const surplus = most === undefined ? [] : importers.slice(most);
    return [...new Set([...strangers, ...surplus])].map(({ path }): Violation => ({
      rule: 'home',
      path,
      detail: `is no home of ${String(packageName)}`,
    }));
  });
}

/** Finds files that import each other, directly or indirectly; each set of them once. */
function checkCycles(sources: readonly Source[]): readonly Violation[] {
  const targets = new Map(
    sources.map(({ path, imports }) => [path, imports.flatMap(({ file }: Import) => file ?? [])]),
  );
  const reachable = new Map([...targets.keys()].map((path) => [path, reach(path, targets)]));
  const seen = new Set<string>();
  return [...targets.keys()].flatMap((path): readonly Violation[] => {
    const onward = reachable.get(path);
    if (seen.has(path) || onward?.has(path) !== true) return [];
    const members = [...onward].filter((other) => reachable.get(other)?.has(path) === true);
    for (const member of members) seen.add(member);
    return [{ rule: 'cycle', path, detail: `is on a cycle with ${members.join(', ')}` }];
  });
}

function reach(start: string, targets: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [start];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    for (const next of targets.get(path) ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      open.push(next);
    }
  }
  return found;
}

function checkShape({ path, text, lineCount, isGenerated }: Source): readonly Violation[] {
  if (isGenerated) return [];
  const violations: Violation[] = [];
  if (lineCount > longest) violations.push({ rule: 'length', path, detail: `has ${String(lineCount)} lines` });
  if (path.endsWith('.langium')) return violations;
  const { statements } = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const passesOn = statements
    .filter((one) => ts.isExportDeclaration(one))
    .filter((one) => one.moduleSpecifier !== undefined);
  if (passesOn.some(({ exportClause }) => exportClause === undefined))
    violations.push({ rule: 'barrel', path, detail: 'passes on all that another file declares' });
  const own = statements.filter((one) => !ts.isImportDeclaration(one) && !ts.isExportDeclaration(one));
  if (passesOn.length > 0 && own.length === 0)
    violations.push({ rule: 'barrel', path, detail: 'only passes on what other files declare' });
  if (statements.some(isDefaultExport)) violations.push({ rule: 'default', path, detail: 'has a default export' });
  return violations;
}

function isDefaultExport(statement: ts.Statement): boolean {
  if (ts.isExportAssignment(statement)) return true;
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) ?? false;
}
