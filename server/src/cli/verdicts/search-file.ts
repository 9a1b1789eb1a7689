/**
 * The file of a search that was ended early: a line that says what it is, a line of JSON with what it is the search of,
 * pieces of text and of numbers, each with its length, and a digest of all that. Plain data, no code.
 */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { openSaved, type Piece, type SavedSearch } from '../../../../language/src/simulation/explore/saved-search.ts';
import { systemReason } from '../../workspace/files/regular-file.ts';

/** What a search is of: it goes on only with the same. */
export interface SearchOf {
  /** The version of Aftermath. */
  readonly version: string;
  /** A digest of the model. */
  readonly model: string;
  readonly check: string;
  /** The options that change what is explored. */
  readonly options: string;
}

/** The first line; its number is that of the form of the file. */
const title = 'aftermath search 1\n';
/** What the first lines of all forms begin with. */
const anyTitle = 'aftermath search ';

/** The kinds of pieces. A piece begins with its kind and its length. */
const kinds = { text: 1, numbers: 2, end: 3 } as const;
const headBytes = 5;

/** The most bytes of the lines, of one piece, and of a read. */
const [mostLine, mostPiece, atOnce] = [2 ** 16, 2 ** 28, 2 ** 20];

/** Returns the content of a file. */
export function* searchFile(of: SearchOf, pieces: Iterable<Piece>): Generator<Uint8Array, void> {
  const hash = createHash('sha256');
  const hashed = (bytes: Uint8Array): Uint8Array => {
    hash.update(bytes);
    return bytes;
  };
  yield hashed(Buffer.from(`${title}${JSON.stringify(of)}\n`));
  for (const piece of pieces) {
    const isText = typeof piece === 'string';
    yield* framed(isText ? kinds.text : kinds.numbers, isText ? Buffer.from(piece) : piece, hashed);
  }
  yield* framed(kinds.end, hash.digest(), (bytes) => bytes);
}

function* framed(
  kind: number,
  bytes: Uint8Array,
  hashed: (bytes: Uint8Array) => Uint8Array,
): Generator<Uint8Array, void> {
  const head = Buffer.alloc(headBytes);
  head.writeUInt8(kind);
  head.writeUInt32LE(bytes.length, 1);
  yield hashed(head);
  yield hashed(bytes);
}

/** Opens the file of a search. Refuses one of another search, a damaged one, and one larger than the memory allowed. */
export function readSearchFile(name: string, folder: string, of: SearchOf, memory: number): Answer<SavedSearch> {
  const path = resolve(folder, name);
  try {
    // Opening a pipe would wait for its writer.
    if (!statSync(path).isFile()) return { refusal: `"${name}" is not a regular file; name the file of --save.` };
    const file = openSync(path, 'r');
    const opened = openFile(file, name, { of, memory });
    if ('refusal' in opened) closeSync(file);
    return opened;
  } catch (error) {
    if (error instanceof Damaged) return damaged(name);
    const { code, message } = systemReason(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { refusal: `There is no file "${name}".` };
    return { refusal: `The file "${name}" cannot be read: ${message}.` };
  }
}

const damaged = (name: string): { readonly refusal: string } => ({
  refusal: `"${name}" is damaged: it is not what was saved. Search anew, without --resume.`,
});

/** Signals that a file is not what was saved. */
class Damaged extends Error {}

function openFile(
  file: number,
  name: string,
  { of, memory }: { readonly of: SearchOf; readonly memory: number },
): Answer<SavedSearch> {
  const { size } = fstatSync(file);
  const begin = readAt(file, 0, Math.min(size, mostLine)).toString('latin1');
  if (!begin.startsWith(anyTitle)) return { refusal: `"${name}" is no search that was saved with --save.` };
  if (!begin.startsWith(title))
    return { refusal: `"${name}" was saved by another version of Aftermath; search anew, without --resume.` };
  if (size > memory) {
    const refusal = `"${name}" is larger than the memory that the search may take; give more with --memory.`;
    return { refusal };
  }
  const end = begin.indexOf('\n', title.length) + 1;
  if (end === 0 || !isWhole(file, size)) return damaged(name);
  const other = differs(name, readAt(file, title.length, end - 1 - title.length).toString('utf8'), of);
  return other === undefined ? { value: openSaved(piecesOf(file, end)) } : { refusal: other };
}

/** Returns why a search is not the wanted one, if it is not. */
function differs(name: string, line: string, of: SearchOf): string | undefined {
  const saved = JSON.parse(line) as SearchOf;
  if (saved.version !== of.version)
    return `"${name}" was saved by Aftermath ${saved.version}, and this is ${of.version}; search anew, without --resume.`;
  if (saved.check !== of.check) return `"${name}" is the search of the check "${saved.check}", not of "${of.check}".`;
  if (saved.model !== of.model)
    return `The model is not the one whose search was saved in "${name}"; search anew, without --resume.`;
  if (saved.options === of.options) return undefined;
  return `"${name}" was saved with ${saved.options}, not with ${of.options}; give the same options.`;
}

/** Returns true if a file ends with the digest of what is before it. */
function isWhole(file: number, size: number): boolean {
  const hash = createHash('sha256');
  const digestBytes = 32;
  const end = size - headBytes - digestBytes;
  if (end < 0) return false;
  for (let from = 0; from < end; from += atOnce) hash.update(readAt(file, from, Math.min(atOnce, end - from)));
  const last = readAt(file, end, headBytes + digestBytes);
  return (
    last[0] === kinds.end && last.readUInt32LE(1) === digestBytes && last.subarray(headBytes).equals(hash.digest())
  );
}

/** Reads so many bytes from a place in a file. */
function readAt(file: number, from: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  for (let read = 0; read < length;) {
    const more = readSync(file, bytes, read, length - read, from + read);
    if (more === 0) throw new Damaged();
    read += more;
  }
  return bytes;
}

/** Yields the pieces of an open file, and closes it after the last. */
function* piecesOf(file: number, from: number): Generator<Piece, void> {
  try {
    for (let place = from; ;) {
      const head = readAt(file, place, headBytes);
      const [kind, length] = [head[0], head.readUInt32LE(1)];
      if (kind === kinds.end) return;
      if (length > mostPiece) throw new Damaged();
      const bytes = readAt(file, place + headBytes, length);
      yield kind === kinds.text ? bytes.toString('utf8') : bytes;
      place += headBytes + length;
    }
  } finally {
    closeSync(file);
  }
}
