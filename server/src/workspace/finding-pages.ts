/**
 * The addresses of the pages about findings, if they ship with the program.
 */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findingPage } from '../../../language/src/model/finding-codes.ts';

/** Returns a function from a finding code to its page, if there is one; searched for beside the folder of `program`. */
export function findingPages(program: string | undefined): (code: string) => string | undefined {
  if (program === undefined || !existsSync(program)) return () => undefined;
  const folder = join(documentationFolder(program), 'findings');
  const known = new Map<string, string | undefined>();
  return (code) => {
    const path = join(folder, findingPage(code));
    if (!known.has(code)) known.set(code, existsSync(path) ? pathToFileURL(path).href : undefined);
    return known.get(code);
  };
}

/** Returns the folder of the documentation, beside that of a program. */
export const documentationFolder = (program = ''): string =>
  join(dirname(existsSync(program) ? realpathSync(program) : program), '..', 'language', 'docs');
