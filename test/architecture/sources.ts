/**
 * Reads the sources of a tree with their imports, as the compiler resolves them. Judges nothing.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript-6';

/** A source file with its imports. */
export interface Source {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly lineCount: number;
  readonly isGenerated: boolean;
  readonly imports: readonly Import[];
}

/** An import of a file in the tree or of an outside package. */
export interface Import {
  readonly text: string;
  /** Relative to the root; `undefined` for a package. */
  readonly file: string | undefined;
  /** True if the file exists with exactly this name. */
  readonly isThere: boolean;
}

const extensions = ['.ts', '.tsx', '.mjs', '.langium'];
const ignored = new Set(['node_modules', 'fixtures', 'tools', 'dist', '.cache']);

/** Returns all sources in these folders of a tree, in path order. A missing folder has none. */
export function readSources(root: string, folders: readonly string[]): readonly Source[] {
  return folders.flatMap((folder) => filesIn(root, folder)).map((path) => readSource(root, path));
}

function filesIn(root: string, folder: string): readonly string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) return ignored.has(entry.name) ? [] : filesIn(root, path);
      return extensions.some((extension) => entry.name.endsWith(extension)) ? [path] : [];
    });
}

function readSource(root: string, path: string): Source {
  const text = readFileSync(join(root, path), 'utf8');
  const found = path.endsWith('.langium') ? [] : ts.preProcessFile(text, true, true).importedFiles;
  return {
    path,
    text,
    lineCount: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    isGenerated: path.includes('/generated/'),
    imports: found.map(({ fileName }) => toImport(root, path, fileName)),
  };
}

function toImport(root: string, from: string, text: string): Import {
  if (!text.startsWith('.')) return { text, file: undefined, isThere: true };
  const file = posix.join(posix.dirname(from), text);
  return { text, file, isThere: existsSync(join(root, file)) && /\.\w+$/.test(file) };
}
