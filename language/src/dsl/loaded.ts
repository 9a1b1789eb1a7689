/**
 * What loading a file gives: the stage between text and analysis.
 */
import type { Finding } from '../model/finding.ts';
import type { Model, Sources } from '../model/model.ts';

/** A lowered text with all that it imports, and everything there is to say about it. */
export interface Loaded {
  readonly model: Model;
  readonly sources: Sources;
  /** Of the text itself, not of what it imports; in the order of the text. */
  readonly findings: readonly Finding[];
  /** What is wrong with the text itself, whatever severities options give: it may mean something else than it says. */
  readonly errors: readonly Finding[];
  /** Findings that this file and what it imports have only together, at places in an imported one. */
  readonly elsewhere?: readonly Finding[];
}

/** A file that is there and is not read, such as a pipe. */
export interface Unreadable {
  /** The rest of a sentence that begins with its name, such as "is a folder". */
  readonly why: string;
}

/** Returns the text of a file by its URI, or why it has none; nothing where there is no such file. */
export type ReadFile = (uri: string) => Promise<string | Unreadable | undefined>;
