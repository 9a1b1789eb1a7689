/** The files that ship with the program, in the folder that it is in. */
import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Returns a function that reads such a file by its path in the folder of `program`; it rejects if there is none. */
export const programFiles =
  (program: string | undefined) =>
  async (path: string): Promise<string> => {
    if (program === undefined) throw new Error('The program has no folder.');
    return readFile(join(dirname(realpathSync(program)), path), 'utf8');
  };
