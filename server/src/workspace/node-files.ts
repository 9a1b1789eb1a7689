/**
 * The files of the machine that the server runs on, available by `file:` URIs.
 */
import { type Dirent, promises as fs } from 'node:fs';
import { join } from 'node:path';
import { URI } from 'vscode-uri';
import type { Files, Keeps } from './files.ts';
import { readTextFile } from './regular-file.ts';

/** Folders that contain no models of the user's own, however many files they have. */
const skippedFolders: ReadonlySet<string> = new Set(['node_modules', 'dist', 'out']);

/** The nesting limit, which ends cycles of links. */
const deepest = 40;

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
