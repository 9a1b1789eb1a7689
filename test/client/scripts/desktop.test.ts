/**
 * The program that `npm start` takes for a desktop VS Code, and its arguments.
 */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findDesktop, openDesktop } from '../../../client/scripts/desktop.mjs';
import { makeProfile } from '../../../client/scripts/profile.mjs';

describe('the desktop VS Code', () => {
  let root = '';
  let calls = '';

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'aft-'));
    calls = join(root, 'calls');
    for (const folder of ['desktop', 'server/remote-cli', 'terminal', 'empty'])
      mkdirSync(join(root, folder), { recursive: true });
    for (const folder of ['desktop', 'server/remote-cli']) {
      const file = join(root, folder, 'code');
      writeFileSync(file, `#!/bin/sh\necho "$@" >> '${calls}'\n`);
      chmodSync(file, 0o755);
    }
    symlinkSync(join(root, 'server/remote-cli/code'), join(root, 'terminal/code'));
  });

  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  const path = (...folders: readonly string[]): string => folders.map((folder) => join(root, folder)).join(delimiter);

  it('is the first "code" on the path', async () => {
    const env = { PATH: path('empty', 'desktop'), DISPLAY: ':0' };
    assert.equal(await findDesktop(env, 'linux'), join(root, 'desktop', 'code'));
  });

  it('is not the terminal command of a VS Code server', async () => {
    assert.equal(await findDesktop({ PATH: path('terminal'), DISPLAY: ':0' }, 'linux'), undefined);
    assert.equal(await findDesktop({ PATH: path('terminal', 'desktop') }, 'darwin'), join(root, 'desktop', 'code'));
  });

  it('needs a screen on Linux', async () => {
    assert.equal(await findDesktop({ PATH: path('desktop') }, 'linux'), undefined);
  });

  it('is absent if no "code" is on the path', async () => {
    assert.equal(await findDesktop({ PATH: path('empty'), DISPLAY: ':0' }, 'linux'), undefined);
  });

  it('gets its own profile folders, the extension, then the folder', async () => {
    const profile = makeProfile(join(root, 'profile'));
    const command = join(root, 'desktop', 'code');
    await openDesktop({ command, profile, folder: '/models', extension: '/a.vsix' });
    profile.release();
    const [install = '', open = '', ...more] = readFileSync(calls, 'utf8').trim().split('\n');
    const own = `--user-data-dir ${profile.userData} --extensions-dir ${profile.extensions}`;
    assert.ok(install.startsWith(own) && install.includes('--install-extension /a.vsix'), install);
    assert.ok(open.startsWith(own) && open.endsWith('--new-window --wait /models'), open);
    assert.deepEqual(more, []);
  });
});
