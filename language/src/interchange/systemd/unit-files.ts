/**
 * Loads units from folders of unit files, as systemd does: with drop-ins, instances that others name, and everything
 * that is implied.
 */
import type { Finding } from '../../model/finding.ts';
import { append } from '../../model/common/append.ts';
import type { Span } from '../../model/span.ts';
import { placeSpan, summarize } from '../import/import-findings.ts';
import { impliedBy, targetDependencies } from './implicit-dependencies.ts';
import { isYes, type LoadedUnit, type NeededPath, statedBy, statementsOf, valueOf } from './loaded-unit.ts';
import { ignoredFindings } from './ignored-statements.ts';
import { readUnitText, type UnitText } from './unit-file.ts';
import { readFolder, type UnitFolder } from './unit-folder.ts';
import { startOfUnit, type UnitFile } from './unit-output.ts';
import { isTemplate, pathsAround, pathUnit } from './unit-names.ts';
import { unusedFindings } from './unused-files.ts';
import {
  type SystemUnit,
  type SystemUnits,
  type UnitDependency,
  type UnitRestart,
  unitRestart,
  unitType,
} from './unit.ts';
import { t } from '../../model/common/translation.ts';

/** The most units that instances of templates may add. */
const mostUnits = 50_000;

/** Returns the units of folders; those that others require and that are not there are taken as running. `O(text)`. */
export function readUnitFiles(files: readonly UnitFile[]): {
  readonly units: SystemUnits;
  readonly findings: Finding[];
  /** Findings about files that are of no unit. */
  readonly unused: readonly Finding[];
} {
  const folder = readFolder(files);
  const texts = textReader();
  const loaded = new Map<string, LoadedUnit>();
  const masked: SystemUnit[] = [];
  const dependencies: UnitDependency[] = [];
  const needed: { readonly unit: string; readonly path: NeededPath }[] = [];
  const waiting = folder.names.map((name) => ({ name, place: undefined as Span | undefined }));
  const isKnown = new Set(folder.names);
  const want = (name: string, place: Span): void => {
    const own = folder.canonical(name);
    const isImplicit = own === '-.mount' || /\.(?:slice|device)$/.test(own);
    if (isKnown.has(own) || isTemplate(own) || (folder.fileOf(own) === undefined && !isImplicit)) return;
    isKnown.add(own);
    waiting.push({ name: own, place });
  };
  for (const { name, place } of waiting) {
    if (loaded.size === mostUnits) break;
    if (folder.isMasked(name)) {
      masked.push(plainUnit(name, startOfUnit(folder.fileOf(name)), false));
      continue;
    }
    const unit = loadUnit(name, place, folder, texts.read);
    loaded.set(name, unit);
    const implied = impliedBy(unit);
    for (const each of [...statedBy(unit), ...implied.dependencies]) {
      dependencies.push(each);
      want(each.from === name ? each.to : each.from, each.place);
    }
    for (const path of implied.mounts) {
      needed.push({ unit: name, path });
      want('-.mount', path.place);
    }
  }
  for (const { kind, from, to, file } of folder.dependencies)
    dependencies.push({
      kind,
      from,
      to,
      place: startOfUnit(file),
      words: file.name.split('/').slice(-2).join('/'),
    });
  dependencies.push(...mountDependencies(needed, loaded));
  const known = dependencies.map((each) => ({
    ...each,
    from: folder.canonical(each.from),
    to: folder.canonical(each.to),
  }));
  const orders = targetOrders(known, loaded);
  const handlers = failureHandlers(known, loaded);
  const own = [...loaded.values()].map((unit) => systemUnit(unit, folder, !handlers.has(unit.name)));
  const units = [...own, ...masked];
  const assumed = assumedUnits(known, new Set(units.map(({ name }) => name)));
  return {
    units: { units: [...units, ...assumed.units], dependencies: [...known, ...orders] },
    findings: [...texts.findings(), ...ignoredFindings([...loaded.values()]), ...assumed.findings],
    unused: unusedFindings(files, folder, new Set(loaded.keys())),
  };
}

/** Reads each file once and keeps the lines that are no statements. */
function textReader() {
  const read = new Map<UnitFile, UnitText>();
  const byUri = new Map<string, UnitText['broken'][number][]>();
  return {
    read: (file: UnitFile): UnitText => {
      const known = read.get(file);
      if (known !== undefined) return known;
      const text = readUnitText(file);
      read.set(file, text);
      for (const each of text.broken) append(byUri, file.uri, each);
      return text;
    },
    findings: (): Finding[] =>
      [...byUri].flatMap(([uri, broken]) =>
        summarize(
          uri,
          {
            code: 'import/left-out',
            severity: 'warning',
            message: (names, count) =>
              t`${count === 1 ? t`1 line is` : t`${String(count)} lines are`} neither a section nor "Key=value" and ${count === 1 ? t`is` : t`are`} left out: ${names}. Correct the file.`,
          },
          broken.map(({ text, place }) => ({ about: text.slice(0, 60), place })),
        ),
      ),
  };
}

function loadUnit(
  name: string,
  place: Span | undefined,
  folder: UnitFolder,
  read: (file: UnitFile) => UnitText,
): LoadedUnit {
  const file = folder.fileOf(name);
  const files = [...(file === undefined ? [] : [file]), ...folder.dropInsOf(name)];
  const statements = files.flatMap((each) => read(each).statements);
  const start = file === undefined ? place : undefined;
  return { name, place: start ?? startOfUnit(file), hasFile: file !== undefined, statements };
}

/** Returns the mounts that paths need, as far as there are units of them. */
function mountDependencies(
  needed: readonly { readonly unit: string; readonly path: NeededPath }[],
  loaded: ReadonlyMap<string, LoadedUnit>,
): UnitDependency[] {
  return needed.flatMap(({ unit, path: { path, place, why, isWanted } }) =>
    pathsAround(path).flatMap((around): UnitDependency[] => {
      const mount = loaded.get(pathUnit(around, 'mount'));
      if (mount === undefined || mount.name === unit) return [];
      const own = { from: unit, to: mount.name, place };
      const after = { ...own, kind: 'After', words: `${why}: After=${mount.name}` } as const;
      const kind = isWanted === true ? 'Wants' : 'Requires';
      return mount.hasFile ? [{ ...own, kind, words: `${why}: ${kind}=${mount.name}` }, after] : [after];
    }),
  );
}

/** Returns the orders by which a target follows what it wants, unless either is against it. */
function targetOrders(
  dependencies: readonly UnitDependency[],
  loaded: ReadonlyMap<string, LoadedUnit>,
): UnitDependency[] {
  const afters = new Set(
    dependencies
      .filter(({ kind, to }) => kind === 'After' && unitType(to) === 'target')
      .map(({ from, to }) => `${from} ${to}`),
  );
  const hasDefaults = (name: string): boolean => {
    const unit = loaded.get(name);
    return unit !== undefined && isYes(unit, 'DefaultDependencies', true);
  };
  return dependencies.flatMap((each): UnitDependency[] => {
    const { kind, from, to, place } = each;
    const isWanted = targetDependencies.includes(kind) && unitType(from) === 'target';
    if (!isWanted || afters.has(`${to} ${from}`) || !hasDefaults(from) || !hasDefaults(to)) return [];
    return [{ kind: 'After', from, to, place, words: `${each.words ?? kind}: After=${to}` }];
  });
}

const plainUnit = (name: string, place: Span, isLoaded: boolean): SystemUnit => ({
  name,
  aliases: [],
  place,
  isLoaded,
  isActive: isLoaded,
  isStopRefused: false,
  isStoppedWhenUnneeded: false,
  restart: undefined,
  description: undefined,
});

function systemUnit(unit: LoadedUnit, folder: UnitFolder, isActive: boolean): SystemUnit {
  return {
    ...plainUnit(unit.name, unit.place, true),
    isActive,
    aliases: folder.aliasesOf(unit.name),
    isStopRefused:
      isYes(unit, 'RefuseManualStop') || (!unit.hasFile && /^(?:-|system)\.slice$|^-\.mount$/.test(unit.name)),
    isStoppedWhenUnneeded: isYes(unit, 'StopWhenUnneeded'),
    restart: unitType(unit.name) === 'service' ? restartOf(unit) : undefined,
    description: valueOf(unit, 'Description'),
  };
}

function restartOf(unit: LoadedUnit): UnitRestart | undefined {
  const limit = (key: string): string | undefined => valueOf(unit, `StartLimit${key}`);
  const [stated] = statementsOf(unit, 'Restart').slice(-1);
  return (
    stated &&
    unitRestart(
      valueOf(unit, 'Restart'),
      { place: placeSpan(stated.uri, stated.place) },
      {
        delay: valueOf(unit, 'RestartSec'),
        interval: limit('IntervalSec') ?? limit('Interval'),
        burst: limit('Burst'),
      },
    )
  );
}

/** Returns the units that nothing but a failure starts, directly or through such units: they do not run. */
function failureHandlers(
  dependencies: readonly UnitDependency[],
  loaded: ReadonlyMap<string, LoadedUnit>,
): ReadonlySet<string> {
  const handlers = new Set<string>();
  const starters = new Map<string, Set<string>>();
  const started = new Map<string, string[]>();
  for (const { kind, from, to } of dependencies) {
    if (kind === 'OnFailure') handlers.add(to);
    else if ((kind === 'Triggers' || targetDependencies.includes(kind)) && from !== to) {
      starters.set(to, (starters.get(to) ?? new Set()).add(from));
      append(started, from, to);
    }
  }
  const isEnabled = (name: string): boolean =>
    loaded.get(name)?.statements.some(({ section }) => section === 'Install') === true;
  const isOthers = (name: string): boolean => (starters.get(name)?.size ?? 0) > 0 || isEnabled(name);
  for (const name of handlers) if (isOthers(name)) handlers.delete(name);
  for (const name of handlers) {
    for (const other of started.get(name) ?? []) {
      starters.get(other)?.delete(name);
      if (!isOthers(other)) handlers.add(other);
    }
  }
  return handlers;
}

/** Returns the units outside of the folders that statements in them require. */
function assumedUnits(dependencies: readonly UnitDependency[], known: ReadonlySet<string>) {
  const units = new Map<string, SystemUnit>();
  for (const { kind, to, place, words = '' } of dependencies) {
    const isStated = words === `${kind}=${to}` || words.endsWith(`/${to}`);
    const isRequired = ['Requires', 'Requisite', 'BindsTo', 'PartOf', 'StopPropagatedFrom'].includes(kind);
    if (isStated && isRequired && !known.has(to) && !units.has(to)) units.set(to, plainUnit(to, place, true));
  }
  const list = [...units.values()];
  const findings = list.slice(0, 1).map(({ place }): Finding => {
    const names = list.slice(0, 3).map(({ name }) => `"${name}"`);
    const rest = list.length > names.length ? t` and ${String(list.length - names.length)} more` : '';
    const [are, them] =
      list.length === 1
        ? [t`1 unit that others require is`, 'it']
        : [t`${String(list.length)} units that others require are`, 'them'];
    const message = t`${are} not in the folders and taken as running: ${names.join(', ')}${rest}. Import the folder that has ${them}, too, if it matters.`;
    return { code: 'import/missing-file', severity: 'information', message, span: place, related: [] };
  });
  return { units: list, findings };
}
