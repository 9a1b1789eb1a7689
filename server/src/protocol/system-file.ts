/** The files of other tools that travel to the server. */

/** A file of another tool; `name` is its path as seen from the model. */
export interface SystemFile {
  readonly name: string;
  readonly uri: string;
  readonly text: string;
  /** Its path within the folder that was chosen; absent for a file that was chosen itself. */
  readonly within?: string;
}
