/**
 * Writes the types of the library and of the extension's interface to dist/types: their declarations and those they refer
 * to, and no others. Fails on a type from another package, because users of the library do not have those packages.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript-6';
import { checkout } from './processes.mjs';

/** What others import the types of. */
const entries = ['server/src/library/api', 'client/src/extension-api'];

const folder = join(checkout, 'dist', 'types');

/** Writes the types; returns the number of files. */
export async function writeApiTypes() {
  const declarationOf = emitter(entries.map((entry) => join(checkout, `${entry}.ts`)));
  const wanted = new Set(entries.map((entry) => join(folder, `${entry}.d.ts`)));
  await rm(folder, { recursive: true, force: true });
  // Files added meanwhile are visited too.
  for (const file of wanted) {
    const text = declarationOf(file);
    if (text === undefined) throw new Error(`There are no types for ${relative(checkout, file)}.`);
    for (const { fileName } of ts.preProcessFile(text).importedFiles) {
      if (!fileName.startsWith('.')) throw new Error(`${relative(folder, file)} has types of "${fileName}".`);
      wanted.add(resolve(dirname(file), fileName.replace(/\.ts$/, '.d.ts')));
    }
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return wanted.size;
}

/**
 * Returns a function that makes the declarations of one file, by output file: of an entry, or anything it imports. A
 * file that no declaration refers to costs nothing.
 * @param {readonly string[]} entries
 * @returns {(file: string) => string | undefined}
 */
function emitter(entries) {
  const config = ts.readConfigFile(join(checkout, 'tsconfig.json'), (file) => ts.sys.readFile(file));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, checkout);
  const program = ts.createProgram(entries, {
    ...options,
    ...{ composite: false, incremental: false, types: ['node'], rootDir: checkout, outDir: folder },
  });
  return (file) => {
    const source = ['.ts', '.tsx']
      .map((ending) => join(checkout, relative(folder, file).replace(/\.d\.ts$/, ending)))
      .map((path) => program.getSourceFile(path))
      .find((each) => each !== undefined);
    /** @type {string | undefined} */
    let declarations;
    if (source === undefined) return undefined;
    program.emit(source, (_, text) => void (declarations = text), undefined, true);
    return declarations;
  };
}

if (process.argv[1]?.endsWith('api-types.mjs') === true)
  process.stdout.write(`${String(await writeApiTypes())} files\n`);
