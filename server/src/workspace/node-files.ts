/**
 * The files of the machine that the server runs on, available by `file:` URIs.
 */
import { type Dirent, promises as fs } from 'node:fs';
import { join } from 'node:path';
import { URI } from 'vscode-uri';
import type { Files } from './files.ts';
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
  list: async (folder) => {
    const path = pathOf(folder);
    return path === undefined ? [] : await modelsIn(path, 0);
  },
};

function pathOf(uri: string): string | undefined {
  const parsed = URI.parse(uri);
  return parsed.scheme === 'file' ? parsed.fsPath : undefined;
}

async function modelsIn(folder: string, depth: number): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isFile()) {
      if (entry.name.endsWith('.aft')) found.push(URI.file(path).toString());
    } else if (entry.isDirectory() && depth < deepest && !isSkipped(entry.name)) {
      found.push(...(await modelsIn(path, depth + 1)));
    }
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
