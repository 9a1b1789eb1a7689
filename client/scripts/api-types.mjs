/**
 * Writes the types of the library (server/src/api.ts) to dist/types: its declarations and those they refer to, and no
 * others. Fails on a type from another package, because users of the library do not have those packages.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { checkout } from './processes.mjs';

const folder = join(checkout, 'dist', 'types');

/** Writes the types; returns the number of files. */
export async function writeApiTypes() {
  const declarations = emitted(join(checkout, 'server', 'src', 'api.ts'));
  const wanted = new Set([join(folder, 'server', 'src', 'api.d.ts')]);
  await rm(folder, { recursive: true, force: true });
  // Files added meanwhile are visited too.
  for (const file of wanted) {
    const text = declarations.get(file);
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
 * Returns the declarations of a file and everything it imports, by output file.
 * @param {string} entry
 * @returns {ReadonlyMap<string, string>}
 */
function emitted(entry) {
  const config = ts.readConfigFile(join(checkout, 'tsconfig.json'), (file) => ts.sys.readFile(file));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, checkout);
  const program = ts.createProgram([entry], {
    ...options,
    ...{ composite: false, incremental: false, types: ['node'], rootDir: checkout, outDir: folder },
  });
  /** @type {Map<string, string>} */
  const declarations = new Map();
  program.emit(undefined, (file, text) => void declarations.set(resolve(file), text), undefined, true);
  return declarations;
}

if (process.argv[1]?.endsWith('api-types.mjs') === true)
  process.stdout.write(`${String(await writeApiTypes())} files\n`);
