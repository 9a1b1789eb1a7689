/**
 * From text to model: the one way in for the command line, the language server, the tests and the
 * library. Reads nothing itself; files come through a function.
 */
import type { Finding } from '../model/finding.ts';
import type { Model, Sources } from '../model/model.ts';

/** Returns the text of a file by its URI, or nothing where there is no such file. */
export type ReadFile = (uri: string) => Promise<string | undefined>;

/** A lowered text with all that it imports, and everything there is to say about it. */
export interface Loaded {
  readonly model: Model;
  readonly sources: Sources;
  /** Of the text itself, not of what it imports; in the order of the text. */
  readonly findings: readonly Finding[];
}

/** Loads `uri` and what it imports. A file that is not there is one finding with code `file/unreadable`. */
export async function loadModel(uri: string, readFile: ReadFile): Promise<Loaded> {
  await readFile(uri);
  throw new Error('loadModel is being written');
}
