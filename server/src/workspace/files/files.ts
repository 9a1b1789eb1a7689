/**
 * The file system as the server needs it. The workspace knows this interface and not Node, so that the same server can
 * run where files come from elsewhere.
 */

import type { IsSameFile } from '../../../../language/src/dsl/names/spellings.ts';
import type { ReadFile, Unreadable } from '../../../../language/src/dsl/loaded.ts';
import { t } from '../../../../language/src/model/common/translation.ts';

/** Returns true if a walk enters a folder, or takes a file. */
export type Keeps = (entry: { readonly uri: string; readonly isFolder: boolean }) => Promise<boolean>;

/** Reads files and folders by their URIs; never throws for what cannot be read. */
export interface Files {
  /** Returns the text of a file without a byte order mark, or why it has none; nothing if there is no such file. */
  readonly read: ReadFile;
  /**
   * Returns the URIs of all models below a folder, in an order that depends only on their names. It may enter folders
   * that `keeps` refuses, and list what is in them.
   */
  readonly list: (folder: string, keeps?: Keeps) => Promise<readonly string[]>;
  /** Tells whether two URIs that differ in case only are of one file; absent where they never are. */
  readonly isSameFile?: IsSameFile;
}

/** The largest file or standard input that is read, in bytes. */
export const mostBytes = 64 * 2 ** 20;

/** The reason why a larger file is not read. */
export const tooLarge: Unreadable = { why: t`has more than ${String(mostBytes / 2 ** 20)} MB, the most that is read` };
