/**
 * Finds the files that are of no unit: templates of which nothing says an instance, and drop-ins of units that have no
 * file. systemd loads neither.
 */
import { append } from '../../model/common/append.ts';
import type { Finding } from '../../model/finding.ts';
import { type Occurrence, summarize } from '../import/import-findings.ts';
import type { UnitFolder } from './unit-folder.ts';
import { isTemplate, splitName, templateOf } from './unit-names.ts';
import { startOfUnit, type UnitFile } from './unit-output.ts';
import { isUnitName } from './unit.ts';
import { t } from '../../model/common/translation.ts';

/**
 * Returns a finding for each kind of files that count for nothing, given the names of the units that are loaded. A
 * folder with units has templates without instances, too, and that says nothing.
 */
export function unusedFindings(
  files: readonly UnitFile[],
  folder: UnitFolder,
  loaded: ReadonlySet<string>,
): readonly Finding[] {
  const used = new Set([...loaded].flatMap((name) => [name, ...folder.aliasesOf(name)]).map(templateOf));
  const templates = files.filter((file) => {
    const base = partsOf(file).at(-1) ?? '';
    return file.link === undefined && file.text.trim() !== '' && isIdleTemplate(base) && !used.has(base);
  });
  const dropIns = files.filter((file) => {
    const [, owner = ''] = /^(.+)\.d$/.exec(partsOf(file).at(-2) ?? '') ?? [];
    const isOfMany = splitName(owner).prefix.endsWith('-');
    const name = folder.canonical(owner);
    return isUnitName(owner) && !isOfMany && folder.fileOf(name) === undefined && !loaded.has(name);
  });
  return [
    ...templateFindings(loaded.size === 0 ? templates : templates.filter(({ line }) => line !== undefined)),
    ...summarize(
      dropIns[0]?.uri ?? '',
      dropInFault,
      dropIns.map((file) => occurrenceOf(file, 2)),
    ),
  ];
}

const partsOf = ({ name }: UnitFile): readonly string[] => name.split('/');

const isIdleTemplate = (base: string): boolean => isUnitName(base) && isTemplate(base);

/** Returns a file with the last parts of its path as its name. */
const occurrenceOf = (file: UnitFile, parts: number): Occurrence => {
  const { uri, start } = startOfUnit(file);
  const place = { line: start.line, start: 0, end: 0 };
  return { about: partsOf(file).slice(-parts).join('/'), uri, place };
};

/** Returns the findings about templates; in an output of `systemctl cat`, the instance was asked for. */
function templateFindings(templates: readonly UnitFile[]): Finding[] {
  const shown = new Map<string, UnitFile[]>();
  for (const file of templates) if (file.line !== undefined) append(shown, file.uri, file);
  const plain = templates.filter(({ line }) => line === undefined);
  return [
    ...[...shown].flatMap(([uri, group]) =>
      summarize(
        uri,
        shownFault,
        group.map((file) => occurrenceOf(file, 1)),
      ),
    ),
    ...summarize(
      plain[0]?.uri ?? '',
      templateFault,
      plain.map((file) => occurrenceOf(file, 1)),
    ),
  ];
}

const shownFault = {
  code: 'import/left-out',
  severity: 'warning',
  message: (names: string, count: number) =>
    t`"systemctl cat" does not say of which instance ${count === 1 ? t`a template is` : t`${String(count)} templates are`}: ${names}. Write it into the line with the path, such as "# /lib/systemd/system/getty@tty1.service".`,
} as const;

const templateFault = {
  code: 'import/left-out',
  severity: 'information',
  message: (names: string, count: number) =>
    t`${count === 1 ? t`1 template is` : t`${String(count)} templates are`} left out, because no unit names an instance: ${names}. If one matters, add a link with the name of an instance, such as "getty@tty1.service".`,
} as const;

const dropInFault = {
  code: 'import/missing-file',
  severity: 'information',
  message: (names: string, count: number) =>
    t`${count === 1 ? t`1 drop-in is` : t`${String(count)} drop-ins are`} left out, because the files have no such ${count === 1 ? t`unit` : t`units`}: ${names}. Import the folder that has ${count === 1 ? t`the unit` : t`the units`}, too, if it matters.`,
} as const;
