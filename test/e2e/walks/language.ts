/**
 * The language in the real VS Code: the user reads lenses and hints, simulates a crash from a lens, gets help with the
 * parameters of an event, renames something in two files, and looks up its dependents.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../../client/scripts/code-server.mjs';
import { drive, type Drive, photograph, snapshot } from '../drive.ts';
import { walk } from '../walk.ts';
import { clickLens } from '../editor.ts';
import { becomes } from '../../becomes.ts';

const model = `event Ping(by: pd, number: int)

space disk : block {
  resource block1
}

machine Worker for pd {
  param pause: duration = 2s
  initial state Idle { after pause -> Busy }
  state Busy { on Ping -> Idle }
}

pd server {
  manages disk
  holds disk.block1
}

pd app runs Worker {
  requests disk
  holds disk.block1
}

scenario "a crash" {
  crash server
  expect app degraded
}
`;

const user = 'import "small"\n\npd guest { requests disk }\n';

export const languageWalk = walk('the language in the real VS Code', () => {
  let vsCode: Drive | undefined;
  const driven = (): Drive => {
    assert.ok(vsCode);
    return vsCode;
  };
  const workbench = () => driven().workbench;
  const page = () => workbench().page;
  const lens = (text: string) => page().locator('.codelens-decoration', { hasText: text }).first();
  /** The text of the editor as it is drawn, hints included. */
  const drawn = async (): Promise<string> =>
    ((await workbench().editor().locator('.view-lines').textContent()) ?? '').replaceAll('\u00a0', ' ');
  const seen = (text: string) =>
    until(`"${text}" in the editor`, async () => ((await drawn()).includes(text) ? true : undefined));
  const rename = async (from: string, to: string): Promise<void> => {
    await workbench().putCursor(from);
    await page().keyboard.press('F2');
    const box = page().locator('.rename-box input');
    await box.waitFor();
    await box.fill(to);
    await page().keyboard.press('Enter');
  };

  before(async () => {
    vsCode = await drive({
      settings: {
        'editor.inlayHints.enabled': 'on',
        'aftermath.inlayHints.teardownLayer': true,
        'aftermath.inlayHints.inherited': true,
      },
      prepare: (workspace) => {
        writeFileSync(join(workspace, 'small.aft'), model);
        writeFileSync(join(workspace, 'user.aft'), user);
        writeFileSync(join(workspace, 'faulty.aft'), 'pd lonely { needs nobody }\n');
      },
    });
    await workbench().openFile('small.aft');
  });

  after(async () => {
    await vsCode?.stop();
  });

  it('shows over an entity what depends on it and what its crash does, and in the text what is implied', async () => {
    await lens('2 holders').waitFor();
    await lens('1 dependent · crash: destroys 3, degrades 1').waitFor();
    await seen('layer 3 of 3');
    await seen('resource block1: block');
    await seen('after pause= 2s');
    await seen('crash serverunder default: 0, 0');
    await photograph(workbench(), 'language');
  });

  it('shows beside the language what its server is doing', async () => {
    const item = page().locator('[id="status.languageStatus"]').first();
    await item.hover();
    await page().getByText('Aftermath is ready').first().waitFor();
    await snapshot(workbench(), 'language-status');
    await page().keyboard.press('Escape');
  });

  it('simulates the crash from its lens', async () => {
    const crash = page().locator('.codelens-decoration a', { hasText: 'Simulate crash' }).first();
    const question = page().locator('.quick-input-widget:visible', { hasText: 'Under which cleanup policy' });
    await clickLens(crash, (timeout) => question.waitFor({ timeout }));
    await workbench().choose('space-direct');
    await workbench().tab('Graph of small.aft').waitFor();
    await workbench().tab('Graph of small.aft').click({ button: 'middle' });
    await workbench().openFile('small.aft');
  });

  it('shows the parameters of an event while it is typed', async () => {
    await workbench().typeText('expect app degraded', '\nsend Ping(');
    const help = page().locator('.parameter-hints-widget.visible');
    await help.waitFor();
    await becomes(async () => (await help.innerText()).replaceAll('\u00a0', ' '), /Ping\(by: pd, number: int\)/);
    await snapshot(workbench(), 'language-signature');
    // In half a model nothing is counted.
    await lens('2 holders').waitFor({ state: 'detached' });
    await page().keyboard.press('Escape');
    await workbench().runCommand('File: Revert File');
    await lens('2 holders').waitFor();
  });

  it('renames in all files, and refuses a name that is taken', async () => {
    await rename('requests disk', 'app');
    const message = page().locator('.monaco-editor-overlaymessage, .notification-list-item-message', {
      hasText: 'There is already a "app"',
    });
    await message.first().waitFor();
    await snapshot(workbench(), 'language-rename-refused');
    await page().keyboard.press('Escape');
    await rename('requests disk', 'drive');
    await seen('requests drive');
    await seen('manages drive');
    await workbench().openFile('user.aft');
    await seen('pd guest');
    await seen('requests drive');
    await workbench().openFile('small.aft');
  });

  it('shows what depends on an entity', async () => {
    await workbench().putCursor('manages drive');
    await workbench().runCommand('Calls: Show Call Hierarchy');
    const rows = page().locator('.part.sidebar .monaco-list-row');
    await rows.filter({ hasText: 'requests · pd' }).first().waitFor();
    await snapshot(workbench(), 'language-hierarchy');
  });

  it('names the file at which the server hangs, starts another on a click, and has the findings of all others again', async () => {
    await workbench().problems('There is no');
    const [server = assert.fail('No server runs.')] = driven().languageServers();
    process.kill(server, 'SIGSTOP');
    const toast = page().locator('.notification-toast', { hasText: 'has not answered for 20 seconds' });
    await toast.waitFor({ timeout: 120_000 });
    const [, file = assert.fail('It names no file.')] =
      /it was processing (\S+\.aft)/.exec(await toast.innerText()) ?? [];
    await snapshot(workbench(), 'language-silence');
    await toast.locator('.monaco-button', { hasText: 'Restart' }).click();
    await workbench().problems('stopped answering while reading it');
    await workbench().problems('There is no');
    await becomes(() => Promise.resolve(driven().languageServers().includes(server)), false);
    // What is changed is read again.
    await workbench().openFile(file);
    await page().keyboard.press('Control+Home');
    await page().keyboard.type('// read again\n');
    const told = page().locator('.markers-panel .monaco-list-row', { hasText: 'stopped answering while reading it' });
    await told.waitFor({ state: 'detached' });
    await workbench().runCommand('File: Revert File');
  });

  it('asks nothing of any other machine', () => {
    assert.deepEqual(workbench().requestsAway, []);
  });
});
