/**
 * Finds a desktop VS Code on the path and opens a folder in it, with an extension and a profile of its own. The
 * terminal's `code` of a VS Code server or of WSL is not a desktop: it has no profile folders.
 */
import { readFile, realpath, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { isThere } from './fingerprint.mjs';
import { beforeEnd, run } from './processes.mjs';

const isWindows = process.platform === 'win32';

/**
 * Returns the command of a desktop VS Code that can show a window here, or nothing.
 * @param {NodeJS.ProcessEnv} [env]
 * @param {NodeJS.Platform} [platform]
 * @returns {Promise<string | undefined>}
 */
export async function findDesktop(env = process.env, platform = process.platform) {
  const hasScreen = platform !== 'linux' || env.DISPLAY !== undefined || env.WAYLAND_DISPLAY !== undefined;
  if (!hasScreen) return undefined;
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    const file = join(folder, platform === 'win32' ? 'code.cmd' : 'code');
    if (folder === '' || !(await isThere(file))) continue;
    const place = await realpath(file);
    const isOther =
      /[\\/]remote-cli[\\/]|[\\/]code-server[\\/]/.test(place) ||
      (env.WSL_DISTRO_NAME !== undefined && place.startsWith('/mnt/'));
    if (!isOther) return file;
  }
  return undefined;
}

/**
 * Opens a folder and returns when its window is closed. A signal to this process also closes it.
 * @param {{ readonly command: string, readonly profile: import('./profile.mjs').Profile, readonly folder: string, readonly extension: string }} what
 */
export async function openDesktop({ command, profile, folder, extension }) {
  const folders = ['--user-data-dir', profile.userData, '--extensions-dir', profile.extensions];
  // The desktop refuses to run as root in its sandbox.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const installed = await run(command, [...folders, ...sandbox, '--install-extension', extension, '--force'], {
    output: 'capture',
  });
  if (installed.code !== 0) throw new Error(`VS Code did not take ${extension}.\n${installed.output}`);
  const startedAt = Date.now();
  // The command only starts the actual program, which writes its process id to a file.
  const lock = join(profile.userData, 'code.lock');
  beforeEnd(async () => {
    if (!(await isThere(lock)) || (await stat(lock)).mtimeMs < startedAt) return;
    process.kill(Number.parseInt(await readFile(lock, 'utf8'), 10), 'SIGTERM');
  });
  const { code } = await run(command, [...folders, ...sandbox, '--new-window', '--wait', folder], {
    output: isWindows ? 'inherit' : 'capture',
  });
  if (code !== 0) throw new Error(`VS Code ended with code ${String(code)}.`);
}
