/**
 * The files of the machine that the server runs on, available by `file:` URIs.
 */
import { type Dirent, promises as fs, statSync } from 'node:fs';
import { join } from 'node:path';
import { URI } from 'vscode-uri';
import type { IsSameFile } from '../../../../language/src/dsl/names/spellings.ts';
import type { Files, Keeps } from './files.ts';
import { readTextFile } from './regular-file.ts';

/** Folders that contain no models of the user's own, however many files they have. */
const skippedFolders: ReadonlySet<string> = new Set(['node_modules', 'dist', 'out']);

/** The nesting limit, which ends cycles of links. */
const deepest = 40;

/** Returns how to tell whether two names are one file, on systems whose disks do not tell capitals from small letters. */
export function sameFileOn(platform: NodeJS.Platform): IsSameFile | undefined {
  if (platform !== 'win32' && platform !== 'darwin') return undefined;
  return (one, other) => {
    const [a, b] = [one, other].map((uri) => {
      const path = pathOf(uri);
      return path === undefined ? undefined : statSync(path, { bigint: true, throwIfNoEntry: false });
    });
    return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
  };
}

const isSameFile = sameFileOn(process.platform);

/** Reads `file:` URIs from the disk. */
export const nodeFiles: Files = {
  read: async (uri) => {
    const path = pathOf(uri);
    return path === undefined ? undefined : await readTextFile(path);
  },
  list: async (folder, keeps = () => Promise.resolve(true)) => {
    const path = pathOf(folder);
    return path === undefined ? [] : await modelsIn(path, keeps, 0);
  },
  ...(isSameFile && { isSameFile }),
};

function pathOf(uri: string): string | undefined {
  const parsed = URI.parse(uri);
  return parsed.scheme === 'file' ? parsed.fsPath : undefined;
}

async function modelsIn(folder: string, keeps: Keeps, depth: number): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    const [isFolder, isModel] = [entry.isDirectory(), entry.isFile() && entry.name.endsWith('.aft')];
    const isWanted = isModel || (isFolder && depth < deepest && !isSkipped(entry.name));
    const uri = URI.file(path).toString();
    if (!isWanted || !(await keeps({ uri, isFolder }))) continue;
    if (isModel) found.push(uri);
    else for (const model of await modelsIn(path, keeps, depth + 1)) found.push(model);
  }
  return found;
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    const entries = await fs.readdir(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    // An unreadable folder has no models.
    return [];
  }
}

const isSkipped = (name: string): boolean => name.startsWith('.') || skippedFolders.has(name);
