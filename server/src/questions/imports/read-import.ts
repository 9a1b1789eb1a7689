/**
 * Reads the files of an import and finds their format, by its name or, for `auto`, by their content.
 */
import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  auto,
  type FormatOfFiles,
  formatOf,
  importFormats,
  isRead,
} from '../../../../language/src/interchange/import-formats.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { didYouMean } from '../files/nearest-names.ts';
import { readFiles } from '../files/read-files.ts';
import type { TextSource } from '../files/read-text.ts';
import { t } from '../../../../language/src/model/common/translation.ts';

/** The files of an import, with those they refer to, and their format. */
export type ReadImport = FormatOfFiles;

/** The rounds in which files may refer to further ones. */
const mostRounds = 20;

/** Returns the named files, with those they refer to, and their format: the one that is named, or found by content. */
export async function readImport(
  word: string,
  names: readonly string[],
  context: TextSource,
): Promise<Answer<ReadImport>> {
  const given = importFormats.find(({ name }) => name === word);
  if (given === undefined && word !== auto) return { refusal: unknownFormat(word) };
  if (given?.isSeveral !== true && given !== undefined && names.length > 1)
    return { refusal: t`The format "${word}" takes one file; import each into a model of its own.` };
  const formats = given === undefined ? importFormats : [given];
  const several = formats.filter(({ isSeveral }) => isSeveral);
  const reads = several.length === 0 ? undefined : (path: string) => several.some((format) => isRead(format, path));
  const read = await readFiles(names, context, reads);
  if ('refusal' in read) return read;
  if (read.value.length === 0) return { refusal: nothingToRead(names, given) };
  const found = formatOf(read.value, given?.name);
  if (found === undefined) return { refusal: noFormat(names) };
  return withFurther(found, context);
}

/** Adds the files that others refer to, as far as they exist. */
async function withFurther(choice: FormatOfFiles, context: TextSource): Promise<Answer<ReadImport>> {
  const files = [...choice.files];
  const asked = new Set(files.map(({ name }) => name));
  for (let round = 0; round < mostRounds; round++) {
    const further = (choice.format.alsoReads?.(files) ?? []).filter((name) => !asked.has(name));
    if (further.length === 0) break;
    for (const name of further) {
      asked.add(name);
      for (const path of await namedBy(name, context)) {
        if (files.some((file) => file.name === path)) continue;
        const read = await readFiles([path], context, undefined);
        if ('value' in read) files.push(...read.value);
      }
    }
  }
  return { value: { ...choice, files } };
}

/** Returns the files that a path means: all of its folder with that ending for `net/*.tf`. */
async function namedBy(name: string, { folder, readFile }: TextSource): Promise<readonly string[]> {
  const [, around, ending] = /^(.*\/)\*(\.\w+)$/.exec(name) ?? [];
  if (around === undefined || ending === undefined || readFile !== undefined) return [name];
  const entries = await readdir(resolve(folder, around), { withFileTypes: true }).catch(() => []);
  const own = entries.filter((each) => each.isFile() && each.name.endsWith(ending));
  return own.map((each) => `${around}${each.name}`).sort();
}

function unknownFormat(name: string): string {
  const names = [...importFormats.map((format) => format.name), auto];
  return t`There is no format "${name}" to import.${didYouMean(name, names)} The formats are ${names.join(', ')}.`;
}

const nothingToRead = (names: readonly string[], given: { readonly title: string } | undefined): string =>
  t`There is nothing in ${names.map((name) => `"${name}"`).join(', ')} to import${
    given === undefined ? '' : t` as ${given.title}`
  }. Choose other files, or the folder that they are in.`;

const noFormat = (names: readonly string[]): string =>
  t`The content of ${names.map((name) => `"${name}"`).join(', ')} is in none of the formats ${importFormats
    .map(({ name }) => name)
    .join(', ')}. Name the format, or choose other files.`;
