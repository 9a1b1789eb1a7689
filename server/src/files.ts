/**
 * What the server needs of a file system. The workspace knows this and nothing of Node, so that the
 * same server can run where files come from elsewhere.
 */

/** Reads files and folders by their URIs; what cannot be read is absent, never an exception. */
export interface Files {
  /** The text of a file without a byte order mark, or nothing where there is no such file. */
  readonly read: (uri: string) => Promise<string | undefined>;
  /** The URIs of all models below a folder, in an order that depends on their names only. */
  readonly list: (folder: string) => Promise<readonly string[]>;
}
