/**
 * What the server needs of a file system. The workspace knows this and nothing of Node, so that the
 * same server can run where files come from elsewhere.
 */

import type { ReadFile, Unreadable } from '../../../language/src/dsl/loaded.ts';

/** Reads files and folders by their URIs; what cannot be read is absent, never an exception. */
export interface Files {
  /** The text of a file without a byte order mark, or why it has none; nothing where there is no such file. */
  readonly read: ReadFile;
  /** The URIs of all models below a folder, in an order that depends on their names only. */
  readonly list: (folder: string) => Promise<readonly string[]>;
}

/** The most bytes of a file, or of the standard input, that are read. */
export const mostBytes = 64 * 2 ** 20;

/** Why a file with more bytes is not read. */
export const tooLarge: Unreadable = { why: `has more than ${String(mostBytes / 2 ** 20)} MB, the most that is read` };
