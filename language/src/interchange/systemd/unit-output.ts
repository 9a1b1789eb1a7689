/**
 * Splits the output of `systemctl cat UNIT…` into the files that it shows: each follows a line `# /path/of/the/unit`.
 */
import { placeSpan } from '../import/import-findings.ts';
import type { ImportFile } from '../import/import-format.ts';
import type { Span } from '../../model/span.ts';
import { isUnitName, isUnitPath } from './unit.ts';

/** A unit file or drop-in: a whole file, or one in an output. */
export interface UnitFile extends ImportFile {
  /** The line of the output with its path. */
  readonly line?: number;
}

/** Returns where a unit file begins, if there is one. */
export const startOfUnit = (file: UnitFile | undefined): Span =>
  placeSpan(file?.uri ?? '', { line: file?.line ?? 0, start: 0, end: 0 });

const pathLine = /^# (\/\S+)$/;
const maskedLine = /^# Unit (\S+) is masked\.$/;

/** Returns the unit files in files: those of an output under their paths, any other file as it is. `O(text)`. */
export function splitOutput(file: ImportFile): readonly UnitFile[] {
  const lines = file.text.split(/\r?\n/);
  const starts: { readonly line: number; readonly name: string; readonly isMasked: boolean }[] = [];
  for (const [line, text] of lines.entries()) {
    const path = pathLine.exec(text.trimEnd())?.[1] ?? '';
    const masked = maskedLine.exec(text.trimEnd())?.[1] ?? '';
    // A file may say its own path.
    if (isUnitPath(path) && path !== starts.at(-1)?.name) starts.push({ line, name: path, isMasked: false });
    else if (isUnitName(masked)) starts.push({ line, name: masked, isMasked: true });
  }
  const [first] = starts;
  const isWhole = starts.length < 2 || lines.slice(0, first?.line).some((text) => text.trim() !== '');
  if (first === undefined || (isUnitPath(file.name) && isWhole)) return [file];
  return starts.map(({ line, name, isMasked }, index) => ({
    ...{ name, uri: file.uri, line },
    text: isMasked ? '' : lines.slice(line, starts[index + 1]?.line).join('\n'),
  }));
}
