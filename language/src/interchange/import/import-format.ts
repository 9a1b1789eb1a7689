/**
 * The frame of all importers: what a format is given and what it declares. Where the files come from (a disk, an
 * editor) is not known here.
 */
import type { ImportOutcome } from './imported.ts';

/** A file to import. */
export interface ImportFile {
  /** Its path as users see it, with `/`. Within a folder that was given, it begins with that folder's name. */
  readonly name: string;
  readonly uri: string;
  /** Its text without a byte order mark; empty for a link that leads nowhere. */
  readonly text: string;
  /** The target of a symbolic link, as the link states it. */
  readonly link?: string;
  /** Its path within the folder that was given; absent for a file that was given itself. */
  readonly within?: string;
}

/** An import format. */
export interface ImportFormat {
  /** The word of the command line. */
  readonly name: string;
  /** Its description, for a list to choose from. */
  readonly title: string;
  /** The file extensions that it reads, without a dot. */
  readonly extensions: readonly string[];
  /** True if several files, or folders of files, can make one model. */
  readonly isSeveral?: boolean;
  /** Returns true if a file in a folder is worth reading, by its path in that folder; by default the extension says. */
  readonly reads?: (path: string) => boolean;
  /**
   * Returns the paths of further files that these refer to, `net/*.tf` for all of a folder. Those that exist are added,
   * and it is asked again.
   */
  readonly alsoReads?: (files: readonly ImportFile[]) => readonly string[];
  /**
   * Returns why files are in this format, to complete "because …": `"db.service" has a section [Service]`; undefined if
   * they are not. Judges by content, without reading it all.
   */
  readonly recognize: (files: readonly ImportFile[]) => string | undefined;
  /** Makes the model of one file or, if `isSeveral`, of one or more. */
  readonly run: (files: readonly ImportFile[]) => ImportOutcome;
}
