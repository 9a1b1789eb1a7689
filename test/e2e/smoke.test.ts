/**
 * The packed extension is taken by a real VS Code and knows its files.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { drive, screenshotFile } from './drive.ts';
import type { Drive } from './drive.ts';
import { becomes } from '../becomes.ts';

describe('the packed extension in a real VS Code', () => {
  let vsCode: Drive | undefined;
  const workbench = () => {
    assert.ok(vsCode);
    return vsCode.workbench;
  };

  /** The processes of the language server of this window. */
  const servers = (): readonly string[] => {
    assert.ok(vsCode);
    const root = dirname(vsCode.workspace);
    const all = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n');
    return all.filter((args) => args.includes(root) && args.includes('server.cjs'));
  };

  before(async () => {
    vsCode = await drive();
  });

  after(async () => {
    await vsCode?.stop();
  });

  it('runs no server before a model is open', async () => {
    await workbench().runCommand('Aftermath: Show Log');
    await workbench().page.locator('.part.panel', { hasText: 'Output' }).first().waitFor();
    assert.deepEqual(servers(), []);
    await workbench().openFile('kv-store.aft');
    await becomes(() => servers().length > 0, true);
  });

  it('shows an example in the language Aftermath', async () => {
    await workbench().openFile('kv-store.aft');
    await workbench().languageMode().filter({ hasText: 'Aftermath' }).waitFor();
  });

  it('colours the example', async () => {
    const tokens = workbench().editor().locator('.view-line span[class^="mtk"]');
    const classes = await tokens.evaluateAll((spans) => spans.map((span) => span.getAttribute('class')));
    assert.ok(new Set(classes).size > 3, `only the colours ${[...new Set(classes)].join(', ')}`);
    await workbench().screenshot(screenshotFile('smoke'));
  });

  it('asks nothing of any other machine', () => {
    assert.deepEqual(workbench().requestsAway, []);
  });
});
