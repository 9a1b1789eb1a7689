/**
 * Imports units of systemd: the dump of `systemd --test`, the output of `systemctl show '*'` or `systemctl cat`, or unit
 * files. Never throws for bad input.
 */
import type { Finding, Outcome } from '../../model/finding.ts';
import { counted } from '../../model/common/word-list.ts';
import { failedImport, fileFinding, summarize } from '../import/import-findings.ts';
import type { ImportFile } from '../import/import-format.ts';
import type { ImportOutcome } from '../import/imported.ts';
import { type DependencyIndex, indexDependencies } from './dependency-index.ts';
import { dumpStart, readDump } from './dump.ts';
import { orderCycleFindings } from './order-cycles.ts';
import { readShow, showStart } from './show.ts';
import { systemdModel } from './systemd-model.ts';
import { readUnitFiles } from './unit-files.ts';
import { splitOutput } from './unit-output.ts';
import type { SystemUnits } from './unit.ts';
import { t } from '../../model/common/translation.ts';

/** Returns the model of the units, in order, with findings `import/…`. `O(text)`. */
export function importSystemd(files: readonly ImportFile[]): ImportOutcome {
  const [first] = files;
  if (first === undefined || files.every(({ text }) => text.trim() === '')) return emptyFile(first?.uri ?? '');
  const read = readUnits(files);
  if (read === undefined) return wrongFormat(first.uri);
  const index = indexDependencies(read.units);
  if (index.units.length === 0) {
    const [unused] = read.unused ?? [];
    if (unused !== undefined) return failedImport(first.uri, 'import/wrong-format', unused.message);
    return files.some(({ text }) => unitStart.test(text)) ? unnamed(first.uri) : wrongFormat(first.uri);
  }
  const findings = [
    ...read.findings,
    ...(read.unused ?? []),
    ...repeatedFindings(index, first.uri),
    ...missingFindings(index, first.uri),
    ...orderCycleFindings(index),
  ];
  return { value: systemdModel(index), findings };
}

/** Returns what shows that files are units of systemd, if they are. */
export function recognizeSystemd(files: readonly ImportFile[]): string | undefined {
  const shown: readonly (readonly [RegExp, string])[] = [
    [dumpStart, t`has lines "-> Unit NAME:", as the dump of systemd has`],
    [unitStart, t`has a section of a unit, such as [Unit]`],
    [showStart, t`has lines "Id=NAME", as the output of "systemctl show" has`],
  ];
  for (const { name, text } of files) {
    const found = shown.find(([pattern]) => pattern.test(text.slice(0, looksAt)));
    if (found !== undefined) return `"${name}" ${found[1]}`;
  }
  return undefined;
}

/** The section by which a unit file is recognized. */
const unitStart = /^\[(?:Unit|Service|Socket|Timer|Mount|Automount|Swap|Path|Slice|Target|Install)\][ \t]*\r?$/m;

const looksAt = 200_000;

interface Read {
  readonly units: SystemUnits;
  readonly findings: readonly Finding[];
  /** Findings about files that are of no unit. */
  readonly unused?: readonly Finding[];
}

function readUnits(files: readonly ImportFile[]): Read | undefined {
  const dumps = files.filter(({ text }) => dumpStart.test(text));
  if (dumps.length > 0) return { units: joined(dumps.map(readDump)), findings: [] };
  const shows = files.filter(({ text }) => showStart.test(text));
  if (shows.length > 0) return { units: joined(shows.map(readShow)), findings: [] };
  return files.some(({ text }) => unitStart.test(text)) ? readUnitFiles(files.flatMap(splitOutput)) : undefined;
}

const joined = (parts: readonly SystemUnits[]): SystemUnits => ({
  units: parts.flatMap(({ units }) => units),
  dependencies: parts.flatMap(({ dependencies }) => dependencies),
});

function repeatedFindings({ repeated }: DependencyIndex, uri: string): Finding[] {
  const message = (names: string, count: number): string =>
    t`${counted(count, 'unit')} ${count === 1 ? t`is` : t`are`} already in the file: ${names}. The first of each counts.`;
  const occurrences = repeated.map(({ name, place: { start, end } }) => ({
    about: name,
    place: { line: start.line, start: start.character, end: end.character },
  }));
  return summarize(uri, { code: 'import/repeated-name', severity: 'warning', message }, occurrences);
}

function missingFindings({ missing }: DependencyIndex, uri: string): Finding[] {
  if (missing.size === 0) return [];
  const [names, rest] = [[...missing].sort().slice(0, 3), missing.size - 3];
  const list = `${names.map((name) => `"${name}"`).join(', ')}${rest > 0 ? t` and ${String(rest)} more` : ''}`;
  const message = t`${counted(missing.size, 'unit')} that others name ${missing.size === 1 ? t`is` : t`are`} missing and left out: ${list}. Add their files if a stop of one matters.`;
  return [fileFinding(uri, { code: 'import/missing-file', severity: 'information', message })];
}

const emptyFile = (uri: string): Outcome<undefined> =>
  failedImport(uri, 'import/empty', t`The file is empty. Let systemd write it again and import the new file.`);

const unnamed = (uri: string): Outcome<undefined> =>
  failedImport(
    uri,
    'import/wrong-format',
    t`The name of the unit is missing: a file has the name of its unit, such as ssh.service, and the output of "systemctl cat" has a line "# /path/ssh.service" before each. Rename the file.`,
  );

const wrongFormat = (uri: string): Outcome<undefined> =>
  failedImport(
    uri,
    'import/wrong-format',
    t`The file has no unit of systemd: neither lines "-> Unit NAME:" of a dump, nor "Id=NAME" of "systemctl show", nor a section [Unit]. Choose another file.`,
  );
