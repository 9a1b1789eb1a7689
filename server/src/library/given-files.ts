/** Files whose text comes from a function of the program that uses the library. */
import type { Unreadable } from '../../../language/src/dsl/loaded.ts';
import { errorMessage } from '../../../language/src/model/common/error-message.ts';

/** Returns the text of a file, nothing if there is none, or why it is not read. */
export type ReadGiven = (file: string) => Promise<string | Unreadable | undefined>;

/** Returns a reader that never throws: what the given one throws, or returns in place of a text, is why it is not read. */
export const readGivenFiles =
  (readFile: ReadGiven): ReadGiven =>
  async (file) => {
    try {
      const given: unknown = await readFile(file);
      if (typeof given === 'string') return given;
      if (given === undefined || given === null) return undefined;
      if (typeof given === 'object' && 'why' in given && typeof given.why === 'string') return { why: given.why };
      return { why: `was given as a value of type ${typeof given}, not as a text` };
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
      return { why: `cannot be read: ${errorMessage(error).replace(/\.$/, '')}` };
    }
  };
