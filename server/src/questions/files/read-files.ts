/**
 * Reads the files that a user names, and those in folders, for an import. Bounded in number and size; symbolic links
 * are distinguished from files, and linked folders are not entered.
 */
import { readdir, readlink, stat } from 'node:fs/promises';
import { join, posix, resolve } from 'node:path';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { mostBytes, tooLarge } from '../../workspace/files/files.ts';
import { uriOf } from './places.ts';
import { readAnyText, type TextSource } from './read-text.ts';
import { t } from '../../../../language/src/model/common/translation.ts';

/** A file with its text. */
export interface GivenFile {
  /** The path as given; in a folder, after the folder's name, with `/`. */
  readonly name: string;
  readonly uri: string;
  readonly text: string;
  /** The target of a symbolic link in a folder. */
  readonly link?: string;
  /** Its path in the folder that was named. */
  readonly within?: string;
}

/** The most files that are read from folders. */
const mostFiles = 20_000;
const deepest = 12;
/** The number of files that are read at the same time. */
const atOnce = 32;

/** Returns the named files, and from each folder those whose path in it is wanted; without `reads`, refuses folders. */
export async function readFiles(
  names: readonly string[],
  surroundings: TextSource,
  reads: ((path: string) => boolean) | undefined,
): Promise<Answer<readonly GivenFile[]>> {
  const files: GivenFile[] = [];
  let length = 0;
  for (const name of names) {
    const isOnDisk = surroundings.readFile === undefined;
    const isFolder = isOnDisk && reads !== undefined && (await isFolderAt(resolve(surroundings.folder, name)));
    const found: Answer<readonly Found[]> = isFolder
      ? await pathsIn(name, surroundings, reads)
      : { value: [{ path: name }] };
    if ('refusal' in found) return found;
    for (let start = 0; start < found.value.length; start += atOnce) {
      const part = found.value.slice(start, start + atOnce);
      const texts = await Promise.all(part.map(({ path }) => readAnyText(path, surroundings)));
      for (const [index, { path, link, within }] of part.entries()) {
        const read = texts[index] ?? { value: '' };
        if ('refusal' in read && link === undefined) return read;
        const text = 'refusal' in read ? '' : read.value;
        length += text.length;
        if (length > mostBytes) return { refusal: t`What is to be read ${tooLarge.why}.` };
        const file = { name: path, uri: uriOf(path, surroundings), text };
        files.push({ ...file, ...(link !== undefined && { link }), ...(within !== undefined && { within }) });
      }
    }
  }
  return { value: files };
}

const isFolderAt = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() === true;

interface Found {
  readonly path: string;
  readonly link?: string;
  readonly within?: string;
}

/** Returns the wanted paths below a folder, in the order of their names. */
async function pathsIn(
  folder: string,
  { folder: around }: TextSource,
  reads: (path: string) => boolean,
): Promise<Answer<readonly Found[]>> {
  const root = resolve(around, folder);
  const prefix = folder.replace(/[/\\]+$/, '');
  const found: Found[] = [];
  const waiting = [{ inner: '', depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { inner, depth } = next;
    const entries = await readdir(join(root, inner), { withFileTypes: true }).catch(() => []);
    const folders: typeof waiting = [];
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = posix.join(inner, entry.name);
      if (entry.isDirectory() && depth < deepest) folders.push({ inner: path, depth: depth + 1 });
      if (!(entry.isFile() || entry.isSymbolicLink()) || !reads(path)) continue;
      if (found.length === mostFiles)
        return {
          refusal: t`The folder "${folder}" has more than ${String(mostFiles)} files to read; name a smaller one.`,
        };
      const own = { path: `${prefix}/${path}`, within: path };
      if (entry.isFile()) found.push(own);
      else if (!(await isFolderAt(join(root, path)))) found.push({ ...own, link: await readlink(join(root, path)) });
    }
    waiting.push(...folders.reverse());
  }
  return { value: found.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}
