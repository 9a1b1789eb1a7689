/**
 * Writes a result to a file atomically, and over an existing file only if that is allowed.
 */
import { constants, type Stats } from 'node:fs';
import { access, readlink, realpath, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { createFile, type FileContent, replaceFile } from '../../workspace/files/whole-file.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { systemReason } from '../../workspace/files/regular-file.ts';

/** The conditions of writing. */
export interface WriteOptions {
  readonly folder: string;
  /** True if an existing file may be replaced. */
  readonly force: boolean;
  /** The paths of the input files, which are never replaced. */
  readonly sources: readonly string[];
}

/**
 * Writes text or bytes to the file `name`. Without `force`, refuses to replace an existing file and leaves it
 * unchanged.
 */
export async function writeText(name: string, text: FileContent, options: WriteOptions): Promise<Answer<undefined>> {
  const path = resolve(options.folder, name);
  try {
    const target = await targetOf(path);
    const found = await statOf(target);
    if (found?.isDirectory() === true) return { refusal: `"${name}" is a folder; name a file in it.` };
    if (found?.isFile() === true) {
      if (await isAmong(options, target))
        return { refusal: `"${name}" is the file that is read; choose another name for the result.` };
      if (!options.force) return { refusal: alreadyThere(name) };
      await access(target, constants.W_OK);
      await replaceFile(target, text, found);
    } else if (found === undefined) await createFile(target, text);
    // A terminal, a pipe or the null device has no content to overwrite.
    else await writeFile(target, text);
    return { value: undefined };
  } catch (error) {
    return { refusal: refusalOf(name, path, systemReason(error)) };
  }
}

/** Returns the file that links lead to, even if it does not exist yet. */
async function targetOf(path: string): Promise<string> {
  let target = path;
  for (let links = 0; links < mostLinks; links++) {
    const next = await readlink(target).catch(() => undefined);
    if (next === undefined) return realpath(target).catch(() => target);
    target = resolve(dirname(target), next);
  }
  return target;
}

/** As many as the operating system follows. */
const mostLinks = 40;

async function isAmong({ folder, sources }: WriteOptions, target: string): Promise<boolean> {
  const paths = sources.map((source) => realpath(resolve(folder, source)).catch(() => undefined));
  return (await Promise.all(paths)).includes(target);
}

async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (systemReason(error).code === 'ENOENT') return undefined;
    throw error;
  }
}

const alreadyThere = (name: string): string =>
  `"${name}" is already there; choose another name, or overwrite it with --force.`;

function refusalOf(name: string, path: string, { code, message }: { code: string; message: string }): string {
  if (code === 'EEXIST') return alreadyThere(name);
  if (code === 'ENOENT' || code === 'ENOTDIR') return `There is no folder "${dirname(path)}" to write "${name}" into.`;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return `You may not write the file "${name}".`;
  return `The file "${name}" cannot be written: ${message}.`;
}
