/**
 * The result of loading a file.
 */
import type { Finding } from '../model/finding.ts';
import type { Model, Sources } from '../model/model.ts';

/** A lowered text with everything it imports, and its findings. */
export interface Loaded {
  readonly model: Model;
  readonly sources: Sources;
  /** The URIs of the files it was made of: imported files first, its own last. */
  readonly files: readonly string[];
  /** The URIs of the files that it imports itself, in the order of the text. */
  readonly imports: readonly string[];
  /** The findings of the text itself, not of its imports; in the order of the text. */
  readonly findings: readonly Finding[];
  /** The errors of the text itself, regardless of configured severities: its meaning is uncertain. */
  readonly errors: readonly Finding[];
}

/** An existing file that cannot be read, such as a pipe. */
export interface Unreadable {
  /** The rest of a sentence that begins with the file's name, such as "is a folder". */
  readonly why: string;
}

/** Returns the text of a file by its URI, or the reason why it has none; undefined if there is no such file. */
export type ReadFile = (uri: string) => Promise<string | Unreadable | undefined>;
