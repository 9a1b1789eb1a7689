/**
 * Reads files and the standard input, or refuses in a sentence.
 */
import { readdir } from 'node:fs/promises';
import { basename, dirname, extname, resolve } from 'node:path';
import type { Unreadable } from '../../../../language/src/dsl/loaded.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { nearestNames, suggestion } from './nearest-names.ts';
import { standardInput } from './places.ts';
import { mostBytes, tooLarge } from '../../workspace/files/files.ts';
import {
  decodeText,
  notText,
  readRegularFile,
  readTextFile,
  systemReason,
} from '../../workspace/files/regular-file.ts';
import { t } from '../../../../language/src/model/common/translation.ts';

/** The source of texts. */
export interface TextSource {
  /** The working directory: an absolute path. */
  readonly folder: string;
  /** Reads the standard input to its end, or until it has more than `most` bytes. */
  readonly readInput: (most: number) => Promise<Uint8Array>;
  /**
   * Returns the text of a file by its absolute path, nothing if there is none, or why it is not read. Default: reads from
   * the disk.
   */
  readonly readFile?: (path: string) => Promise<string | Unreadable | undefined>;
}

/** Returns the text of a file given by its path. Invalid UTF-8 becomes U+FFFD. */
export async function readAnyText(name: string, surroundings: TextSource): Promise<Answer<string>> {
  const read = await readBytes(name, surroundings);
  return 'refusal' in read ? read : { value: new TextDecoder().decode(read.value) };
}

/** Returns the text of a file given by its path. Refuses invalid UTF-8. */
export async function readText(name: string, surroundings: TextSource): Promise<Answer<string>> {
  const read = await readBytes(name, surroundings);
  if ('refusal' in read) return read;
  const text = decodeText(read.value);
  return text === undefined ? { refusal: noModel(name) } : { value: text };
}

/** The same, but keeps a byte order mark, so that it can be written back. */
export async function readWholeText(name: string, surroundings: TextSource): Promise<Answer<string>> {
  const read = await readBytes(name, surroundings);
  if ('refusal' in read) return read;
  const text = decodeText(read.value, { ignoreBOM: true });
  return text === undefined ? { refusal: noModel(name) } : { value: text };
}

const noModel = (name: string): string => t`"${name}" ${notText.why}, so it is not a model.`;

async function readBytes(name: string, { folder, readInput, readFile }: TextSource): Promise<Answer<Uint8Array>> {
  const path = resolve(folder, name);
  try {
    if (name === standardInput) {
      const input = await readInput(mostBytes);
      return input.length > mostBytes ? { refusal: t`The standard input ${tooLarge.why}.` } : { value: input };
    }
    if (readFile !== undefined) {
      const given = await readFile(path);
      if (typeof given === 'string') return { value: new TextEncoder().encode(given) };
      return { refusal: given === undefined ? t`There is no file "${name}".` : `"${name}" ${given.why}.` };
    }
    const read = await readRegularFile(path);
    if (!('why' in read)) return { value: read };
    return { refusal: `"${name}" ${read.why}${read.instead === undefined ? '' : `; ${read.instead}`}.` };
  } catch (error) {
    const { code, message } = systemReason(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      return {
        refusal: t`There is no file "${name}".${suggestion(nearFiles(basename(path), await namesIn(dirname(path))))}`,
      };
    }
    if (code === 'EACCES' || code === 'EPERM') return { refusal: t`You may not read the file "${name}".` };
    return { refusal: t`The file "${name}" cannot be read: ${message}.` };
  }
}

/** Returns the text of a model or project file by its path; nothing if there is none. */
export const readOther = (path: string, { readFile }: TextSource): Promise<string | Unreadable | undefined> =>
  readFile === undefined ? readTextFile(path) : readFile(path);

/** Returns the files with a name near to one; an ending that they share makes them no nearer. */
function nearFiles(name: string, files: readonly string[]): readonly string[] {
  const ending = extname(name);
  const bare = (file: string): string => (file.endsWith(ending) ? file.slice(0, file.length - ending.length) : file);
  return nearestNames(name, files).filter((file) => nearestNames(bare(name), [bare(file)]).length > 0);
}

/** Returns the files in a folder by name; none if it cannot be read. */
async function namesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => entry.name)
    .sort((a, b) => (a < b ? -1 : 1));
}
