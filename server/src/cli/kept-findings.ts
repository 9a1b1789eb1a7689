/**
 * Where the command line keeps findings between its runs: in the folder that the system has for caches, or the one that
 * `AFTERMATH_CACHE` names; nowhere if that is `off`.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { createFindingCache, type FindingCache } from '../questions/files/finding-cache.ts';

/** Returns the cache of a program that is started by this script; nothing if there is none. */
export function keptFindings(script: string | undefined, env: NodeJS.ProcessEnv): FindingCache | undefined {
  const folder = cacheFolder(env, process.platform, homedir());
  if (script === undefined || folder === undefined) return undefined;
  // Another version, or another build of the same, may find something else.
  const open = (): Promise<FindingCache | undefined> =>
    readFile(join(dirname(script), 'command-line.cjs')).then(
      (program) => createFindingCache(folder, createHash('sha256').update(program).digest('hex')),
      () => undefined,
    );
  let opened: ReturnType<typeof open> | undefined;
  return {
    read: async (key, isValue) => (await (opened ??= open()))?.read(key, isValue),
    write: async (key, value) => (await (opened ??= open()))?.write(key, value),
  };
}

/** Returns the folder for findings, by the rules of the platform. */
export function cacheFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform, home: string): string | undefined {
  const given = env.AFTERMATH_CACHE;
  if (given !== undefined && given !== '') return given === 'off' ? undefined : given;
  const [local, xdg] = [env.LOCALAPPDATA, env.XDG_CACHE_HOME];
  if (platform === 'win32') return join(local ?? join(home, 'AppData', 'Local'), 'aftermath', 'Cache');
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'aftermath');
  return join(xdg !== undefined && isAbsolute(xdg) ? xdg : join(home, '.cache'), 'aftermath');
}
