/**
 * Reads files and the standard input, or says in a sentence why that is not possible.
 */
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { Answer, Surroundings } from './command.ts';
import { didYouMean } from './nearest-names.ts';
import { standardInput } from './places.ts';
import { systemReason } from './system-reason.ts';

/** Returns the text of a file given by its path. What is not UTF-8 becomes U+FFFD. */
export async function readAnyText(name: string, surroundings: Surroundings): Promise<Answer<string>> {
  const read = await readBytes(name, surroundings);
  return 'refusal' in read ? read : { value: new TextDecoder().decode(read.value) };
}

/** Returns the text of a file given by its path. Refuses what is not UTF-8. */
export async function readText(name: string, surroundings: Surroundings): Promise<Answer<string>> {
  const read = await readBytes(name, surroundings);
  if ('refusal' in read) return read;
  const text = decode(read.value);
  return text === undefined ? { refusal: noModel(name) } : { value: text };
}

/** The same with the byte order mark, if the file has one, so that it can be written back. */
export async function readWholeText(name: string, surroundings: Surroundings): Promise<Answer<string>> {
  const read = await readBytes(name, surroundings);
  if ('refusal' in read) return read;
  const text = decode(read.value, { ignoreBOM: true });
  return text === undefined ? { refusal: noModel(name) } : { value: text };
}

const noModel = (name: string): string => `"${name}" is no text in UTF-8, so it is no model.`;

function decode(bytes: Uint8Array, options: { readonly ignoreBOM?: boolean } = {}): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ...options }).decode(bytes);
  } catch {
    // The decoder has no other way to say that the bytes are no UTF-8.
    return undefined;
  }
}

async function readBytes(name: string, { folder, readInput }: Surroundings): Promise<Answer<Uint8Array>> {
  const path = resolve(folder, name);
  try {
    return { value: name === standardInput ? await readInput() : await readFile(path) };
  } catch (error) {
    const { code, message } = systemReason(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      return { refusal: `There is no file "${name}".${didYouMean(basename(path), await namesIn(dirname(path)))}` };
    }
    if (code === 'EISDIR') return { refusal: `"${name}" is a folder; name a file in it.` };
    if (code === 'EACCES' || code === 'EPERM') return { refusal: `You may not read the file "${name}".` };
    return { refusal: `The file "${name}" cannot be read: ${message}.` };
  }
}

/** The files in a folder in the order of their names; none if it cannot be read. */
async function namesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => entry.name)
    .sort((a, b) => (a < b ? -1 : 1));
}
