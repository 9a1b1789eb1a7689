/**
 * The extension without Node: the extension host and the language server are workers of the browser, as on a site that
 * serves VS Code.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../client/scripts/code-server.mjs';
import { drive, type Drive, snapshot } from './drive.ts';
import { clickLens } from './editor.ts';

const shared = 'space disk : block { resource block1 }\npd server { manages disk holds disk.* }\n';
const main = `import "shared.aft"

pd app { requests disk holds disk.block1 }
space lonely

scenario "the block outlives its server" {
  crash server
  expect disk.block1 destroyed
}
`;

const lamp = `event Press
machine Lamp for pd {
  var times: 0..3 = 0
  initial state Off { on Press when times < 3 do { times := times + 1 } -> On }
  state On { on Press -> Off }
}
pd lamp runs Lamp
check "three times" { may send Press to lamp  never lamp.times > 3 }
check "not forever" { may send Press to lamp  never lamp.times == 3 }
`;

describe('the extension in a browser', () => {
  let vsCode: Drive | undefined;
  const workbench = () => {
    assert.ok(vsCode);
    return vsCode.workbench;
  };

  before(async () => {
    vsCode = await drive({
      settings: { 'remote.extensionKind': { 'aftermath.aftermath': ['web'] } },
      prepare: (workspace) => {
        writeFileSync(join(workspace, 'shared.aft'), shared);
        writeFileSync(join(workspace, 'main.aft'), main);
        writeFileSync(join(workspace, 'lamp.aft'), lamp);
        writeFileSync(join(workspace, '.aftermath.json'), '{"severities": {"space/no-manager": "error"}}');
      },
    });
    await workbench().openFile('main.aft');
  });

  after(async () => {
    await vsCode?.stop();
  });

  it('runs in workers and not in a process', async () => {
    const { page } = workbench();
    const urls = () => [...page.frames(), ...page.workers()].map((each) => each.url());
    await until('the worker that hosts extensions', () => urls().some((url) => url.includes('webWorkerExtensionHost')));
  });

  it('reads imports and the project file through the editor', async () => {
    const rows = await workbench().problems('No PD manages the space "lonely"');
    assert.equal(rows.filter((row) => /cannot be found|unknown/.test(row)).length, 0, rows.join('\n'));
    await workbench().squiggles('error').first().waitFor();
  });

  it('hovers and draws the graph', async () => {
    await workbench().hover('app', 'crash');
    await workbench().runCommand('Aftermath: Show Graph');
    const frame = await workbench().webviewFrame();
    await frame.locator('[data-node]', { hasText: 'app' }).first().waitFor();
    await snapshot(workbench(), 'web');
  });

  it('explores checks automatically and from their lens', async () => {
    await workbench().openFile('lamp.aft');
    const { page } = workbench();
    const lens = (name: string | RegExp) => page.locator('.codelens-decoration a', { hasText: name });
    await lens(/^Passed \(/).waitFor();
    await lens(/^Broken in \d+ steps? \(/).waitFor();
    const said = page.locator('.notifications-toasts', { hasText: 'Passed: three times' });
    await clickLens(lens('Verify').first(), (timeout) => said.waitFor({ timeout }));
    await page.keyboard.press('Escape');
    assert.deepEqual(workbench().requestsAway, []);
  });
});
