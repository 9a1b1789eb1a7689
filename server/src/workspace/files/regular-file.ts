/**
 * Reads regular files of bounded size. A pipe, device or folder is recognized before it is opened, so that nothing
 * waits for a writer that never comes and nothing reads endlessly.
 */
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import type { Unreadable } from '../../../../language/src/dsl/loaded.ts';
import { mostBytes, tooLarge } from './files.ts';
import { t } from '../../../../language/src/model/common/translation.ts';

/** The number of bytes per read if a file does not report its size. */
const pieceSize = 2 ** 16;

/** A file that is not read, and what its user may do instead. */
interface Unfit extends Unreadable {
  readonly instead?: string;
}

/** Returns the bytes of a regular file, or why it is not read; throws errors of the system. */
export async function readRegularFile(path: string): Promise<Uint8Array | Unfit> {
  const seen = unfit(await stat(path));
  if (seen !== undefined) return seen;
  // It may be another file by now; with this flag, opening a pipe does not wait.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = await handle.stat();
    return unfit(stats) ?? (await readBounded(handle, stats.size));
  } finally {
    await handle.close();
  }
}

/**
 * Returns the text of a model or project file without a byte order mark; nothing if there is no file. Errors of the
 * system become reasons.
 */
export async function readTextFile(path: string): Promise<string | Unreadable | undefined> {
  try {
    const read = await readRegularFile(path);
    return 'why' in read ? read : (decodeText(read) ?? notText);
  } catch (error) {
    const { code, message } = systemReason(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    return { why: code === 'EACCES' || code === 'EPERM' ? t`may not be read` : t`cannot be read: ${message}` };
  }
}

/** The reason why a file that is not UTF-8 has no text. */
export const notText: Unreadable = { why: t`is not UTF-8 text` };

/** Decodes UTF-8; returns nothing for other bytes. */
export function decodeText(bytes: Uint8Array, options: { readonly ignoreBOM?: boolean } = {}): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ...options }).decode(bytes);
  } catch {
    // The decoder reports invalid UTF-8 only by throwing.
    return undefined;
  }
}

/** Returns the code and message of a system error; throws any other error again. */
export function systemReason(error: unknown): { readonly code: string; readonly message: string } {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') throw error;
  return { code: error.code, message: error.message };
}

function unfit(stats: Stats): Unfit | undefined {
  if (stats.isFile()) return stats.size > mostBytes ? tooLarge : undefined;
  if (stats.isDirectory()) return { why: t`is a folder`, instead: t`name a file in it` };
  const what = stats.isFIFO() ? 'pipe' : stats.isSocket() ? 'socket' : 'device';
  return { why: t`is a ${what}, not a regular file`, instead: t`"-" reads the standard input` };
}

/** Reads beyond the reported size, for files such as those of `/proc`. */
async function readBounded(handle: FileHandle, size: number): Promise<Uint8Array | Unfit> {
  const pieces: Uint8Array[] = [];
  for (let total = 0; total <= mostBytes;) {
    const piece = Buffer.allocUnsafe(Math.max(size - total, pieceSize));
    const { bytesRead } = await handle.read(piece, 0, piece.length);
    if (bytesRead === 0) return Buffer.concat(pieces);
    pieces.push(piece.subarray(0, bytesRead));
    total += bytesRead;
  }
  return tooLarge;
}
